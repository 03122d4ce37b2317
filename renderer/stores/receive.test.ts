import { describe, expect, it } from 'vitest';
import { createReceiver, frameSchedule } from './receive.ts';

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
    // A budget of 24 ms at 0.1 ms each, looked at once in 64.
    expect(folded.length).toBe(256);
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

  it('shows a flood now and then, and its end', async () => {
    const { receiver, frame, waiting, rounds } = harness(0.1);
    const done = receiver.push(numbers(0, 10_000));
    while (waiting() > 0) frame();
    await done;
    // A second of folding: at its start, twice on the way, and once all is folded.
    expect(rounds()).toBe(4);
  });
});

describe('the schedule of a page', () => {
  const page = () => {
    const target = new EventTarget();
    const frames: (() => void)[] = [];
    return {
      page: {
        addEventListener: target.addEventListener.bind(target),
        requestAnimationFrame: (run: () => void) => frames.push(run),
      },
      press: () => target.dispatchEvent(new Event('pointerdown')),
      frame: () => frames.shift()?.(),
    };
  };

  it('runs with the next frame', () => {
    const { page: shown, frame } = page();
    let ran = 0;
    frameSchedule(shown)(() => ran++);
    expect(ran).toBe(0);
    frame();
    expect(ran).toBe(1);
  });

  it('leaves the frame after an input to its answer', () => {
    const { page: shown, press, frame } = page();
    let ran = 0;
    const schedule = frameSchedule(shown);
    schedule(() => ran++);
    press();
    frame();
    expect(ran).toBe(0);
    frame();
    expect(ran).toBe(1);
    schedule(() => ran++);
    frame();
    expect(ran).toBe(2);
  });
});
