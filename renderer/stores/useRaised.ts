import { useState } from 'react';

interface Raised<Item> {
  readonly current: Item;
  readonly key: string;
  /** Counted from 1. */
  readonly place: number;
  readonly count: number;
  readonly next: () => void;
}

/** The one request of a queue that lies over the window: the oldest, until another is chosen or it is gone. */
export function useRaised<Item>(
  queue: readonly Item[],
  keyOf: (item: Item) => string,
): Raised<Item> | undefined {
  const [shown, setShown] = useState<string>();
  // The one being read stays on top when others arrive.
  const current = queue.find((item) => keyOf(item) === shown) ?? queue[0];
  if (current === undefined) return undefined;
  const key = keyOf(current);
  if (key !== shown) setShown(key);
  const at = queue.findIndex((item) => keyOf(item) === key);
  const after = queue[(at + 1) % queue.length] ?? current;
  return { current, key, place: at + 1, count: queue.length, next: () => setShown(keyOf(after)) };
}
