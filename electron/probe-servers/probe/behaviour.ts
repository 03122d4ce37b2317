import { setTimeout as wait } from 'node:timers/promises';
import { brokenTool, lateTool, picture, tools } from './definitions.ts';
import type { ProbeOptions } from './options.ts';

export const serverInfo = { name: 'shape-probe', title: 'Shape Probe', version: '1.0.0' };
export const instructions = 'Synthetic tools for looking at how a client treats them. Nothing here is real.';

export interface CallContext {
  readonly signal: AbortSignal;
  /** Does nothing when the caller gave no progress token. */
  readonly progress: (progress: number, total: number) => Promise<void>;
}

type Arguments = Readonly<Record<string, unknown>>;
type Content = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string };
// A type alias, not an interface: it has to be assignable to the open result types of both server libraries.
type CallResult = { content: Content[]; structuredContent?: Record<string, unknown>; isError?: boolean };

const text = (value: string): CallResult => ({ content: [{ type: 'text', text: value }] });
const failure = (message: string): CallResult => ({ ...text(message), isError: true });

const records = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index + 1}`,
    title: `Synthetic record ${index + 1}`,
  }));
const found = (count: number): CallResult => text(JSON.stringify({ total: count, records: records(count) }));

const whole = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : fallback;

const calls: Readonly<
  Record<string, (args: Arguments, context: CallContext) => CallResult | Promise<CallResult>>
> = {
  lookup: (args) => found(whole(args['limit'], 1)),
  late_lookup: () => found(1),
  unannotated_lookup: () => found(1),
  broken_lookup: () => found(1),
  failing_lookup: () => failure('The synthetic lookup failed, as it always does.'),
  image_lookup: () => ({ content: [{ type: 'image', data: picture, mimeType: 'image/png' }] }),
  delete_record: (args) => text(JSON.stringify({ deleted: true, cascade: args['cascade'] === true })),
  slow_lookup: async (args, { signal }) => {
    await wait(whole(args['delayMs'], 1000), undefined, { signal });
    return found(1);
  },
  structured_lookup: (args) => {
    const result =
      args['valid'] === false ? { total: 'one', records: [] } : { total: 1, records: records(1) };
    return { ...text(JSON.stringify(result)), structuredContent: result };
  },
  huge_lookup: (args) =>
    text(
      'Synthetic filler. '
        .repeat(Math.ceil(whole(args['bytes'], 1_500_000) / 18))
        .slice(0, whole(args['bytes'], 1_500_000)),
    ),
  progress_lookup: async (args, { signal, progress }) => {
    const steps = whole(args['steps'], 4);
    for (let step = 1; step <= steps; step += 1) {
      await wait(whole(args['stepMs'], 100), undefined, { signal });
      await progress(step, steps);
    }
    return found(1);
  },
};

const required = (name: string): readonly string[] => {
  const tool = [...tools, lateTool].find((candidate) => candidate.name === name);
  return tool !== undefined && 'required' in tool.inputSchema ? tool.inputSchema.required : [];
};

/** The state of one running probe; `announce` sends tools/list_changed. */
export const createProbe = (options: ProbeOptions, announce: () => Promise<void>) => {
  let answered = 0;
  let late = options.lateAfterCalls === 0;

  return {
    list: (): readonly object[] => [
      ...tools,
      ...(options.brokenTool ? [brokenTool] : []),
      ...(options.also === undefined ? [] : [{ ...tools[0], name: options.also }]),
      ...(late ? [lateTool] : []),
    ],

    /** The result of a call; undefined when there is no such tool. */
    call: async (asked: string, args: Arguments, context: CallContext): Promise<CallResult | undefined> => {
      const name = asked === options.also ? 'lookup' : asked;
      const run = Object.hasOwn(calls, name) ? calls[name] : undefined;
      if (run === undefined || (name === 'late_lookup' && !late)) return undefined;
      const missing = required(name).find((key) => args[key] === undefined);
      const result =
        missing === undefined ? await run(args, context) : failure(`The argument "${missing}" is missing.`);
      answered += 1;
      if (!late && answered === options.lateAfterCalls) {
        late = true;
        await announce();
      }
      return result;
    },
  };
};

/** A client that is gone leaves nothing to wait for, running calls included. */
export const exitWithInput = (): void => void process.stdin.once('end', () => process.exit(0));
