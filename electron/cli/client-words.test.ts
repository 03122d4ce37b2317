import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readCapture } from '../../shared/capture.ts';
import { run } from './run.ts';
import { testIo } from './testing.ts';

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const CANARY = 'canary-7f3e';

/** A program on PATH that passes for Claude Code, says the canary on every stream, and gives up. */
function talkative(): string {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-words-'));
  folders.push(folder);
  const result = {
    type: 'result',
    subtype: 'error',
    is_error: true,
    result: CANARY,
    error: { message: CANARY },
  };
  const program = join(folder, 'bin', 'claude');
  mkdirSync(join(folder, 'bin'));
  writeFileSync(
    program,
    [
      '#!/bin/sh',
      `if [ "$1" = --version ]; then echo '9.8.7 (Claude Code)'; exit; fi`,
      `echo '{"type":"system","subtype":"init","session_id":"${CANARY}","cwd":"/${CANARY}","mcp_servers":[{"name":"${CANARY}","status":"${CANARY}"}]}'`,
      `echo '{"type":"${CANARY}"}'`,
      `echo 'plain ${CANARY}'`,
      `echo '${JSON.stringify(result)}'`,
      `echo 'first ${CANARY}' >&2`,
      `echo 'last ${CANARY}' >&2`,
      'exit 3',
      '',
    ].join('\n'),
  );
  chmodSync(program, 0o755);
  return folder;
}

const textsBelow = (folder: string): [name: string, text: string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]);

describe.skipIf(process.platform === 'win32')('what a client says', () => {
  it('is shown to the person who runs it, and is in no capture and in no file of the program', async () => {
    const folder = talkative();
    const home = join(folder, 'home');
    vi.stubEnv('PATH', `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`);
    const { io, out, err } = testIo({ env: { THROUGHLINE_HOME: home } });
    const file = join(folder, 'run.ndjson');
    const words = ['probe', '--client', 'claude@path', '--no-isolation', '--keep', '--out', file];
    expect(await run(words, io)).toBe(1);
    // Otherwise the rest of this test would say nothing.
    expect(out() + err()).toContain(CANARY);

    const text = readFileSync(file, 'utf8');
    const capture = readCapture(text);
    const events = capture.ok ? capture.value.events : [];
    expect(events.filter(({ kind }) => kind === 'client.reported').length).toBeGreaterThan(1);
    expect(events.at(-1)).toMatchObject({ kind: 'capture.ended' });
    expect(text).not.toContain(CANARY);

    const files = textsBelow(home);
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter(([name, one]) => name.includes(CANARY) || one.includes(CANARY))).toEqual([]);
  });
});
