import { fail, ok, type Result } from '../../shared/fault.ts';
import { fields, isNumberField, isWordField, type NumberField, type WordField } from './fields.ts';

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/** One condition; all terms of a filter must hold. */
export type Term =
  | {
      readonly type: 'words';
      readonly not: boolean;
      readonly field: WordField;
      readonly patterns: readonly string[];
    }
  | {
      readonly type: 'number';
      readonly not: boolean;
      readonly field: NumberField;
      readonly op: Comparison;
      readonly value: number;
    }
  | { readonly type: 'text'; readonly not: boolean; readonly text: string };

export type Filter = readonly Term[];

/** A piece of the line: where it stands and what it says with its quotes taken off. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly raw: string;
}

const shape = /^(-?)([A-Za-z]+)(:|>=|<=|>|<|=)(.*)$/s;

/**
 * Reads a filter line such as `kind:call.finished -server:x outcome:error t>1200 thread:"child" "free text"`.
 * A fault says which term is wrong and what would be right.
 */
export function parseFilter(line: string): Result<Filter> {
  const terms: Term[] = [];
  for (const token of tokenize(line)) {
    const term = parseTerm(token);
    if (!term.ok) return term;
    terms.push(term.value);
  }
  return ok(terms);
}

/** Splits at spaces outside quotes. A quote that is never closed reaches to the end of the line. */
export function tokenize(line: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /(?:"(?:\\.|[^"\\])*(?:"|$)|[^\s"])+/gs;
  for (const match of line.matchAll(pattern)) {
    tokens.push({ from: match.index, to: match.index + match[0].length, raw: match[0] });
  }
  return tokens;
}

function parseTerm(token: Token): Result<Term> {
  const [, minus = '', name = '', op = '', rest = ''] = shape.exec(token.raw) ?? [];
  if (op === '') {
    const not = token.raw.startsWith('-') && token.raw.length > 1;
    const text = unquote(not ? token.raw.slice(1) : token.raw);
    return ok({ type: 'text', not, text });
  }
  const not = minus === '-';
  if (isNumberField(name)) return parseNumber(not, name, op, rest);
  if (!isWordField(name)) {
    return fail('filter-unknown-field', `There is no field "${name}".`, {
      next: `Fields are ${Object.keys(fields).join(', ')}. Quote the term to search for it as text.`,
    });
  }
  if (op !== ':' && op !== '=') {
    return fail('filter-not-a-number', `"${name}" is not a number; it cannot be compared with ${op}.`, {
      next: `Write ${name}:value.`,
    });
  }
  const patterns = splitList(rest).map(unquote);
  if (patterns.some((value) => value === '')) {
    return fail('filter-no-value', `"${name}:" needs a value.`, {
      next: `For example ${name}:${exampleOf(name)}.`,
    });
  }
  return ok({ type: 'words', not, field: name, patterns });
}

const exampleOf = (field: WordField): string => fields[field].values?.[0] ?? '*';

function parseNumber(not: boolean, field: NumberField, op: string, rest: string): Result<Term> {
  const [, digits = '', unit = ''] = /^(-?\d+(?:\.\d+)?)(ms|s|k|M)?$/.exec(unquote(rest)) ?? [];
  const timed = field === 't' || field === 'ms';
  const scale = new Map([
    ['', 1],
    ...(timed
      ? ([
          ['ms', 1],
          ['s', 1000],
        ] as const)
      : ([
          ['k', 1000],
          ['M', 1_000_000],
        ] as const)),
  ]).get(unit);
  if (digits === '' || scale === undefined) {
    return fail('filter-not-a-number', `"${field}" is compared with a number.`, {
      next: timed ? `For example ${field}>1200 or ${field}>1.2s.` : `For example ${field}>100.`,
    });
  }
  return ok({ type: 'number', not, field, op: comparison(op), value: Number(digits) * scale });
}

function comparison(op: string): Comparison {
  switch (op) {
    case '>':
    case '>=':
    case '<':
    case '<=':
      return op;
    default:
      return '=';
  }
}

/** Commas outside quotes separate alternatives. */
const splitList = (text: string): readonly string[] =>
  text.match(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^,"])+/gs) ?? [''];

/** Takes quotes off, wherever they stand in the text. */
function unquote(text: string): string {
  return text.replaceAll(/"((?:\\.|[^"\\])*)(?:"|$)/gs, (_all, inner: string) =>
    inner.replaceAll(/\\(.)/gs, '$1'),
  );
}

/** Writes a filter so that reading it gives the same filter. */
export const printFilter = (filter: Filter): string => filter.map(printTerm).join(' ');

function printTerm(term: Term): string {
  const minus = term.not ? '-' : '';
  switch (term.type) {
    case 'words':
      return `${minus}${term.field}:${term.patterns.map(quote).join(',')}`;
    case 'number':
      return `${minus}${term.field}${term.op}${term.value}`;
    case 'text':
      return `${minus}${quoteText(term.text)}`;
  }
}

const quote = (text: string): string =>
  /^[^\s",\\]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** Free text is quoted too where it would read as a term or a negation. */
const quoteText = (text: string): string =>
  shape.test(text) || text.startsWith('-') || /[\s"\\]/.test(text) || text === ''
    ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    : text;
