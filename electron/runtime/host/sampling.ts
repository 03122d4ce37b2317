import type { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { PlayedProfile } from '../../../shared/hosts/index.ts';
import type { Step } from './step.ts';
import type { HostThread } from './thread.ts';
import { modelWire } from './wire/model-wire.ts';
import { disconnected, streamRequest } from './wire/sse-request.ts';
import type { JsonItem, ModelItem } from './wire/types.ts';

/** Pauses before the second and the third attempt of one sampling request, ms. */
export const RETRY_DELAYS_MS = [250, 1000] as const;

export interface SamplerOptions {
  readonly profile: PlayedProfile;
  readonly providerUrl: string;
  readonly key: string;
  readonly model: string;
  readonly agent: Agent;
  readonly retryDelaysMs: readonly number[];
  readonly signal: AbortSignal;
}

/** What one sampling request brought. */
export interface Sample {
  readonly text: string;
  /** How many calls the model asked for. */
  readonly calls: number;
}

/** Server faults and broken streams come back; anything else the client did wrong does not. */
const mayRetry = (code: string): boolean =>
  code === 'stream-disconnected' || code === 'response-failed' || /^http-5\d\d$/.test(code);

export function createSampler(options: SamplerOptions) {
  const { profile, signal } = options;
  const wire = modelWire(profile);

  /**
   * One sampling request of one step. A retry sends the newest history, but what the step declared stays: the list is not
   * read again. `onItem` starts what an item asks for as soon as it is complete, and gives the output that answers it.
   */
  const sample = async (
    thread: HostThread,
    step: Step,
    onItem: (item: ModelItem) => Promise<JsonItem> | undefined,
  ): Promise<Result<Sample>> => {
    const { plan } = await step.contents();
    const declaration = plan.declare({
      instructions: 'You are played from a script.',
      loaded: [...thread.loaded.values()],
    });
    const texts: string[] = [];
    let calls = 0;

    const attempt = async (): Promise<Result<void>> => {
      const outputs: Promise<JsonItem>[] = [];
      const reader = wire.reader((item) => {
        thread.history.push({ kind: 'item', wire: item.wire });
        if (item.text !== undefined) texts.push(item.text);
        const output = onItem(item);
        if (output === undefined) return;
        outputs.push(output);
        // Awaited below; until then a failure must not look like one that nobody waits for.
        output.catch(() => undefined);
      });
      const streamed = await streamRequest({
        url: `${options.providerUrl}${wire.path}`,
        headers: { ...wire.headers(options.key, profile), ...thread.identity.headers },
        body: wire.body(options.model, declaration, thread.history, thread.identity),
        agent: options.agent,
        signal,
        onEvent: (type, data) => reader.event(type, data),
      });
      // Also after a broken stream: what an item started has run, and its output belongs to the history.
      for (const output of await Promise.all(outputs)) thread.history.push({ kind: 'output', wire: output });
      calls += outputs.length;
      if (!streamed.ok) return streamed;
      const end = reader.end();
      if (end.kind === 'completed') return ok(undefined);
      return end.kind === 'failed' ? { ok: false, fault: end.fault } : disconnected;
    };

    for (const delay of [...options.retryDelaysMs, undefined]) {
      const tried = await attempt();
      if (tried.ok) return ok({ text: texts.join(''), calls });
      if (signal.aborted) return fail('cancelled', 'The run was cancelled.');
      if (delay === undefined || !mayRetry(tried.fault.code)) return tried;
      await sleep(delay, undefined, { signal }).catch(() => undefined);
    }
    return disconnected;
  };

  return { sample };
}
export type Sampler = ReturnType<typeof createSampler>;
