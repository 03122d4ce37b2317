import { isObject, spell } from '../../../shared/json.ts';
import type { JsonBody } from './request-body.ts';
import type { ProviderThread } from './threads.ts';

const MAX_ID = 512;

const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= MAX_ID;

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

/** Responses: items whose type ends in `_output`. */
function* inInput(body: JsonBody): Generator {
  for (const item of listOf(body['input']))
    if (spell(item['type']).endsWith('_output')) yield item['call_id'];
}

/** Messages: `tool_result` blocks. Chat Completions: messages of the role `tool`. */
function* inMessages(body: JsonBody): Generator {
  for (const message of listOf(body['messages'])) {
    if (message['role'] === 'tool') yield message['tool_call_id'];
    for (const block of listOf(message['content']))
      if (block['type'] === 'tool_result') yield block['tool_use_id'];
  }
}

/**
 * Gemini: `functionResponse` parts. No measured client gives the id back in them; some keep it in the history of calls, of
 * others the calls of one name are taken in the order in which they were made.
 */
function* inContents(body: JsonBody, thread: ProviderThread): Generator {
  const issued = Map.groupBy(thread.issued, ({ name }) => name);
  const open = new Map<string, string[]>();
  const seen = new Map<string, number>();
  for (const content of listOf(body['contents'])) {
    for (const { functionCall: call, functionResponse: answer } of listOf(content['parts'])) {
      if (isObject(call)) {
        const name = spell(call['name']);
        const made = issued.get(name) ?? [];
        const nth = seen.get(name) ?? 0;
        seen.set(name, nth + 1);
        const id = made.find(({ callId }) => callId === call['id']) ?? made[nth];
        if (id !== undefined) open.set(name, [...(open.get(name) ?? []), id.callId]);
      }
      if (isObject(answer)) yield open.get(spell(answer['name']))?.shift();
    }
  }
}

/** Raw ids of the calls whose outputs stand in a request for the first time: history is sent again and again. */
export function newOutputs(thread: ProviderThread, body: JsonBody): string[] {
  const fresh: string[] = [];
  for (const ids of [inInput(body), inMessages(body), inContents(body, thread)]) {
    for (const id of ids) {
      if (!isId(id) || thread.answered.has(id)) continue;
      thread.answered.add(id);
      fresh.push(id);
    }
  }
  return fresh;
}
