import { formatJson } from '../../../shared/json.ts';
import { failureText } from './failure-text.ts';
import { newId } from './ids.ts';
import type { Arguments, CallPart, ExecPart } from './reply.ts';
import type { JsonBody } from './request-body.ts';
import {
  CODE_PIECE,
  pieces,
  TEXT_PIECE,
  type Encoder,
  type FinishedItem,
  type WireEvent,
} from './wire-events.ts';

type Item = Readonly<Record<string, unknown>>;

/** Token counts of a model that does not count. */
const usage = {
  input_tokens: 10,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15,
};

/** OpenAI Responses: the same events over SSE and, one a frame, over a socket. */
export function createResponsesEncoder(
  model: unknown,
  body: JsonBody,
  onProgram: (callId: string, part: ExecPart) => void,
): Encoder {
  const response = newId.response();
  const output: Item[] = [];
  let sequence = 0;
  const base = {
    id: response,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model,
    status: 'in_progress',
    output: [],
  };

  const event = (type: string, data: Item, finished?: FinishedItem): WireEvent => ({
    name: type,
    data: { type, ...data, sequence_number: sequence++ },
    ...(finished === undefined ? {} : { finished }),
  });

  function* added(item: Item, started: Item): Generator<WireEvent, number> {
    const index = output.push(item) - 1;
    yield event('response.output_item.added', {
      output_index: index,
      item: { ...item, status: 'in_progress', ...started },
    });
    return index;
  }

  function* message(text: string): Generator<WireEvent> {
    const id = newId.outputMessage();
    const part = { type: 'output_text', text, annotations: [] };
    const item = { type: 'message', id, role: 'assistant', status: 'completed', content: [part] };
    const index = yield* added(item, { content: [] });
    const place = { item_id: id, output_index: index, content_index: 0 };
    yield event('response.content_part.added', { ...place, part: { ...part, text: '' } });
    for (const delta of pieces(text, TEXT_PIECE))
      yield event('response.output_text.delta', { ...place, delta });
    yield event('response.output_text.done', { ...place, text });
    yield event('response.content_part.done', { ...place, part });
    yield event('response.output_item.done', { output_index: index, item }, { item: id, type: 'message' });
  }

  function* functionCall(part: CallPart): Generator<WireEvent> {
    const id = newId.functionCall();
    const callId = newId.call();
    const text = formatJson(part.args);
    const { name, namespace } = part.callable;
    const named = { name, ...(namespace === undefined ? {} : { namespace }) };
    const item = {
      type: 'function_call',
      id,
      call_id: callId,
      ...named,
      arguments: text,
      status: 'completed',
    };
    const index = yield* added(item, { arguments: '' });
    const place = { item_id: id, output_index: index };
    for (const delta of pieces(text, CODE_PIECE))
      yield event('response.function_call_arguments.delta', { ...place, delta });
    yield event('response.function_call_arguments.done', { ...place, arguments: text });
    const finished = {
      item: id,
      callId,
      type: 'function_call',
      callable: { type: 'function_call', ...named },
      args: part.args,
    } as const;
    yield event('response.output_item.done', { output_index: index, item }, finished);
  }

  function* customCall(part: ExecPart): Generator<WireEvent> {
    const id = newId.customCall();
    const callId = newId.call();
    onProgram(callId, part);
    const item = {
      type: 'custom_tool_call',
      id,
      call_id: callId,
      name: 'exec',
      input: part.text,
      status: 'completed',
    };
    const index = yield* added(item, { input: '' });
    const place = { item_id: id, output_index: index };
    for (const delta of pieces(part.text, CODE_PIECE))
      yield event('response.custom_tool_call_input.delta', { ...place, delta });
    yield event('response.custom_tool_call_input.done', { ...place, input: part.text });
    const finished = {
      item: id,
      callId,
      type: 'custom_tool_call',
      callable: { type: 'custom_tool_call', name: 'exec' },
    } as const;
    yield event('response.output_item.done', { output_index: index, item }, finished);
  }

  function* searchCall(args: Arguments): Generator<WireEvent> {
    const id = newId.searchCall();
    const callId = newId.call();
    const item = {
      type: 'tool_search_call',
      id,
      call_id: callId,
      execution: 'client',
      arguments: args,
      status: 'completed',
    };
    const index = yield* added(item, {});
    const finished = {
      item: id,
      callId,
      type: 'tool_search_call',
      callable: { type: 'tool_search_call', name: 'tool_search' },
      args,
    } as const;
    yield event('response.output_item.done', { output_index: index, item }, finished);
  }

  return {
    response,
    start: function* () {
      yield event('response.created', { response: base });
      // A warm-up is over as soon as it begins (CX-8.32).
      if (body['generate'] !== false) yield event('response.in_progress', { response: base });
    },
    part: (part) => {
      switch (part.kind) {
        case 'text':
          return message(part.text);
        case 'call':
          return functionCall(part);
        case 'exec':
          return customCall(part);
        case 'search':
          return searchCall(part.args);
      }
    },
    finish: function* () {
      yield event('response.completed', { response: { ...base, status: 'completed', output, usage } });
    },
    fail: function* (status) {
      const error = {
        code: status === 429 ? 'rate_limit_exceeded' : 'server_error',
        message: failureText(status),
      };
      yield event('response.failed', { response: { ...base, status: 'failed', error } });
    },
    document: () => ({ ...base, status: 'completed', output, usage }),
  };
}

/** The body of an answer that is an error before any stream began. */
export const responsesError = (status: number): Item => ({
  error: {
    type: status >= 500 ? 'server_error' : status === 429 ? 'rate_limit_error' : 'invalid_request_error',
    code: null,
    param: null,
    message: failureText(status),
  },
});
