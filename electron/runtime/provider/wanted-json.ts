import { formatJson, isObject } from '../../../shared/json.ts';
import { sampleArguments } from '../probe/sample-arguments.ts';
import type { JsonBody } from './request-body.ts';

const inside = (value: unknown, ...keys: readonly string[]): unknown =>
  keys.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);

/** The format that an answer is asked to have, wherever the wire has its place. */
function formatOf(body: JsonBody): { readonly schema: unknown } | undefined {
  if (inside(body, 'generationConfig', 'responseMimeType') === 'application/json') {
    const config = body['generationConfig'];
    return { schema: inside(config, 'responseJsonSchema') ?? inside(config, 'responseSchema') };
  }
  const format =
    body['response_format'] ??
    inside(body, 'text', 'format') ??
    inside(body, 'output_config', 'format') ??
    body['output_format'];
  const type = inside(format, 'type');
  if (type !== 'json_schema' && type !== 'json_object') return undefined;
  return { schema: inside(format, 'schema') ?? inside(format, 'json_schema', 'schema') };
}

/** Gemini writes the types of its own schemas in capitals. */
function lowerTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(lowerTypes);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'type' && typeof value === 'string' ? value.toLowerCase() : lowerTypes(value),
    ]),
  );
}

/** The smallest JSON that keeps to the format asked for; undefined where any text will do. */
export function wantedJson(body: JsonBody): string | undefined {
  const format = formatOf(body);
  if (format === undefined) return undefined;
  return formatJson(sampleArguments(lowerTypes(format.schema)) ?? {});
}
