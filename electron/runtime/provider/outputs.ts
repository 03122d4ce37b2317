import { isObject } from '../../../shared/json.ts';
import type { JsonBody } from './request-body.ts';

/** Raw ids of the calls whose outputs stand in a request: `*_output` items, or `tool_result` blocks. */
export function outputIds(body: JsonBody): string[] {
  const ids: string[] = [];
  const put = (id: unknown): void => {
    if (typeof id === 'string' && id !== '' && id.length <= 512) ids.push(id);
  };
  for (const item of listOf(body['input'])) {
    if (isObject(item) && typeof item['type'] === 'string' && item['type'].endsWith('_output'))
      put(item['call_id']);
  }
  for (const message of listOf(body['messages'])) {
    if (!isObject(message)) continue;
    for (const block of listOf(message['content'])) {
      if (isObject(block) && block['type'] === 'tool_result') put(block['tool_use_id']);
    }
  }
  return ids;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
