import { isObject } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import type { Asked } from './session.ts';
import { requestOutcome, type Times } from './request-outcome.ts';
import type { CallOutcome, CallRequest, JsonObject } from './types.ts';

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

/** The outcome of one call, before its result was checked against the outputSchema. */
export const outcomeOf = (request: CallRequest, asked: Asked, times: Times): CallOutcome => {
  const outcome: CallOutcome = { ...requestOutcome(asked, times), call: request.call, violations: [] };
  const { result, raw } = outcome;
  if (outcome.outcome !== 'ok' || result === undefined) return outcome;
  const findings = resultFindings(result, { tool: request.tool }, raw ?? '');
  return { ...outcome, outcome: result['isError'] === true ? 'toolError' : 'ok', findings };
};
