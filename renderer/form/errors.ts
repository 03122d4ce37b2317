import { ErrorSchemaBuilder, type ErrorSchema } from '@rjsf/utils';
import type { Violation } from './check.ts';

/** Violations in the shape that the form shows beside its fields. */
export function errorSchemaOf(violations: readonly Violation[]): ErrorSchema<unknown> {
  const builder = new ErrorSchemaBuilder<unknown>();
  for (const { pointer, message } of violations) {
    const path = pointer
      .split('/')
      .slice(1)
      .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
    builder.addErrors(message, path);
  }
  return builder.ErrorSchema;
}
