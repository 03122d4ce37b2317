const WINDOW_MS = 2000;

/** How many things happen a second, over the last two seconds. */
export interface Rate {
  readonly add: (count: number, nowMs: number) => void;
  readonly perSecond: (nowMs: number) => number;
}

export function createRate(): Rate {
  let marks: { at: number; count: number }[] = [];
  const trim = (nowMs: number): void => {
    marks = marks.filter(({ at }) => at > nowMs - WINDOW_MS);
  };
  return {
    add: (count, nowMs) => {
      trim(nowMs);
      marks.push({ at: nowMs, count });
    },
    perSecond: (nowMs) => {
      trim(nowMs);
      const total = marks.reduce((sum, { count }) => sum + count, 0);
      return Math.round((total * 1000) / WINDOW_MS);
    },
  };
}
