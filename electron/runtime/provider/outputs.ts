import { isObject } from '../../../shared/json.ts';
import type { JsonBody } from './request-body.ts';
import type { ProviderThread } from './threads.ts';

const MAX_ID = 512;

const isId = (id: unknown): id is string => typeof id === 'string' && id !== '' && id.length <= MAX_ID;

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

/** Responses: items whose type ends in `_output`. */
function* inInput(body: JsonBody): Generator {
  for (const item of listOf(body['input']))
    if (String(item['type']).endsWith('_output')) yield item['call_id'];
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
 * Gemini: `functionResponse` parts. Not every client gives the id back; then the calls of one name are answered in the
 * order in which they were made.
 */
function* inContents(body: JsonBody, thread: ProviderThread): Generator {
  const known = new Set(thread.issued.map(({ callId }) => callId));
  const used = new Map<string, number>();
  for (const content of listOf(body['contents'])) {
    for (const part of listOf(content['parts'])) {
      const answer = part['functionResponse'];
      if (!isObject(answer)) continue;
      const name = String(answer['name']);
      if (isId(answer['id']) && known.has(answer['id'])) {
        yield answer['id'];
        continue;
      }
      const nth = used.get(name) ?? 0;
      used.set(name, nth + 1);
      yield thread.issued.filter((call) => call.name === name)[nth]?.callId;
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
