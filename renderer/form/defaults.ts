import { isObject } from '../../shared/json.ts';

/** The defaults of a flat schema's members, as an object to begin with. */
export function defaultsOf(schema: unknown): Record<string, unknown> {
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      isObject(member) && member['default'] !== undefined ? [[name, member['default']]] : [],
    ),
  );
}
