import { isObject, parseJson } from '../json.ts';

/** A search answer longer than this is not read, characters. */
const MAX_TEXT = 512 * 1024;
/** Brackets that turn out to hold no JSON; a text made of them would take long. */
const MAX_TRIES = 200;

export interface JsonSpan {
  readonly value: unknown;
  /** Where it stands: from its first character to the one behind its last. */
  readonly from: number;
  readonly to: number;
}

/** JSON objects and lists that stand in a text among other words, outermost ones only. */
export function* jsonInText(text: string): Generator<JsonSpan> {
  if (text.length > MAX_TEXT) return;
  let tries = 0;
  let start = nextBracket(text, 0);
  while (start !== -1 && tries < MAX_TRIES) {
    const end = closingBracket(text, start);
    if (end === -1) return;
    const value = parsed(text.slice(start, end + 1));
    if (value === undefined) tries += 1;
    else yield { value, from: start, to: end + 1 };
    start = nextBracket(text, value === undefined ? start + 1 : end + 1);
  }
}

const nextBracket = (text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
};

/** Where the bracket at `start` closes; brackets in strings do not count. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The object that is named so, at most three levels down: alone, in a list, or under a key. */
export function namedObject(value: unknown, name: string, depth = 0): Record<string, unknown> | undefined {
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) {
      const found = namedObject(one, name, depth + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (value['name'] === name) return value;
  if (depth >= 3) return undefined;
  return namedObject(
    Object.values(value).filter((one) => typeof one === 'object'),
    name,
    depth + 1,
  );
}
