import { formatJson, isObject, parseJson } from '../../shared/json.ts';
import { jsonInText } from '../../shared/shapes/text-json.ts';
import { KEYS, PLAIN_HEADERS, TRANSPORT_HEADERS, WORD_KEYS, WORDS, type Ours } from './ours.ts';
import { mark } from './transcript.ts';

/** Shorter values cannot be told apart by filler of their length. */
const MIN_NUMBERED = 6;
const MAX_NUMBERED = 128;

/** Puts filler in place of everything that is not ours. Equal ids stay equal within one scrubber. */
export function createScrubber(ours: Ours) {
  const numbers = new Map<string, number>();
  const numbered = (text: string): string => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return mark(text.length, number);
  };
  const filler = (text: string): string => {
    if (text === '') return '';
    const isId = text.length >= MIN_NUMBERED && text.length <= MAX_NUMBERED && !/\s/.test(text);
    return isId ? numbered(text) : mark(text.length);
  };
  const keyOf = (key: string): string => (KEYS.has(key) || ours.strings.has(key) ? key : numbered(key));

  const text = (value: string): string => {
    if (ours.strings.has(value)) return value;
    const inner = jsonText(value);
    if (inner !== undefined) return formatJson(scrub(inner));
    return ours.names.some((name) => value.includes(name)) ? pieces(value) : filler(value);
  };

  /** A text that speaks of our tools keeps their names, and what it says of them as JSON. */
  const pieces = (value: string): string => {
    let out = '';
    let at = 0;
    for (const { value: json, from, to } of jsonInText(value)) {
      if (!ours.names.some((name) => value.slice(from, to).includes(name))) continue;
      out += words(value.slice(at, from)) + formatJson(definition(json));
      at = to;
    }
    return out + words(value.slice(at));
  };

  const words = (value: string): string => {
    if (value === '') return '';
    const [name] = ours.names.filter((one) => value.includes(one));
    if (name === undefined) return mark(value.length);
    return value.split(name).map(words).join(name);
  };

  const scrub = (value: unknown, key = ''): unknown => {
    switch (typeof value) {
      case 'string':
        return WORD_KEYS.has(key) && WORDS.has(value) ? value : text(value);
      case 'number':
      case 'bigint':
        return 0;
      case 'object':
        break;
      default:
        return value;
    }
    if (Array.isArray(value))
      return key === 'tools' ? value.map((one) => tool(one)) : value.map((one) => scrub(one, key));
    if (!isObject(value)) return value;
    return members(value);
  };

  const members = (value: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).map(([key, one]) => [keyOf(key), scrub(one, key)]));

  /** One entry of a list of tools. Of what is not ours only its place is left, and the names of the host's envelopes. */
  const tool = (value: unknown, namespace?: string): unknown => {
    if (!isObject(value)) return null;
    const { type, name } = value;
    const kind = typeof type === 'string' && WORDS.has(type) ? { type } : {};
    if (Array.isArray(value['tools'])) {
      const own = typeof name === 'string' ? name : undefined;
      const inner = (value['tools'] as unknown[]).map((one) => tool(one, own));
      return { ...kind, name: isKnownNamespace(own) ? own : filler(own ?? ''), tools: inner };
    }
    if (Array.isArray(value['functionDeclarations']))
      return { functionDeclarations: (value['functionDeclarations'] as unknown[]).map((one) => tool(one)) };
    if (isObject(value['function'])) {
      const inner = tool(value['function']);
      return isObject(inner) && Object.keys(inner).length > 0 ? { ...kind, function: inner } : {};
    }
    const called = typeof name === 'string' ? name : type === 'tool_search' ? 'tool_search' : undefined;
    if (called === undefined) return {};
    const { plan } = ours.registered;
    switch (plan.routesOf({ name: called, ...(namespace === undefined ? {} : { namespace }) }).kind) {
      case 'tool':
        return definition(value);
      case 'exec':
      case 'envelope':
        return { ...kind, ...(typeof name === 'string' ? { name } : {}) };
      case 'ambiguous':
      case 'unknown':
        return {};
    }
  };

  /** One of our tools as the client writes it: numbers of a schema are ours as well. */
  const definition = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') return WORD_KEYS.has(key) && WORDS.has(value) ? value : text(value);
    if (Array.isArray(value)) return value.map((one) => definition(one, key));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => [keyOf(inner), definition(one, inner)]),
    );
  };

  const isKnownNamespace = (name: string | undefined): name is string =>
    name !== undefined && ours.strings.has(name);

  const headers = (raw: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(raw)
        .filter(([name]) => !TRANSPORT_HEADERS.has(name))
        .map(([name, value]) => {
          if (PLAIN_HEADERS.has(name)) return [name, value];
          const inner = jsonText(value);
          // A header value has to be ASCII: it is always told by its number.
          return [name, inner === undefined ? numbered(value) : formatJson(scrub(inner))];
        }),
    );

  return {
    headers,
    body: members,
    value: scrub,
    id: (raw: string | undefined): string | null => (raw === undefined ? null : filler(raw)),
  };
}
export type Scrubber = ReturnType<typeof createScrubber>;

function jsonText(value: string): unknown {
  if (!/^\s*[[{]/.test(value)) return undefined;
  try {
    return parseJson(value);
  } catch {
    return undefined;
  }
}
