import { formatJson } from '../../../shared/json.ts';
import { failureText } from './failure-text.ts';
import { newId } from './ids.ts';
import type { Arguments } from './reply.ts';
import { CODE_PIECE, pieces, TEXT_PIECE, type Encoder, type WireEvent } from './wire-events.ts';

type Block = Readonly<Record<string, unknown>>;

const inputUsage = {
  input_tokens: 10,
  output_tokens: 1,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
};

/** Anthropic Messages, streamed (CC-7.04). */
export function createMessagesEncoder(model: unknown): Encoder {
  const response = newId.message();
  const content: Block[] = [];
  const base = {
    id: response,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: inputUsage,
  };
  const event = (type: string, data: Block): WireEvent => ({ name: type, data: { type, ...data } });
  const stopReason = (): string =>
    content.some((block) => block['type'] === 'tool_use') ? 'tool_use' : 'end_turn';

  function* textBlock(text: string): Generator<WireEvent> {
    const index = content.push({ type: 'text', text }) - 1;
    yield event('content_block_start', { index, content_block: { type: 'text', text: '' } });
    for (const piece of pieces(text, TEXT_PIECE))
      yield event('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });
    // A text block has no id of its own on this wire.
    yield {
      ...event('content_block_stop', { index }),
      finished: { item: `${response} ${index}`, type: 'text' },
    };
  }

  function* toolUse(name: string, args: Arguments): Generator<WireEvent> {
    const id = newId.toolUse();
    const index = content.push({ type: 'tool_use', id, name, input: args }) - 1;
    yield event('content_block_start', { index, content_block: { type: 'tool_use', id, name, input: {} } });
    for (const piece of pieces(formatJson(args), CODE_PIECE)) {
      yield event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } });
    }
    const finished = {
      item: id,
      callId: id,
      type: 'tool_use',
      callable: { type: 'tool_use', name },
      args,
    } as const;
    yield { ...event('content_block_stop', { index }), finished };
  }

  return {
    response,
    start: function* () {
      yield event('message_start', { message: base });
      yield event('ping', {});
    },
    part: (part) => {
      switch (part.kind) {
        case 'text':
          return textBlock(part.text);
        case 'call':
          return toolUse(part.callable.name, part.args);
        case 'exec':
        case 'search':
          // No client of this wire has such items; the player makes none for it.
          return [];
      }
    },
    finish: function* () {
      yield event('message_delta', {
        delta: { stop_reason: stopReason(), stop_sequence: null },
        usage: { output_tokens: 5 },
      });
      yield event('message_stop', {});
    },
    fail: function* (status) {
      yield event('error', { ...messagesError(status) });
    },
    document: () => ({
      ...base,
      content,
      stop_reason: stopReason(),
      usage: { ...inputUsage, output_tokens: 5 },
    }),
  };
}

const errorType = (status: number): string => {
  if (status === 529) return 'overloaded_error';
  if (status >= 500) return 'api_error';
  if (status === 429) return 'rate_limit_error';
  if (status === 401) return 'authentication_error';
  return 'invalid_request_error';
};

/** The body of an answer that is an error before any stream began. */
export const messagesError = (status: number): Block => ({
  type: 'error',
  error: { type: errorType(status), message: failureText(status) },
});
