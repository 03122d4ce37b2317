import { isObject } from '../json.ts';
import type { DefinitionSight, RequestBody } from './sight.ts';

/** One callable as a request declares it, on whichever wire. */
export interface Entry {
  readonly spec: Record<string, unknown>;
  readonly path: string;
  readonly form: DefinitionSight['form'];
  readonly namespace?: string | undefined;
}

/** Namespaces may nest once; deeper is no tool list of any client. */
const MAX_DEPTH = 3;

interface Where {
  readonly searched: boolean;
  readonly depth: number;
  readonly namespace?: string | undefined;
}

function* entriesOf(list: unknown, path: string, where: Where): Generator<Entry> {
  if (!Array.isArray(list) || where.depth > MAX_DEPTH) return;
  const { namespace } = where;
  for (const [index, spec] of (list as unknown[]).entries()) {
    if (!isObject(spec)) continue;
    const at = `${path}[${index}]`;
    if (Array.isArray(spec['tools'])) {
      const name = typeof spec['name'] === 'string' ? spec['name'] : undefined;
      yield* entriesOf(spec['tools'], `${at}.tools`, { ...where, depth: where.depth + 1, namespace: name });
    } else if (Array.isArray(spec['functionDeclarations'])) {
      for (const [inner, declared] of (spec['functionDeclarations'] as unknown[]).entries()) {
        if (isObject(declared))
          yield {
            spec: declared,
            path: `${at}.functionDeclarations[${inner}]`,
            form: 'functionDeclaration',
          };
      }
    } else if (isObject(spec['function'])) {
      yield { spec: spec['function'], path: `${at}.function`, form: 'chatFunction' };
    } else {
      const form = where.searched ? 'searchResult' : namespace === undefined ? 'flat' : 'namespaced';
      yield { spec, path: at, form, namespace };
    }
  }
}

/** Every callable that a request declares: in its list of tools, in lists of lists, and in items of its input. */
export function* allEntries(body: RequestBody): Generator<Entry> {
  yield* entriesOf(body['tools'], '$.tools', { searched: false, depth: 0 });
  const input = body['input'];
  if (!Array.isArray(input)) return;
  for (const [index, item] of (input as unknown[]).entries()) {
    if (!isObject(item)) continue;
    yield* entriesOf(item['tools'], `$.input[${index}].tools`, {
      searched: item['type'] === 'tool_search_output',
      depth: 0,
    });
  }
}

export const nameOf = (spec: Record<string, unknown>): string | undefined => {
  if (typeof spec['name'] === 'string') return spec['name'];
  return spec['type'] === 'tool_search' ? 'tool_search' : undefined;
};

export const schemaOf = (spec: Record<string, unknown>): unknown =>
  spec['parameters'] ?? spec['input_schema'] ?? spec['inputSchema'] ?? spec['parametersJsonSchema'];
