import { isObject } from '../../../shared/json.ts';
import type { JsonBody } from './request-body.ts';

const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];

/** Everything that stands in a request as said by the user; calls and their results are not. */
function* userTexts(body: JsonBody): Generator<string> {
  for (const place of ['messages', 'input', 'contents']) {
    for (const item of listOf(body[place])) {
      if (item['role'] !== 'user') continue;
      if (typeof item['content'] === 'string') yield item['content'];
      for (const part of [...listOf(item['content']), ...listOf(item['parts'])])
        if (typeof part['text'] === 'string') yield part['text'];
    }
  }
}

/** Does the user say these words? The task of a child stands there; in its parent's requests only as an argument. */
export function userSays(body: JsonBody, words: string): boolean {
  for (const text of userTexts(body)) if (text.includes(words)) return true;
  return false;
}
