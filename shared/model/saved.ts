import * as z from 'zod';
import { fail, ok, type Result } from '../fault.ts';
import { isObject } from '../json.ts';

// Model states hold Maps, Sets and Infinity, which JSON has no words for. A tag stands for each; no event carries
// an object with such a key, since events are strict.
const MAP = '$map';
const SET = '$set';
const INFINITE = '$infinite';

/** Any number but NaN; an open slice ends at Infinity. */
export const AnyNumber = z.custom<number>((value) => typeof value === 'number' && !Number.isNaN(value));

/** A state as text, to be read back by `restoreState`. */
export const saveState = (state: unknown): string =>
  JSON.stringify(state, (_key, value: unknown) => {
    if (value instanceof Map) return { [MAP]: [...value] };
    if (value instanceof Set) return { [SET]: [...value] };
    if (value === Infinity) return { [INFINITE]: 1 };
    return value;
  });

/** Reads a saved state and checks it against its schema, since the text may be old or cut. */
export function restoreState<T>(schema: z.ZodType<T>, text: string): Result<T> {
  const next = 'Fold the events of the capture again.';
  let value: unknown;
  try {
    value = JSON.parse(text, revive);
  } catch (error) {
    return fail('state-unreadable', 'The saved state cannot be read.', {
      cause: error instanceof Error ? error.message : undefined,
      next,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  return fail('state-invalid', 'The saved state is not what this version writes.', {
    cause: `Field ${issue?.path.map(String).join('.') ?? '(root)'}: ${issue?.message ?? 'invalid'}.`,
    next,
  });
}

function revive(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  const map = value[MAP];
  if (Array.isArray(map)) {
    return new Map(
      map.filter((entry): entry is [unknown, unknown] => Array.isArray(entry) && entry.length === 2),
    );
  }
  const set = value[SET];
  if (Array.isArray(set)) return new Set<unknown>(set);
  return INFINITE in value ? Infinity : value;
}
