import { isObject, spell } from '../json.ts';
import type { RequestBody } from './sight.ts';

export interface Text {
  readonly text: string;
  readonly path: string;
}

const TEXT_KEYS = ['text', 'content', 'description', 'parts'];
const LIST_KEYS = ['tools', 'function', 'functionDeclarations'];
const ROLES_OF_THE_HOST = new Set(['system', 'developer', 'user']);
/** Model output and tool results stand in these; a name in them is no exposure. */
const NOT_A_TEXT = new Set(['tool_use', 'tool_result', 'image']);
/** Lists of what was said, by wire: Anthropic and Chat, Responses, Gemini. */
const CONVERSATIONS = ['messages', 'input', 'contents'];
const MAX_DEPTH = 8;

function* texts(value: unknown, path: string, ours: ReadonlySet<string>, depth = 0): Generator<Text> {
  if (typeof value === 'string') {
    yield { text: value, path };
    return;
  }
  if (depth > MAX_DEPTH || ours.has(path)) return;
  if (Array.isArray(value)) {
    for (const [index, one] of (value as unknown[]).entries())
      yield* texts(one, `${path}[${index}]`, ours, depth + 1);
    return;
  }
  if (!isObject(value) || NOT_A_TEXT.has(spell(value['type']))) return;
  for (const key of TEXT_KEYS)
    if (value[key] !== undefined) yield* texts(value[key], `${path}.${key}`, ours, depth + 1);
  for (const key of LIST_KEYS)
    if (isObject(value[key]) || Array.isArray(value[key]))
      yield* texts(value[key], `${path}.${key}`, ours, depth + 1);
}

interface Item {
  readonly item: Record<string, unknown>;
  readonly path: string;
}

function* conversation(body: RequestBody): Generator<Item> {
  for (const key of CONVERSATIONS) {
    const list = body[key];
    if (!Array.isArray(list)) continue;
    for (const [index, item] of (list as unknown[]).entries())
      if (isObject(item)) yield { item, path: `$.${key}[${index}]` };
  }
}

/**
 * What the host itself says to the model: instructions, system and user text, descriptions of its own tools. `ours` are the
 * places of registered tools: a server's own words are not the host's.
 */
export function* hostTexts(body: RequestBody, ours: ReadonlySet<string>): Generator<Text> {
  for (const key of ['system', 'instructions', 'systemInstruction'])
    yield* texts(body[key], `$.${key}`, ours);
  for (const { item, path } of conversation(body))
    if (ROLES_OF_THE_HOST.has(spell(item['role']))) yield* texts(item, path, ours);
  yield* texts(body['tools'], '$.tools', ours);
}

/** Where a search pointed to a tool by its name alone. */
export function* toolReferences(body: RequestBody): Generator<{ name: string; path: string }> {
  for (const { item, path } of conversation(body)) yield* referencesIn(item, path, 0);
}

function* referencesIn(
  value: unknown,
  path: string,
  depth: number,
): Generator<{ name: string; path: string }> {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const [index, one] of (value as unknown[]).entries())
      yield* referencesIn(one, `${path}[${index}]`, depth + 1);
  } else if (isObject(value)) {
    if (value['type'] === 'tool_reference' && typeof value['tool_name'] === 'string')
      yield { name: value['tool_name'], path };
    for (const key of ['content', 'tool_references'])
      if (value[key] !== undefined) yield* referencesIn(value[key], `${path}.${key}`, depth + 1);
  }
}

/** The texts that answer calls of a search tool; `isSearch` knows such a tool by its name. */
export function* searchAnswers(body: RequestBody, isSearch: (name: string) => boolean): Generator<Text> {
  const searches = new Set<string>();
  const call = (id: unknown, name: unknown): void => {
    if (typeof id === 'string' && typeof name === 'string' && isSearch(name)) searches.add(id);
  };
  const answers = (id: unknown): boolean => typeof id === 'string' && searches.has(id);
  for (const { item, path } of conversation(body)) {
    call(item['call_id'], item['name']);
    for (const made of listOf(item['tool_calls']))
      if (isObject(made['function'])) call(made['id'], made['function']['name']);
    if (item['role'] === 'tool' && answers(item['tool_call_id'])) yield* plainTexts(item, path, 'content');
    if (item['type'] === 'function_call_output' && answers(item['call_id']))
      yield* plainTexts(item, path, 'output');
    for (const [index, block] of listOf(item['content']).entries()) {
      if (block['type'] === 'tool_use') call(block['id'], block['name']);
      if (block['type'] === 'tool_result' && answers(block['tool_use_id']))
        yield* plainTexts(block, `${path}.content[${index}]`, 'content');
    }
    for (const [index, part] of listOf(item['parts']).entries()) {
      const response = part['functionResponse'];
      if (isObject(response) && typeof response['name'] === 'string' && isSearch(response['name']))
        yield* everyText(response['response'], `${path}.parts[${index}].functionResponse.response`, 0);
    }
  }
}

/** Entries that are no objects keep their place in the list. */
const listOf = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.map((one: unknown) => (isObject(one) ? one : {})) : [];

function plainTexts(holder: Record<string, unknown>, path: string, key: string): Generator<Text> {
  return everyText(holder[key], `${path}.${key}`, 0);
}

function* everyText(value: unknown, path: string, depth: number): Generator<Text> {
  if (typeof value === 'string') yield { text: value, path };
  else if (depth > MAX_DEPTH) return;
  else if (Array.isArray(value))
    for (const [index, one] of (value as unknown[]).entries())
      yield* everyText(one, `${path}[${index}]`, depth + 1);
  else if (isObject(value))
    for (const key of ['text', 'output', 'content'])
      if (value[key] !== undefined) yield* everyText(value[key], `${path}.${key}`, depth + 1);
}
