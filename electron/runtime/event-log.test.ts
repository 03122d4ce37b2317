import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newHeader, readCapture } from '../../shared/capture.ts';
import type { Event } from '../../shared/event.ts';
import { fileLog } from './event-log.ts';
import { createGate } from './sanitize.ts';

const gate = createGate();
const server = gate.server('s');
const eventAt = (seq: number): Event => ({
  seq,
  t: seq / 8,
  kind: 'server.stderr',
  source: 'mcp',
  evidence: 'measured',
  server,
  lines: seq,
  bytes: seq * 10,
});

const scratch = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'throughline-log-')), 'capture.ndjson');

describe('a capture log on disk', () => {
  it('reads any range back, from memory and from the file, while it grows and after it closed', async () => {
    const path = await scratch();
    const log = fileLog(path, newHeader(new Date(0), 'a', 'b'));
    const total = 45_123;
    for (let seq = 0; seq < total; seq++) log.append(eventAt(seq));
    const check = (from: number, limit: number): void => {
      const events = log.read(from, limit);
      expect(events.map((event) => event.seq)).toEqual(
        Array.from({ length: Math.max(0, Math.min(total, from + limit) - from) }, (_, i) => from + i),
      );
    };
    fc.assert(fc.property(fc.nat(total + 10), fc.integer({ min: 1, max: 700 }), check), { numRuns: 60 });
    await log.close();
    fc.assert(fc.property(fc.nat(total + 10), fc.integer({ min: 1, max: 700 }), check), { numRuns: 60 });
  });

  it('is a readable capture file when it closed', async () => {
    const path = await scratch();
    const log = fileLog(path, newHeader(new Date(0), 'a', 'b'));
    for (let seq = 0; seq < 1200; seq++) log.append(eventAt(seq));
    await log.close();
    const text = await readFile(path, 'utf8');
    expect(Buffer.byteLength(text)).toBe(log.bytes);
    const read = readCapture(text);
    expect(read.ok && read.value.events.length).toBe(1200);
  });

  it('refuses to write over a file that is there', async () => {
    const path = await scratch();
    await fileLog(path, newHeader(new Date(0), 'a', 'b')).close();
    expect(() => fileLog(path, newHeader(new Date(0), 'a', 'b'))).toThrow(/EEXIST/);
  });
});
