/** Calls that only read run together; any other runs alone, in the order in which they came (CX-7.03). */
export function createTurnstile() {
  let tail: Promise<unknown> = Promise.resolve();
  let readers: Promise<unknown>[] = [];

  return {
    run<T>(together: boolean, work: () => Promise<T>): Promise<T> {
      if (together) {
        const task = tail.then(work);
        readers.push(task.catch(() => undefined));
        return task;
      }
      const before = [tail, ...readers];
      const task = Promise.all(before).then(work);
      tail = task.catch(() => undefined);
      readers = [];
      return task;
    },
  };
}
export type Turnstile = ReturnType<typeof createTurnstile>;
