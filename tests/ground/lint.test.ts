/** The linter is a wall of this house: every case of `tests/lint-cases` must be reported, and nothing beside it. */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
const cases = path.join(root, 'tests/lint-cases');
const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');

const Report = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.int() }) })),
    }),
  ),
});

const files = readdirSync(cases, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .toSorted();

/** `line: rule`, as the case demands it. */
function demanded(file: string): string[] {
  return readFileSync(path.join(cases, file), 'utf8')
    .split('\n')
    .flatMap((line, at) => {
      const rule = /\/\/ forbidden: (.+)$/.exec(line)?.[1];
      return rule === undefined ? [] : [`${at + 1}: ${rule}`];
    });
}

let copy: string;
let reported: Map<string, string[]>;

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'throughline-lint-'));
  cpSync(cases, copy, { recursive: true });
  // The rules under test need no types, and the copy has no project to take types from.
  const rules = readFileSync(path.join(root, '.oxlintrc.json'), 'utf8');
  writeFileSync(path.join(copy, '.oxlintrc.json'), rules.replace('"typeAware": true', '"typeAware": false'));
  const output = await promisify(execFile)(process.execPath, [oxlint, '--format=json'], { cwd: copy }).catch(
    (failed: unknown) => z.object({ stdout: z.string() }).parse(failed),
  );
  reported = new Map();
  for (const { code, filename, labels } of Report.parse(JSON.parse(output.stdout)).diagnostics) {
    const known = reported.get(path.normalize(filename)) ?? [];
    reported.set(path.normalize(filename), [...known, `${labels[0]?.span.line}: ${code}`]);
  }
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('what must not be imported or used', () => {
  it('has a case for every folder with a rule of its own', () => {
    const folders = new Set(files.map((file) => path.dirname(file)));
    for (const folder of [
      'shared',
      'renderer/views',
      'electron/desktop',
      'electron/runtime/mcp',
      'electron/static',
      'electron/browser',
      'electron/cli',
      'electron/probe-servers',
      'electron/tap-wrapper',
    ]) {
      expect(folders).toContain(path.normalize(folder));
    }
  });

  it.each(files)('%s', (file) => {
    const found = new Set(reported.get(file) ?? []);
    expect([...found].toSorted()).toEqual(demanded(file).toSorted());
  });
});
