import { compileSchema } from 'json-schema-library';
import { parentPort } from 'node:worker_threads';
import { isObject } from '../../../shared/json.ts';
import type { CheckReply, CheckRequest } from './output-check.ts';

const maxViolations = 20;

/** The checker knows no bigint; a number of that size is an integer to it as well. */
const plainNumbers = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plainNumbers(inner)]));
  return value;
};

const check = ({ id, schema, value }: CheckRequest): CheckReply => {
  try {
    const node = compileSchema(schema);
    if (node.schemaErrors !== undefined && node.schemaErrors.length > 0) return { id, kind: 'unusable' };
    const { errors } = node.validate(plainNumbers(value));
    // A reference that leads out of the document is never followed; that is no fault of the value.
    if (errors.some(({ code }) => code === 'ref-error')) return { id, kind: 'unusable' };
    // A message quotes the value, a code and a place do not.
    const violations = errors.slice(0, maxViolations).map(({ code, data }) => ({
      code: typeof code === 'string' ? code : 'schema-violated',
      pointer: data.pointer.replace(/^#/, ''),
    }));
    return { id, kind: 'checked', violations };
  } catch {
    return { id, kind: 'unusable' };
  }
};

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.on('message', (request: CheckRequest) => parentPort?.postMessage(check(request)));

// What follows the loading of this module is the schema's own time.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage({ kind: 'ready' } satisfies CheckReply);
