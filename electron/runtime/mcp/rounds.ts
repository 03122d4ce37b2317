import { setTimeout as wait } from 'node:timers/promises';
import type { LocalId } from '../../../shared/event.ts';
import { fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { Interactions, Reply } from './interactions.ts';
import type { Asked } from './session.ts';
import type { JsonObject } from './types.ts';

// Multi-round-trip requests: revision 2026-07-28, basic/patterns/mrtr.

const maxRounds = 10;
/** Pause before asking again when the server wants nothing but to be asked again, ms. */
const pauseMs = 200;

const tooManyRounds = fault('input-rounds-exceeded', 'The server asked for input again and again.', {
  cause: `It was answered ${maxRounds} times.`,
  next: 'Look at the requests in the event log.',
});

const cancelled = fault('cancelled', 'The request was cancelled.');

/** The answers to the input requests of one result, by their keys. */
export const answerAll = async (
  requests: unknown,
  interactions: Interactions,
  signal: AbortSignal,
  call: LocalId | undefined,
): Promise<JsonObject> => {
  const answered = await Promise.all(
    Object.entries(isObject(requests) ? requests : {}).map(
      async ([key, request]): Promise<[string, unknown]> => {
        const { method, params } = isObject(request) ? request : {};
        const reply: Reply = await interactions.answer(
          typeof method === 'string' ? method : '',
          isObject(params) ? params : {},
          signal,
          call,
        );
        // There is no error among input responses; what cannot be answered is left out.
        return [key, 'result' in reply ? reply.result : undefined];
      },
    ),
  );
  return Object.fromEntries(answered.filter(([, result]) => result !== undefined));
};

interface RoundOptions {
  readonly interactions: Interactions;
  readonly signal?: AbortSignal | undefined;
  readonly call?: LocalId | undefined;
}

/**
 * Sends a request and, as long as the server answers that it needs input, sends it again with that input and the server's
 * state, both only for that next time.
 */
export const inRounds = async (
  send: (extra: JsonObject) => Promise<Asked>,
  options: RoundOptions,
): Promise<Asked> => {
  let extra: JsonObject = {};
  for (let round = 0; ; round += 1) {
    const asked = await send(extra);
    const result = asked.kind === 'answer' && asked.fault === undefined ? asked.answer.result : undefined;
    if (result?.['resultType'] !== 'input_required') return asked;
    if (round === maxRounds) return { kind: 'failed', fault: tooManyRounds };
    const { inputRequests, requestState } = result;
    const signal = options.signal ?? new AbortController().signal;
    const inputResponses = await answerAll(inputRequests, options.interactions, signal, options.call);
    const none = Object.keys(inputResponses).length === 0;
    if (none) await wait(pauseMs);
    if (signal.aborted) return { kind: 'cancelled', fault: cancelled };
    extra = {
      ...(none ? {} : { inputResponses }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
};
