import * as z from 'zod';
import { fault } from '../../../../shared/fault.ts';
import { parseJson } from '../../../../shared/json.ts';
import type { HistoryEntry, JsonItem, ModelWire, StreamEnd } from './types.ts';

const Start = z.looseObject({
  index: z.int(),
  content_block: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text'), text: z.string() }),
    z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string() }),
  ]),
});
const Delta = z.looseObject({
  index: z.int(),
  delta: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('text_delta'), text: z.string() }),
    z.looseObject({ type: z.literal('input_json_delta'), partial_json: z.string() }),
  ]),
});
const Stop = z.looseObject({ index: z.int() });
const ErrorEvent = z.looseObject({ error: z.looseObject({ type: z.string() }) });

type Block = z.infer<typeof Start>['content_block'];

interface Open {
  readonly block: Block;
  text: string;
}

/** Neighbouring entries of one side become one message: the API wants the sides to take turns. */
function messagesOf(history: readonly HistoryEntry[]): JsonItem[] {
  const messages: { role: 'user' | 'assistant'; content: JsonItem[] }[] = [];
  for (const entry of history) {
    const role = entry.kind === 'item' ? 'assistant' : 'user';
    const block = entry.kind === 'user' ? { type: 'text', text: entry.text } : entry.wire;
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(block);
    else messages.push({ role, content: [block] });
  }
  return messages.map((message) => ({ ...message }));
}

/** Anthropic Messages over SSE (CC-7.01, CC-7.04). */
export const messagesWire: ModelWire = {
  path: '/v1/messages?beta=true',
  headers: (key, profile) => ({
    'x-api-key': key,
    accept: 'application/json',
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'simulated',
    'user-agent': `claude-cli/${profile.version} (simulated)`,
    'x-app': 'cli',
  }),
  body: (model, declaration, history, identity) => {
    const { messages, ...declared } = declaration.body;
    return {
      model,
      max_tokens: 8192,
      ...declared,
      messages: [...(Array.isArray(messages) ? (messages as unknown[]) : []), ...messagesOf(history)],
      stream: true,
      ...identity.body,
    };
  },
  reader: (onItem) => {
    const open = new Map<number, Open>();
    let end: StreamEnd = { kind: 'open' };
    return {
      event: (type, data) => {
        switch (type) {
          case 'content_block_start': {
            const start = Start.safeParse(data);
            if (start.success) open.set(start.data.index, { block: start.data.content_block, text: '' });
            return;
          }
          case 'content_block_delta': {
            const part = Delta.safeParse(data);
            const block = part.success ? open.get(part.data.index) : undefined;
            if (!part.success || block === undefined) return;
            block.text +=
              part.data.delta.type === 'text_delta' ? part.data.delta.text : part.data.delta.partial_json;
            return;
          }
          case 'content_block_stop': {
            const stop = Stop.safeParse(data);
            const block = stop.success ? open.get(stop.data.index) : undefined;
            if (!stop.success || block === undefined) return;
            open.delete(stop.data.index);
            onItem(finished(block));
            return;
          }
          case 'message_stop':
            end = { kind: 'completed' };
            return;
          case 'error': {
            const error = ErrorEvent.safeParse(data);
            const cause = error.success ? error.data.error.type : undefined;
            end = {
              kind: 'failed',
              fault: fault('response-failed', 'The provider ended the response with an error.', { cause }),
            };
            return;
          }
        }
      },
      end: () => end,
    };
  },
};

function finished({ block, text }: Open) {
  if (block.type === 'text') return { wire: { type: 'text', text }, text };
  const args = readInput(text);
  return {
    wire: { type: 'tool_use', id: block.id, name: block.name, input: args },
    call: {
      type: 'tool_use',
      itemId: block.id,
      callId: block.id,
      observed: { type: 'tool_use', name: block.name },
      args,
    },
  } as const;
}

function readInput(text: string): unknown {
  if (text === '') return {};
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
