import { formatJson, isObject } from '../../../shared/json.ts';
import { failureText } from './failure-text.ts';
import { newId } from './ids.ts';
import type { CallPart } from './reply.ts';
import type { JsonBody } from './request-body.ts';
import { CODE_PIECE, pieces, TEXT_PIECE, type Encoder, type WireEvent } from './wire-events.ts';

type Part = Readonly<Record<string, unknown>>;

const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

/** OpenAI Chat Completions. Its stream has no event for a finished call: it is whole with the last piece of its arguments. */
export function createChatEncoder(model: unknown, body: JsonBody): Encoder {
  const response = newId.completion();
  const options = body['stream_options'];
  const counts = isObject(options) && options['include_usage'] === true;
  const calls: Part[] = [];
  const texts: string[] = [];
  const base = { id: response, created: Math.floor(Date.now() / 1000), model };
  const finishReason = (): string => (calls.length > 0 ? 'tool_calls' : 'stop');

  const chunk = (choices: readonly Part[], used: typeof usage | null = null): WireEvent => ({
    data: { ...base, object: 'chat.completion.chunk', choices, ...(counts ? { usage: used } : {}) },
  });
  const delta = (part: Part, finish: string | null = null): WireEvent =>
    chunk([{ index: 0, delta: part, finish_reason: finish }]);

  function* content(text: string): Generator<WireEvent> {
    const index = texts.push(text) - 1;
    const parts = text === '' ? [''] : pieces(text, TEXT_PIECE);
    for (const [at, piece] of parts.entries()) {
      yield {
        ...delta({ content: piece }),
        // Texts have no ids on this wire.
        ...(at === parts.length - 1 ? { finished: { item: `${response} ${index}`, type: 'text' } } : {}),
      };
    }
  }

  function* toolCall({ callable, args }: CallPart): Generator<WireEvent> {
    const id = newId.call();
    const { name } = callable;
    const text = formatJson(args);
    const index = calls.push({ id, type: 'function', function: { name, arguments: text } }) - 1;
    yield delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] });
    const parts = pieces(text, CODE_PIECE);
    for (const [at, piece] of parts.entries()) {
      const finished = {
        item: id,
        callId: id,
        type: 'function_call',
        callable: { type: 'function_call', name },
        args,
      } as const;
      yield {
        ...delta({ tool_calls: [{ index, function: { arguments: piece } }] }),
        ...(at === parts.length - 1 ? { finished } : {}),
      };
    }
  }

  return {
    response,
    start: function* () {
      yield delta({ role: 'assistant', content: '' });
    },
    part: (part) => {
      switch (part.kind) {
        case 'text':
          return content(part.text);
        case 'call':
          return toolCall(part);
        case 'exec':
        case 'search':
          // No client of this wire has such items; the player makes none for it.
          return [];
      }
    },
    finish: function* () {
      yield delta({}, finishReason());
      if (counts) yield chunk([], usage);
      yield { data: '[DONE]' };
    },
    fail: function* (status) {
      yield { data: chatError(status) };
    },
    document: () => ({
      ...base,
      object: 'chat.completion',
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: texts.length === 0 ? null : texts.join(''),
            ...(calls.length === 0 ? {} : { tool_calls: calls }),
          },
          finish_reason: finishReason(),
        },
      ],
      usage,
    }),
  };
}

const errorType = (status: number): string => {
  if (status >= 500) return 'server_error';
  if (status === 429) return 'rate_limit_error';
  return 'invalid_request_error';
};

/** The body of an answer that is an error; the same object ends a stream that already began. */
export const chatError = (status: number): Part => ({
  error: { message: failureText(status), type: errorType(status), param: null, code: null },
});
