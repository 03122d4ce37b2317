import { Worker } from 'node:worker_threads';
import * as z from 'zod';
import { finding, type McpFinding } from './findings.ts';
import type { JsonObject, RawTool, Violation } from './types.ts';

export interface CheckRequest {
  readonly id: number;
  readonly schema: JsonObject;
  readonly value: unknown;
}

const CheckReply = z.discriminatedUnion('kind', [
  z.strictObject({
    id: z.int(),
    kind: z.literal('checked'),
    violations: z.array(z.strictObject({ code: z.string(), pointer: z.string() })),
  }),
  /** The thread has loaded its code. */
  z.strictObject({ kind: z.literal('ready') }),
  /** The schema cannot be compiled. */
  z.strictObject({ id: z.int(), kind: z.literal('unusable') }),
]);
export type CheckReply = z.infer<typeof CheckReply>;

export interface OutputCheck {
  readonly violations: readonly Violation[];
  readonly findings: readonly McpFinding[];
}

const dialects = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/** Hostile patterns and cycles can run for ever; a check may take this long, ms. */
const deadlineMs = 1000;
/** Starting the thread is not the schema's fault, ms. */
const startMs = 10_000;

type Verdict = Exclude<CheckReply, { kind: 'ready' }> | { readonly kind: 'late' };

/** One worker at a time, started by the first check and again after a check that had to be stopped. */
export const createOutputChecker = () => {
  let worker: Worker | undefined;
  let online: Promise<void> = Promise.resolve();
  let queue: Promise<unknown> = Promise.resolve();
  let count = 0;

  const start = (): Worker => {
    const file = import.meta.url.endsWith('.ts') ? './output-check-worker.ts' : './output-check-worker.js';
    const started = new Worker(new URL(file, import.meta.url), { name: 'output-check' });
    started.unref();
    online = new Promise((resolve) => {
      started.once('message', () => resolve());
      started.once('error', () => {
        worker = undefined;
        resolve();
      });
    });
    return started;
  };

  const stop = (): void => {
    void worker?.terminate();
    worker = undefined;
  };

  const run = async (schema: JsonObject, value: unknown): Promise<Verdict> => {
    worker ??= start();
    const used = worker;
    const id = (count += 1);
    let timer: NodeJS.Timeout | undefined;
    let onError: () => void = () => undefined;
    const late = (ms: number) =>
      new Promise<Verdict>((resolve) => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ kind: 'late' }), ms);
      });
    try {
      const up = await Promise.race([online, late(startMs)]);
      if (up !== undefined) {
        stop();
        return up;
      }
      const replied = new Promise<Verdict>((resolve) => {
        used.once('message', (raw: unknown) => {
          const reply = CheckReply.parse(raw);
          resolve(reply.kind === 'ready' ? { id, kind: 'unusable' } : reply);
        });
        onError = () => resolve({ id, kind: 'unusable' });
        used.once('error', onError);
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      used.postMessage({ id, schema, value } satisfies CheckRequest);
      const verdict = await Promise.race([replied, late(deadlineMs)]);
      if (verdict.kind === 'late') stop();
      return verdict;
    } finally {
      clearTimeout(timer);
      used.removeAllListeners('message');
      used.off('error', onError);
    }
  };

  const enqueue = (schema: JsonObject, value: unknown): Promise<Verdict> => {
    const mine = queue.then(() => run(schema, value));
    queue = mine.catch(() => undefined);
    return mine;
  };

  return {
    /** Compares a result with the outputSchema of its tool. Never rejects; an unusable schema is a finding. */
    check: async (tool: RawTool, result: JsonObject): Promise<OutputCheck> => {
      const about = { tool: tool.name, index: tool.index };
      const { outputSchema } = tool;
      // An error result owes nothing to the schema.
      if (outputSchema === undefined || result['isError'] === true) return { violations: [], findings: [] };
      const value = result['structuredContent'];
      if (value === undefined) return { violations: [], findings: [finding('output-missing', about)] };
      const dialect = outputSchema['$schema'];
      const unusable = (detail: string): OutputCheck => ({
        violations: [],
        findings: [finding('tool-output-schema-invalid', { ...about, detail })],
      });
      if (dialect !== undefined && (typeof dialect !== 'string' || !dialects.test(dialect)))
        return unusable('unknown dialect');
      const verdict = await enqueue(outputSchema, value);
      switch (verdict.kind) {
        case 'late':
          return { violations: [], findings: [finding('schema-check-timeout', about)] };
        case 'unusable':
          return unusable('cannot be compiled');
        case 'checked':
          return {
            violations: verdict.violations,
            findings: verdict.violations.map(({ code, pointer }) =>
              finding('output-violates-schema', { ...about, pointer, detail: code }),
            ),
          };
      }
    },
    stop,
  };
};
export type OutputChecker = ReturnType<typeof createOutputChecker>;

let shared: OutputChecker | undefined;
/** The one checker of this process. */
export const outputChecker = (): OutputChecker => (shared ??= createOutputChecker());
