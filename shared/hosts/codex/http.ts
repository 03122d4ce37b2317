import type { ClientRequest, Failure, HttpAnswer, HttpOutcome, RetryPlan } from '../types.ts';

/** CX-2.22. */
const RETRYABLE = new Set([408, 429, 500, 502, 503, 504]);
const DELAYS_MS = [250, 1000];
/** Requests that are sent again (CX-2.21). */
const REPEATED: ReadonlySet<ClientRequest> = new Set(['initialize', 'initialized', 'tools/list']);

/** What an answer to a POST means; the first row of the table that fits decides (CX-3). */
export function codexHttpAnswer(answer: HttpAnswer): HttpOutcome {
  const { status, session, challenge, contentType, request } = answer;
  const as = (kind: HttpOutcome['kind'], row: number): HttpOutcome => ({ kind, rules: [`CX-3/${row}`] });
  if (status === 404 && session) return as('session-expired', 1);
  if (status === 401 && challenge !== undefined) return as('auth-required', 2);
  if (status === 403) {
    const scope = insufficientScope(challenge);
    if (scope !== undefined) return { ...as('insufficient-scope', 4), ...scope };
  }
  if (status === 202 || status === 204) return as('accepted', 6);
  if (status < 200 || status > 299) {
    const repeated = RETRYABLE.has(status) && REPEATED.has(request);
    return as(answer.rpcError === true && !repeated ? 'rpc-error' : 'failure', 7);
  }
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === 'text/event-stream') return as('stream', 8);
  return as(type === 'application/json' ? 'json' : 'unexpected-content-type', 8);
}

/** The scope of a Bearer challenge whose one error is insufficient_scope; undefined for any other header. */
function insufficientScope(challenge: string | undefined): { scope?: string } | undefined {
  const parameters = /^\s*Bearer\s+(.*)$/is.exec(challenge ?? '')?.[1];
  if (parameters === undefined) return undefined;
  const all = [...parameters.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,"]+))/g)];
  const errors = all.filter(([, name]) => name?.toLowerCase() === 'error').map(valueOf);
  if (errors.length !== 1 || errors[0] !== 'insufficient_scope') return undefined;
  const scope = all.find(([, name]) => name?.toLowerCase() === 'scope');
  return scope === undefined ? {} : { scope: valueOf(scope) };
}

const valueOf = (match: RegExpExecArray): string => match[2] ?? match[3] ?? '';

/** Whether and when a failed request is sent again (CX-2.20 to CX-2.26). */
export function codexRetry(transport: 'http' | 'stdio', request: ClientRequest, failure: Failure): RetryPlan {
  if (transport === 'stdio') return never('CX-2.24');
  // Once, whatever the request was, after the session was opened anew.
  if (failure.kind === 'session-expired') {
    return { retries: true, delaysMs: [0], rebuilds: false, rules: ['CX-2.26'] };
  }
  if (!REPEATED.has(request)) return never('CX-2.21');
  if (!isRetryable(failure)) return never('CX-2.23');
  return {
    retries: true,
    delaysMs: DELAYS_MS,
    rebuilds: request !== 'tools/list',
    rules: ['CX-2.20', 'CX-2.22', ...(request === 'tools/list' ? [] : (['CX-2.25'] as const))],
  };
}

function never(rule: RetryPlan['rules'][number]): RetryPlan {
  return { retries: false, delaysMs: [], rebuilds: false, rules: [rule] };
}

function isRetryable(failure: Failure): boolean {
  switch (failure.kind) {
    case 'http':
      return RETRYABLE.has(failure.status);
    case 'request-failed':
    case 'stream-read-failed':
      return true;
    case 'executor':
      return failure.message?.startsWith('http/request failed:') === true;
    case 'auth-required':
    case 'insufficient-scope':
    case 'session-expired':
    case 'unexpected-content-type':
    case 'decode':
    case 'header':
      return false;
  }
}
