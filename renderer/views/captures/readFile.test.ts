import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readCaptureFile } from './readFile.ts';

const text = '{"throughline":"capture"}\nä\n'.repeat(1000);
const LIMIT = 1_000_000;
const code = async (file: Blob, limit = LIMIT): Promise<string> => {
  const read = await readCaptureFile(file, limit);
  return read.ok ? 'ok' : read.fault.code;
};

describe('readCaptureFile', () => {
  it('reads plain and gzipped files alike', async () => {
    expect(await readCaptureFile(new Blob([text]), LIMIT)).toEqual({ ok: true, value: text });
    expect(await readCaptureFile(new Blob([gzipSync(text)]), LIMIT)).toEqual({ ok: true, value: text });
  });

  it('refuses what is too large, before or while it is unpacked', async () => {
    expect(await code(new Blob([text]), 100)).toBe('capture-too-large');
    const small = new Blob([gzipSync(text)]);
    expect(small.size).toBeLessThan(5000);
    expect(await code(small, 5000)).toBe('capture-too-large');
  });

  it('says that an archive is damaged', async () => {
    expect(await code(new Blob([gzipSync(text).subarray(0, 60)]))).toBe('capture-bad-gzip');
  });
});
