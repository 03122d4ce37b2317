import { describe, expect, it } from 'vitest';
import { createReceiver } from './receive.ts';

function harness(costMs: number) {
  const folded: number[] = [];
  const runs: (() => void)[] = [];
  let clock = 0;
  let rounds = 0;
  const receiver = createReceiver<number>({
    fold: (item) => {
      clock += costMs;
      folded.push(item);
    },
    onFolded: () => rounds++,
    schedule: (run) => void runs.push(run),
    now: () => clock,
  });
  return {
    receiver,
    folded,
    frame: () => runs.shift()?.(),
    waiting: () => runs.length,
    rounds: () => rounds,
  };
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, at) => from + at);

describe('the receiver', () => {
  it('folds everything that is queued in one frame and then settles the frames', async () => {
    const { receiver, folded, frame, waiting, rounds } = harness(0);
    const done = Promise.all([receiver.push([1, 2]), receiver.push([3])]);
    expect([folded.length, waiting()]).toEqual([0, 1]);
    frame();
    await done;
    expect([folded, rounds(), waiting()]).toEqual([[1, 2, 3], 1, 0]);
  });

  it('spreads work over frames when it does not fit one, keeps the order and holds back the answer', async () => {
    const { receiver, folded, frame, waiting } = harness(0.1);
    let settled = false;
    const done = receiver.push(numbers(0, 500)).then(() => {
      settled = true;
      return undefined;
    });
    frame();
    await Promise.resolve();
    expect(folded.length).toBeLessThan(200);
    expect([settled, waiting()]).toEqual([false, 1]);
    while (waiting() > 0) frame();
    await done;
    expect(folded).toEqual(numbers(0, 500));
  });

  it('drops what comes after it was closed, and nobody waits for ever', async () => {
    const { receiver, folded, frame } = harness(0);
    const done = receiver.push([1]);
    receiver.close();
    frame();
    await done;
    await receiver.push([2]);
    expect(folded).toEqual([]);
  });
});
