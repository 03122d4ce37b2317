import { fail, type Result } from '../../../../shared/fault.ts';

/** One piece of work that many can wait for. It is abandoned when nobody waits any more. */
export interface Flight<K> {
  /** What is under way now. */
  readonly kind: K | undefined;
  /** Starts the work, or joins what is under way. */
  join(
    kind: K,
    work: (signal: AbortSignal) => Promise<Result<void>>,
    signal?: AbortSignal,
  ): Promise<Result<void>>;
  abort(): void;
}

const cancelled = (): Result<never> => fail('auth-cancelled', 'Authorization was cancelled.');

export const createFlight = <K>(): Flight<K> => {
  let current:
    | {
        readonly kind: K;
        readonly done: Promise<Result<void>>;
        readonly stop: AbortController;
        waiting: number;
      }
    | undefined;

  return {
    get kind() {
      return current?.kind;
    },
    join: async (kind, work, signal) => {
      if (signal?.aborted === true) return cancelled();
      if (current === undefined) {
        const stop = new AbortController();
        const done = work(stop.signal).finally(() => (current = undefined));
        current = { kind, done, stop, waiting: 0 };
      }
      const joined = current;
      joined.waiting += 1;
      const left = Promise.withResolvers<Result<never>>();
      const onAbort = (): void => left.resolve(cancelled());
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        return await Promise.race([joined.done, left.promise]);
      } finally {
        signal?.removeEventListener('abort', onAbort);
        joined.waiting -= 1;
        if (joined.waiting === 0) joined.stop.abort();
      }
    },
    abort: () => current?.stop.abort(),
  };
};
