import { compileSchema, isJsonSchema, type JsonError } from 'json-schema-library';
import { escapePointer, isObject } from '../../shared/json.ts';

export interface Violation {
  /** RFC 6901 pointer to the member at fault. */
  readonly pointer: string;
  readonly message: string;
}

export type Checked =
  | { readonly state: 'valid' }
  | { readonly state: 'invalid'; readonly violations: readonly Violation[] }
  /** Nothing is known: the schema is unusable or the check took too long. */
  | { readonly state: 'unchecked'; readonly reason: string };

const MOST = 100;
const knownDrafts = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/(2019-09|2020-12))\/schema#?$/;

/** Checks a value against a schema from a server. May run very long on a hostile schema: only a worker calls it. */
export function checkValue(schema: unknown, value: unknown): Checked {
  if (!isJsonSchema(schema)) return { state: 'unchecked', reason: 'The schema is not a JSON Schema.' };
  const draft: unknown = isObject(schema) ? schema['$schema'] : undefined;
  if (draft !== undefined && !(typeof draft === 'string' && knownDrafts.test(draft))) {
    return { state: 'unchecked', reason: 'The schema names a dialect that is not known.' };
  }
  try {
    const { valid, errors } = compileSchema(schema, { formatAssertion: false }).validate(asNumbers(value));
    if (valid) return { state: 'valid' };
    return {
      state: 'invalid',
      violations: errors.slice(0, MOST).map(violationOf),
    };
  } catch {
    return { state: 'unchecked', reason: 'The schema could not be used.' };
  }
}

/** A member that is missing is a fault of the member, not of what should hold it. */
function violationOf({ code, message, data }: JsonError): Violation {
  const pointer = data.pointer.replace(/^#/, '');
  const key: unknown = 'key' in data ? data.key : undefined;
  return code === 'required-property-error' && typeof key === 'string'
    ? { pointer: `${pointer}/${escapePointer(key)}`, message: 'Is required.' }
    : { pointer, message };
}

/** The validator knows no bigint; for a check the nearest double is good enough. */
function asNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(asNumbers);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asNumbers(member)]));
}
