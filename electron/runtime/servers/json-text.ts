import { fail, ok, type Result } from '../../../shared/fault.ts';
import { parseJson } from '../../../shared/json.ts';

export interface Position {
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export const positionAt = (text: string, offset: number): Position => {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: before.length - lastBreak };
};

/** Replaces comments and trailing commas by spaces, so that offsets stay what they are. Strings are left alone. */
export const withoutComments = (text: string): string =>
  text
    .replaceAll(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g,
      (all, string: string | undefined) => string ?? all.replaceAll(/[^\n]/g, ' '),
    )
    .replaceAll(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_all, string: string | undefined) => string ?? ' ');

const blank = /[ \t\n\r]*/y;
const scalar =
  // oxlint-disable-next-line no-control-regex -- JSON forbids them inside strings
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Offset of the first character that JSON does not allow there; the text's length when it ends too early. */
export const firstErrorOffset = (text: string): number | undefined => {
  const stack: ('{' | '[')[] = [];
  let at = 0;
  let expects: 'value' | 'valueOrEnd' | 'key' | 'keyOrEnd' | 'colon' | 'next' = 'value';

  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const close = (): void => {
    stack.pop();
    at += 1;
    expects = 'next';
  };

  for (;;) {
    take(blank);
    const next = text[at];
    if (expects === 'next' && stack.length === 0) return next === undefined ? undefined : at;
    if (next === undefined) return text.length;
    switch (expects) {
      case 'value':
      case 'valueOrEnd':
        if (next === '{' || next === '[') {
          stack.push(next);
          at += 1;
          expects = next === '{' ? 'keyOrEnd' : 'valueOrEnd';
        } else if (next === ']' && expects === 'valueOrEnd') close();
        else if (take(scalar) === undefined) return brokenScalar(text, at);
        else expects = 'next';
        break;
      case 'key':
      case 'keyOrEnd':
        if (next === '}' && expects === 'keyOrEnd') close();
        else if (next !== '"') return at;
        else if (take(scalar) === undefined) return brokenScalar(text, at);
        else expects = 'colon';
        break;
      case 'colon':
        if (next !== ':') return at;
        at += 1;
        expects = 'value';
        break;
      case 'next': {
        const inObject = stack.at(-1) === '{';
        if (next === ',') {
          at += 1;
          expects = inObject ? 'key' : 'value';
        } else if (next === (inObject ? '}' : ']')) close();
        else return at;
        break;
      }
    }
  }
};

/** A word or string that the text's end cut off is an early end; anything else is wrong where it starts. */
const brokenScalar = (text: string, at: number): number => {
  const rest = text.slice(at);
  const cutWord = ['true', 'false', 'null', '-'].some((word) => word.startsWith(rest));
  return cutWord || /^"(?:[^"\\\n]|\\.)*\\?$/.test(rest) ? text.length : at;
};

/** Parses a configuration file; a byte order mark, comments and trailing commas are let pass. A fault names line and column. */
export const parseConfigText = (text: string, what: string): Result<unknown> => {
  const plain = withoutComments(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text);
  try {
    return ok(parseJson(plain));
  } catch {
    const offset = firstErrorOffset(plain) ?? plain.length;
    const { line, column } = positionAt(plain, offset);
    return fail('config-broken', `${what} is not valid JSON at line ${line}, column ${column}.`, {
      cause: offset === plain.length ? 'It ends in the middle.' : undefined,
      next: 'Correct it there. It was not changed.',
    });
  }
};
