import type { InteractionAnswer, InteractionDetail, PendingInteraction } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { formatJson, isObject, parseJson } from '../../shared/json.ts';
import type { Answerer, Elicitation, ElicitationAnswer, Sampling, SamplingAnswer } from './mcp/answerer.ts';
import type { JsonObject } from './mcp/types.ts';
import { createStateStream, type Watchable } from './state-stream.ts';

/** Requests of servers queue here until a window answers. Where no window watches, everything is declined at once. */
export interface InteractionDesk {
  readonly pending: Watchable<PendingInteraction[]>;
  detail(capture: string, interaction: string): Result<InteractionDetail>;
  answer(answer: InteractionAnswer): Result<void>;
  /** The one who answers for the user during a capture. */
  readonly answerer: (capture: string) => Answerer;
}

type Asked =
  | { readonly kind: 'form' | 'url'; readonly asked: Elicitation }
  | { readonly kind: 'sampling'; readonly asked: Sampling };

type Decision =
  | { readonly action: 'accept'; readonly content?: JsonObject }
  | { readonly action: 'decline' | 'cancel' };

interface Waiting {
  readonly pending: PendingInteraction;
  readonly question: Asked;
  readonly settle: (decision: Decision) => void;
  gone: boolean;
}

/** A request that the server took back stays on screen this long, ms, so that a person can read why it closed. */
const showGoneMs = 4000;

const detailOf = (question: Asked): InteractionDetail => {
  if (question.kind === 'sampling')
    return { kind: 'sampling', paramsJson: formatJson(question.asked.params, 2) };
  const { asked } = question;
  return asked.mode === 'form'
    ? { kind: 'form', message: asked.message, schemaJson: formatJson(asked.schema, 2) }
    : { kind: 'url', message: asked.message, url: asked.url.href };
};

const readContent = (text: string | undefined): Result<JsonObject | undefined> => {
  if (text === undefined) return ok(undefined);
  try {
    const value = parseJson(text);
    if (isObject(value)) return ok(value);
  } catch {
    // Told below, with the other thing that it may be.
  }
  return fail('content-not-object', 'The answer is not a JSON object.', {
    next: 'Correct it, and answer again.',
  });
};

export function createInteractionDesk(): InteractionDesk {
  const waiting = new Map<string, Waiting>();
  const state = createStateStream(() =>
    [...waiting.values()].map(({ pending, gone }) => ({ ...pending, gone })),
  );
  let watchers = 0;
  const key = (capture: string, interaction: string): string => `${capture}/${interaction}`;

  const notWaiting = (): Result<never> =>
    fail('interaction-not-waiting', 'This request no longer waits for an answer.', {
      next: 'The server has to ask again.',
    });

  const ask = async (
    capture: string,
    question: Asked,
    signal: AbortSignal,
  ): Promise<Decision & { readonly by: 'user' | 'policy' | 'caller' }> => {
    if (watchers === 0) return { action: 'decline', by: 'policy' };
    const { id, server, call } = question.asked;
    const { promise, resolve } = Promise.withResolvers<Decision>();
    const entry: Waiting = {
      question,
      settle: resolve,
      gone: false,
      pending: {
        capture,
        interaction: id,
        kind: question.kind,
        server,
        ...(call === undefined ? {} : { call }),
        requestedAt: new Date().toISOString(),
        gone: false,
      },
    };
    const withdrawn = (): void => resolve({ action: 'cancel' });
    signal.addEventListener('abort', withdrawn, { once: true });
    if (signal.aborted) withdrawn();
    waiting.set(key(capture, id), entry);
    state.changed();
    const decision = await promise;
    signal.removeEventListener('abort', withdrawn);
    const remove = (): void => {
      waiting.delete(key(capture, id));
      state.changed();
    };
    if (signal.aborted) {
      entry.gone = true;
      state.changed();
      setTimeout(remove, showGoneMs).unref();
      return { action: 'cancel', by: 'caller' };
    }
    remove();
    return { ...decision, by: 'user' };
  };

  return {
    pending: {
      get: () => state.get(),
      onChange: (listener) => {
        const stop = state.onChange(listener);
        watchers += 1;
        return () => {
          watchers -= 1;
          stop();
        };
      },
    },

    detail: (capture, interaction) => {
      const entry = waiting.get(key(capture, interaction));
      return entry === undefined ? notWaiting() : ok(detailOf(entry.question));
    },

    answer: ({ capture, interaction, action, contentJson }) => {
      const entry = waiting.get(key(capture, interaction));
      if (entry === undefined || entry.gone) return notWaiting();
      const content = readContent(contentJson);
      if (!content.ok) return content;
      if (action === 'accept' && entry.question.kind === 'sampling' && content.value === undefined)
        return fail('content-missing', 'A sampling request is answered with a result.', {
          next: 'Write the result, or decline.',
        });
      entry.settle(
        action === 'accept'
          ? { action, ...(content.value === undefined ? {} : { content: content.value }) }
          : { action },
      );
      return ok(undefined);
    },

    answerer: (capture) => ({
      elicit: async (asked, signal): Promise<ElicitationAnswer> => {
        const decision = await ask(capture, { kind: asked.mode, asked }, signal);
        return decision;
      },
      sample: async (asked, signal): Promise<SamplingAnswer> => {
        const decision = await ask(capture, { kind: 'sampling', asked }, signal);
        return decision.action === 'accept'
          ? { action: 'accept', result: decision.content ?? {}, by: decision.by }
          : decision;
      },
    }),
  };
}
