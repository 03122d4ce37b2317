import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { JsonBody } from './request-body.ts';

type Items = readonly unknown[];

/** What was said up to a response and in it, by the response's raw id. In memory only, the newest so many. */
export interface Conversations {
  get(response: string): Items | undefined;
  put(response: string, items: Items): void;
  forget(response: string): void;
}

export function createConversations(most: number): Conversations {
  const known = new Map<string, Items>();
  return {
    get: (response) => known.get(response),
    put: (response, items) => {
      known.set(response, items);
      const [oldest] = known.keys();
      if (known.size > most && oldest !== undefined) known.delete(oldest);
    },
    forget: (response) => void known.delete(response),
  };
}

/** Input may be one text in place of a list of items. */
export function inputItems(input: unknown): Items {
  if (Array.isArray(input)) return input;
  if (typeof input !== 'string') return [];
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
}

/** The raw id of the response that this request goes on from. */
export const previousOf = (body: JsonBody): string | undefined => {
  const previous = body['previous_response_id'];
  return typeof previous === 'string' ? previous : undefined;
};

/** The request with everything that it leaves out because it was said before (CX-8.33). */
export function wholeRequest(
  body: JsonBody,
  find: (response: string) => Items | undefined,
): Result<JsonBody> {
  const previous = previousOf(body);
  if (previous === undefined) return ok(body);
  const before = find(previous);
  if (before === undefined)
    return fail('previous-response-unknown', 'The request goes on from a response that is not known here.');
  return ok({ ...body, input: [...before, ...inputItems(body['input'])] });
}

/** What a client is told that goes on from a response that nobody knows: it begins again with the whole input. */
export const previousUnknown = (previous: string | undefined): Readonly<Record<string, unknown>> => ({
  error: {
    type: 'invalid_request_error',
    code: 'previous_response_not_found',
    message: `Previous response with id '${previous ?? ''}' not found.`,
    param: 'previous_response_id',
  },
});
