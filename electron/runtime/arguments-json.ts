import { fail, ok, type Result } from '../../shared/fault.ts';
import { isObject, parseJson } from '../../shared/json.ts';
import type { JsonObject } from './mcp/types.ts';

/** The arguments of a call from the text that somebody wrote. What is refused here is never sent, kept or replaced by an older value. */
export function readArguments(text: string): Result<JsonObject> {
  try {
    const value = parseJson(text);
    if (isObject(value)) return ok(value);
    return fail('arguments-not-object', 'The arguments are not a JSON object.', {
      next: 'Arguments are an object: {"name": value}.',
    });
  } catch (error) {
    return fail('arguments-not-json', 'The arguments are not valid JSON.', {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Correct them, and try again.',
    });
  }
}
