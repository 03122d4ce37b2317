import { fault, type Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import type { Asked } from './session.ts';
import type { CallOutcome, CallRequest, CallStatus, JsonObject, Violation } from './types.ts';
import { sentence } from './sentence.ts';

const contentTypes = new Set(['text', 'image', 'audio', 'resource', 'resource_link']);
const longInteger = /[0-9]{16}/;

const holdsBigint = (value: unknown): boolean => {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsBigint);
};

/** What breaks the shape that a result of tools/call has. The result is shown all the same. */
export const resultFindings = (
  result: JsonObject,
  about: { readonly tool: string },
  raw: string,
): McpFinding[] => {
  const found: McpFinding[] = [];
  const { content } = result;
  if (!Array.isArray(content)) found.push(finding('content-not-array', about));
  else if (
    content.some(
      (block) => !isObject(block) || typeof block['type'] !== 'string' || !contentTypes.has(block['type']),
    )
  ) {
    found.push(finding('content-unknown-type', about));
  }
  if (longInteger.test(raw) && holdsBigint(result)) found.push(finding('result-big-integer', about));
  return found;
};

interface Timed {
  readonly startedAt: bigint;
  readonly now: bigint;
}

const rpcFault = (error: { readonly code: number; readonly message: string }): Fault =>
  fault('rpc-error', `The server answered with error ${error.code}.`, {
    cause: sentence(error.message),
  });

const statusOf = (kind: 'timeout' | 'cancelled' | 'failed'): CallStatus =>
  kind === 'failed' ? 'transportError' : kind;

/** The outcome of one call, before its result was checked against the outputSchema. */
export const outcomeOf = (request: CallRequest, asked: Asked, times: Timed): CallOutcome => {
  const base = { call: request.call, startedAt: times.startedAt, violations: [] as readonly Violation[] };
  if (asked.kind !== 'answer') {
    return {
      ...base,
      outcome: statusOf(asked.kind),
      resultBytes: 0,
      fault: asked.fault,
      findings: [],
      finishedAt: times.now,
    };
  }
  const { answer } = asked;
  const raw = answer.bytes.toString('utf8');
  const received = { ...base, raw, resultBytes: answer.bytes.length, finishedAt: answer.at };
  if (answer.error !== undefined) {
    return {
      ...received,
      outcome: 'protocolError',
      rpcCode: answer.error.code,
      fault: rpcFault(answer.error),
      findings: [],
    };
  }
  const result = answer.result ?? {};
  if (asked.fault !== undefined)
    return { ...received, outcome: 'protocolError', result, fault: asked.fault, findings: [] };
  const findings = resultFindings(result, { tool: request.tool }, raw);
  return { ...received, outcome: result['isError'] === true ? 'toolError' : 'ok', result, findings };
};
