import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLines, type LongLine } from './lines.ts';
import { createStderrLog } from './stderr-log.ts';

const collect = (maxBytes = 1 << 20) => {
  const lines: { text: string; terminated: boolean }[] = [];
  const long: LongLine[] = [];
  const splitter = createLines(maxBytes, {
    onLine: (line, _at, terminated) => lines.push({ text: line.toString('utf8'), terminated }),
    onLong: (line) => long.push(line),
  });
  return { lines, long, splitter };
};

describe('createLines', () => {
  it('gives the same lines however the bytes are cut, inside a character too', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).filter((s) => !/[\r\n]/.test(s))),
        fc.array(fc.nat(40)),
        (texts, cuts) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''), 'utf8');
          const { lines, splitter } = collect();
          let from = 0;
          for (const cut of cuts) {
            splitter.push(bytes.subarray(from, from + cut), 0n);
            from += cut;
          }
          splitter.push(bytes.subarray(from), 0n);
          splitter.end(0n);
          expect(lines.map((line) => line.text)).toEqual(texts);
        },
      ),
    );
  });

  it('cuts at CRLF, keeps a lone CR, and says when the last line has no break', () => {
    const { lines, splitter } = collect();
    splitter.push(Buffer.from('a\r'), 0n);
    splitter.push(Buffer.from('\nb\rc\n\nd'), 0n);
    splitter.end(0n);
    expect(lines).toEqual([
      { text: 'a', terminated: true },
      { text: 'b\rc', terminated: true },
      { text: '', terminated: true },
      { text: 'd', terminated: false },
    ]);
  });

  it('keeps only the ends of a line past the limit and goes on with the next', () => {
    const { lines, long, splitter } = collect(10_000);
    for (let i = 0; i < 100; i += 1)
      splitter.push(Buffer.from(`${String(i).padStart(3, '0')}${'x'.repeat(997)}`), 0n);
    splitter.push(Buffer.from('END\nnext\n'), 0n);
    expect(lines.map((line) => line.text)).toEqual(['next']);
    expect(long).toHaveLength(1);
    expect(long[0]?.bytes).toBe(100_003);
    expect(long[0]?.head.startsWith('000x')).toBe(true);
    expect(long[0]?.tail.endsWith('xEND')).toBe(true);
    expect(long[0]?.head.length).toBe(4096);
  });
});

describe('createStderrLog', () => {
  it('counts everything and keeps the latest', () => {
    const counts: { lines: number; bytes: number }[] = [];
    const log = createStderrLog((count) => counts.push(count), 10_000);
    for (let i = 0; i < 2000; i += 1) log.push(Buffer.from(`line ${i}\n`), BigInt(i));
    log.push(Buffer.from('no break'), 2000n);
    log.end(2001n);
    expect(counts).toEqual([
      { lines: 2001, bytes: Array.from({ length: 2000 }, (_, i) => `line ${i}\n`).join('').length + 8 },
    ]);
    const { lines, dropped } = log.lines();
    expect(lines).toHaveLength(500);
    expect(dropped).toBe(1501);
    expect(log.last()).toBe('no break');
  });
});

describe('a flooding stream', () => {
  it('is read in turns, held up meanwhile, in order and whole', async () => {
    const seen: string[] = [];
    const flow: string[] = [];
    const source = { pause: () => flow.push('pause'), resume: () => flow.push('resume') };
    const splitter = createLines(
      100,
      { onLine: (line) => seen.push(line.toString()), onLong: () => undefined },
      () => source,
    );
    const all = Array.from({ length: 1000 }, (_, index) => `${index}`);
    splitter.push(Buffer.from(`${all.join('\n')}\nha`), 1n);
    const first = seen.length;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(200);
    expect(flow).toEqual(['pause']);
    // What comes all the same waits behind it.
    splitter.push(Buffer.from('lf\n'), 2n);
    expect(seen.length).toBe(first);
    while (flow.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual([...all, 'half']);
    expect(flow).toEqual(['pause', 'resume']);
  });

  it('that ends is read to its end at once', () => {
    const seen: string[] = [];
    const splitter = createLines(
      100,
      {
        onLine: (line, _at, terminated) => seen.push(`${line.toString()}${terminated ? '' : '…'}`),
        onLong: () => undefined,
      },
      () => ({ pause: () => undefined, resume: () => undefined }),
    );
    splitter.push(Buffer.from(`${'x\n'.repeat(300)}rest`), 1n);
    splitter.end(2n);
    expect([seen.length, seen.at(-1)]).toEqual([301, 'rest…']);
  });
});
