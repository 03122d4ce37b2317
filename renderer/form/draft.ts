import { fault, type Fault } from '../../shared/fault.ts';
import { jsonErrorColumn } from '../../shared/capture.ts';
import { formatJson, isObject, parseJson } from '../../shared/json.ts';

/**
 * The arguments being written, as text and as value. The text is what will be sent, digit for digit; the value is what the
 * form shows. While the text is not valid the fault says so, nothing can be sent, and the value is the last valid one.
 */
export interface Draft {
  readonly text: string;
  /** Undefined: no arguments are sent at all, which differs from an empty object. */
  readonly value: unknown;
  readonly fault?: Fault;
}

export const emptyDraft: Draft = { text: '{}', value: {} };

/** Takes over what was typed in the editor. */
export function withText(draft: Draft, text: string): Draft {
  if (text.trim() === '') return { text, value: undefined };
  const read = readArguments(text);
  return read.ok ? { text, value: read.value } : { text, value: draft.value, fault: read.fault };
}

/**
 * Takes over what was filled into the form. Members that are undefined are left out, items become null; empty ones stay.
 * The value is read back from the text, so that what is checked is what is sent.
 */
export function withValue(value: unknown): Draft {
  if (value === undefined) return { text: '', value: undefined };
  const text = formatJson(value, 2);
  return { text, value: parseJson(text) };
}

function readArguments(text: string): { ok: true; value: unknown } | { ok: false; fault: Fault } {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    return { ok: false, fault: notJson(text, error) };
  }
  if (!isObject(value)) {
    return {
      ok: false,
      fault: fault('arguments-not-object', 'Arguments are a JSON object.', {
        next: 'Write { … }, or nothing to send none.',
      }),
    };
  }
  if (/\d[eE]/.test(text) && holdsInfinity(value)) {
    return {
      ok: false,
      fault: fault('arguments-number-too-large', 'A number is too large to be kept.', {
        next: 'Use a number below 1.8e308.',
      }),
    };
  }
  return { ok: true, value };
}

function notJson(text: string, error: unknown): Fault {
  if (error instanceof RangeError) {
    return fault('arguments-too-deep', 'The JSON is nested too deeply.', { next: 'Flatten it.' });
  }
  const before = text.slice(0, jsonErrorColumn(text, error) - 1);
  const line = before.split('\n').length;
  const column = before.length - before.lastIndexOf('\n');
  return fault('arguments-not-json', `Not valid JSON at line ${line}, column ${column}.`, {
    next: 'Correct it; nothing is sent until then.',
  });
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (Array.isArray(value)) return value.some(holdsInfinity);
  return isObject(value) && Object.values(value).some(holdsInfinity);
}

/** What goes into the request: the JSON text, or undefined for no arguments. Only ask when there is no fault. */
export const argumentsJsonOf = (draft: Draft): string | undefined =>
  draft.text.trim() === '' ? undefined : draft.text;
