import * as z from 'zod';
import { fault } from '../../../../shared/fault.ts';
import { parseJson } from '../../../../shared/json.ts';
import type { HistoryEntry, JsonItem, ModelItem, ModelWire, StreamEnd } from './types.ts';

const Item = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('message'),
    id: z.string(),
    content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  }),
  z.looseObject({
    type: z.literal('function_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    namespace: z.string().optional(),
    arguments: z.string(),
  }),
  z.looseObject({
    type: z.literal('custom_tool_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    namespace: z.string().optional(),
  }),
  z.looseObject({
    type: z.literal('tool_search_call'),
    id: z.string(),
    call_id: z.string(),
    arguments: z.unknown(),
  }),
]);

const Done = z.looseObject({ item: z.looseObject({ type: z.string() }) });
const Failed = z.looseObject({
  response: z.looseObject({ error: z.looseObject({ code: z.string() }).optional() }),
});

/** What the built-in host reads of an item; types that it does not know go into the history unread. */
function readItem(wire: JsonItem): ModelItem {
  const parsed = Item.safeParse(wire);
  if (!parsed.success) return { wire };
  const item = parsed.data;
  switch (item.type) {
    case 'message':
      return { wire, text: item.content.map((part) => part.text ?? '').join('') };
    case 'function_call': {
      const { name, namespace } = item;
      const observed = { type: item.type, name, ...(namespace === undefined ? {} : { namespace }) };
      return {
        wire,
        call: {
          type: item.type,
          itemId: item.id,
          callId: item.call_id,
          observed,
          args: readArguments(item.arguments),
        },
      };
    }
    case 'custom_tool_call': {
      const { name, namespace } = item;
      const observed = { type: item.type, name, ...(namespace === undefined ? {} : { namespace }) };
      return {
        wire,
        call: { type: item.type, itemId: item.id, callId: item.call_id, observed, args: undefined },
      };
    }
    case 'tool_search_call': {
      const observed = { type: item.type, name: 'tool_search' };
      return {
        wire,
        call: { type: item.type, itemId: item.id, callId: item.call_id, observed, args: item.arguments },
      };
    }
  }
}

/** Text that is no JSON stays text; the approval refuses it in the client's words. */
function readArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

const inputItem = (entry: HistoryEntry): JsonItem =>
  entry.kind === 'user'
    ? { type: 'message', role: 'user', content: [{ type: 'input_text', text: entry.text }] }
    : entry.wire;

/** OpenAI Responses over SSE: the whole input each time (CX-8.20). */
export const responsesWire: ModelWire = {
  path: '/v1/responses',
  headers: (key, profile) => ({
    authorization: `Bearer ${key}`,
    accept: 'text/event-stream',
    originator: 'codex_exec',
    'user-agent': `codex_exec/${profile.version} (simulated)`,
    version: profile.version,
  }),
  body: (model, declaration, history, identity) => {
    const { input, ...declared } = declaration.body;
    return {
      model,
      ...declared,
      input: [...(Array.isArray(input) ? (input as unknown[]) : []), ...history.map(inputItem)],
      store: false,
      stream: true,
      include: [],
      ...identity.body,
    };
  },
  reader: (onItem) => {
    let end: StreamEnd = { kind: 'open' };
    return {
      event: (type, data) => {
        switch (type) {
          case 'response.output_item.done': {
            const done = Done.safeParse(data);
            if (done.success) onItem(readItem(done.data.item));
            return;
          }
          case 'response.completed':
            end = { kind: 'completed' };
            return;
          case 'response.failed':
          case 'response.incomplete': {
            const failed = Failed.safeParse(data);
            const code = failed.success ? failed.data.response.error?.code : undefined;
            end = {
              kind: 'failed',
              fault: fault('response-failed', 'The provider ended the response with an error.', {
                cause: code,
              }),
            };
            return;
          }
        }
      },
      end: () => end,
    };
  },
};
