import type { Checked } from './check.ts';

const DEADLINE_MS = 1500;

interface Job {
  readonly id: number;
  readonly settle: (checked: Checked) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

export interface Checker {
  /** Checks the newest value; an earlier check that is still running is answered as unchecked. */
  check(schema: unknown, value: unknown): Promise<Checked>;
  close(): void;
}

/** A checker that works beside the page. A check that takes longer than 1.5 s is ended together with its worker. */
export function createChecker(
  startWorker: () => Worker = () =>
    new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module' }),
): Checker {
  let worker: Worker | undefined;
  let job: Job | undefined;
  let next = 0;

  const finish = (checked: Checked): void => {
    if (!job) return;
    clearTimeout(job.timer);
    job.settle(checked);
    job = undefined;
  };

  const stop = (reason: string): void => {
    worker?.terminate();
    worker = undefined;
    finish({ state: 'unchecked', reason });
  };

  const start = (): Worker => {
    const started = startWorker();
    started.addEventListener('message', ({ data }: MessageEvent<{ id: number; checked: Checked }>) => {
      if (data.id === job?.id) finish(data.checked);
    });
    started.addEventListener('error', () => stop('The check could not be run.'));
    return started;
  };

  return {
    check(schema, value) {
      if (job) stop('A newer value is being checked.');
      worker ??= start();
      const id = next++;
      const running = worker;
      return new Promise((settle) => {
        const timer = setTimeout(
          () => stop('Checking took too long and was stopped. Simplify the schema or its patterns.'),
          DEADLINE_MS,
        );
        job = { id, settle, timer };
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
        running.postMessage({ id, schema, value });
      });
    },
    close: () => stop('The form was closed.'),
  };
}
