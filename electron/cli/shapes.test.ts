import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ShapesDocument } from '../../shared/shapes/document.ts';
import { run } from './run.ts';
import { testIo } from './testing.ts';

const sample = path.join(import.meta.dirname, '../../assets/captures/sample.ndjson.gz');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'throughline-shapes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const runWith = async (...argv: readonly string[]) => {
  const { io, out, err } = testIo({ env: { THROUGHLINE_HOME: path.join(folder, 'state') } });
  return { code: await run(argv, io), out: out(), err: err() };
};

const written = (name: string, text: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('shapes', () => {
  it('prints the document of a capture file, or a report', async () => {
    const json = await runWith('shapes', sample, '--json');
    expect(json.code).toBe(0);
    const document = ShapesDocument.parse(JSON.parse(json.out));
    expect(document.requests.length).toBeGreaterThan(0);
    const report = await runWith('shapes', sample);
    expect(report.out).toMatch(/^# What builtin-codex \S+ showed its model\n/);
    const file = path.join(folder, 'sample.shapes.json');
    expect(await runWith('export', sample, '--format', 'shapes', '--out', file)).toMatchObject({ code: 0 });
    expect(ShapesDocument.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual(document);
    const exported = await runWith('export', sample, '--format', 'markdown');
    expect(exported.out).toBe(report.out);
  });

  it('takes a capture of the library by its id', async () => {
    const added = await runWith('captures', 'import', sample, '--json');
    const { capture } = JSON.parse(added.out) as { capture: string };
    const [byId, byFile] = [
      await runWith('shapes', capture, '--json'),
      await runWith('shapes', sample, '--json'),
    ];
    expect(byId.out).toBe(byFile.out);
    expect(await runWith('diff', capture, sample)).toMatchObject({ code: 0 });
  });

  it('refuses what it cannot read', async () => {
    const unknown = await runWith('shapes', 'no-such-capture');
    expect(unknown).toMatchObject({ code: 2, out: '' });
    expect(unknown.err).toContain('no-such-capture');
    const cut = await runWith('shapes', written('cut.ndjson', '{"throughline":"cap'));
    expect(cut).toMatchObject({ code: 2, out: '' });
    expect(cut.err).toContain('Line 1');
  });
});

describe('diff', () => {
  it('ends with 0 when nothing changed, with 1 when something did, with 2 when there is nothing to compare', async () => {
    const { out } = await runWith('shapes', sample, '--json');
    const same = written('same.json', out);
    expect(await runWith('diff', sample, same)).toMatchObject({ code: 0, out: '' });
    const other = written('other.json', out.replaceAll('"deferral": "exec"', '"deferral": "search"'));
    const changed = await runWith('diff', same, other);
    expect(changed.code).toBe(1);
    expect(changed.out).toMatch(/^shape\n {2}thread 1 · stage \d+ · \S+ · deferral \(.+\): exec → search\n/);
    const json = await runWith('diff', same, other, '--json');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.out)).toMatchObject({
      before: { client: 'builtin-codex' },
      changes: expect.arrayContaining([expect.objectContaining({ kind: 'shape', after: 'search' })]),
    });
    expect(await runWith('diff', same, path.join(folder, 'nothing.json'))).toMatchObject({ code: 2 });
    expect(await runWith('diff', same)).toMatchObject({ code: 2 });
  });
});
