import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../shared/event.ts';
import { memoryLog } from './event-log.ts';
import { createRecorder, type Recorder } from './recorder.ts';

const create = (): Recorder =>
  createRecorder({
    capture: 'test',
    name: 'Test',
    writer: '0.0.0',
    simulated: false,
    openLog: () => memoryLog(),
  });

const stderr = (recorder: Recorder, lines: number): Draft => ({
  kind: 'server.stderr',
  source: 'mcp',
  evidence: 'measured',
  server: recorder.gate.server('s'),
  lines,
  bytes: 0,
});

const linesOf = (recorder: Recorder): number[] =>
  recorder.log
    .read(0, recorder.log.length)
    .flatMap((event) => (event.kind === 'server.stderr' ? [event.lines] : []));

describe('what is recorded soon', () => {
  it('waits for the next turn of the event loop', async () => {
    const recorder = create();
    const heard: number[] = [];
    recorder.onEvent((event) => heard.push(event.seq));
    recorder.soon(() => void recorder.emit(stderr(recorder, 1), process.hrtime.bigint()));
    await Promise.resolve();
    expect(heard).toEqual([]);
    await nextTurn();
    expect(heard).toEqual([1]);
  });

  it('stands before whatever is recorded after it', () => {
    const recorder = create();
    recorder.soon(() => {
      // What is put off while recording comes after what was put off before.
      recorder.soon(() => void recorder.emit(stderr(recorder, 3)));
      recorder.emit(stderr(recorder, 1));
    });
    recorder.soon(() => void recorder.emit(stderr(recorder, 2)));
    recorder.emit(stderr(recorder, 4));
    expect(linesOf(recorder)).toEqual([1, 2, 3, 4]);
  });

  it('is there for whoever reads, and at the end', async () => {
    const recorder = create();
    recorder.soon(() => void recorder.emit(stderr(recorder, 1)));
    expect(linesOf(recorder)).toEqual([1]);
    recorder.soon(() => void recorder.emit(stderr(recorder, 2)));
    await recorder.end('finished');
    expect(linesOf(recorder)).toEqual([1, 2]);
    expect(recorder.log.read(0, 10).at(-1)?.kind).toBe('capture.ended');
  });

  it('keeps the time that it was measured at', () => {
    const recorder = create();
    const at = process.hrtime.bigint();
    const expected = recorder.elapsed(at);
    recorder.soon(() => void recorder.emit(stderr(recorder, 1), at));
    expect(recorder.log.read(1, 1)[0]?.t).toBe(expected);
  });
});
