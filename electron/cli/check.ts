import type * as z from 'zod';
import { fail, ok, type Result } from '../../shared/fault.ts';

/** Checks parsed JSON against a schema; the fault names the place in the input. `name` is the file or argument. */
export function checkShape<T extends z.ZodType>(
  schema: T,
  value: unknown,
  name: string,
  next: string,
): Result<z.infer<T>> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? '' : ` at ${placeOf(issue.path)}`;
  return fail('input-wrong-shape', `${name}: not the expected input${place}.`, {
    cause: issue === undefined ? undefined : `${issue.message}.`,
    next,
  });
}

const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
