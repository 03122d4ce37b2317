import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInput, readJson } from './input.ts';
import { testIo } from './testing.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'throughline-input-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};

describe('readInput', () => {
  it('reads a file, gzip or not, without its byte order mark', async () => {
    const { io } = testIo();
    expect(await readInput(io, write('a.json', '\ufeff{"a":1}'))).toEqual({ ok: true, value: '{"a":1}' });
    expect(await readInput(io, write('a.gz', gzipSync('ümlaut')))).toEqual({ ok: true, value: 'ümlaut' });
  });

  it('reads stdin when no file is named, and for a dash', async () => {
    expect(await readInput(testIo({ stdin: 'in' }).io, undefined)).toEqual({ ok: true, value: 'in' });
    expect(await readInput(testIo({ stdin: 'in' }).io, '-')).toEqual({ ok: true, value: 'in' });
  });

  it('does not wait at a terminal', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true });
    const read = await readInput({ ...testIo().io, stdin }, undefined);
    expect(read).toMatchObject({ ok: false, fault: { code: 'input-missing' } });
  });

  it.each([
    ['missing.json', undefined, 'file-not-found'],
    ['.', undefined, 'file-is-folder'],
    ['cut.gz', gzipSync('a'.repeat(10_000)).subarray(0, 25), 'input-cut'],
    ['latin.txt', Buffer.from([0x66, 0xfc, 0x72]), 'input-not-text'],
  ])('%s → %s', async (name, content, code) => {
    const file = content === undefined ? path.join(folder, name) : write(name, content);
    expect(await readInput(testIo().io, file)).toMatchObject({ ok: false, fault: { code } });
  });
});

describe('readJson names the place', () => {
  it.each([
    ['{"a":x}', 'line 1, column 6', 'Unexpected "x".'],
    [`{"a":${' '.repeat(200)}x, "b":1}`, 'line 1, column 206', 'Unexpected "x".'],
    ['{"a":1,}', 'line 1, column 8', 'Unexpected "}".'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3', 'Unexpected "\\"".'],
    ['[1, 2', 'line 1, column 6', 'The text ends too early.'],
    ['{"a":"b', 'line 1, column 8', 'The text ends too early.'],
    ['tru', 'line 1, column 4', 'The text ends too early.'],
    ['nul l', 'line 1, column 4', 'Unexpected " ".'],
    ['', 'line 1, column 1', 'The text ends too early.'],
    ['{"a":12345678901234567890,"b":!}', 'line 1, column 31', 'Unexpected "!".'],
  ])('%j', (text, place, cause) => {
    expect(readJson(text, '--args', 'args-not-json')).toEqual({
      ok: false,
      fault: { code: 'args-not-json', message: `--args: not valid JSON at ${place}.`, cause },
    });
  });
});
