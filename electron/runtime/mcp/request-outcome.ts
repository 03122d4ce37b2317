import { fault, type Fault } from '../../../shared/fault.ts';
import type { RpcError } from './envelope.ts';
import { requiredAddresses, urlElicitationRequired } from './required-urls.ts';
import type { Asked } from './session.ts';
import { sentence } from './sentence.ts';
import type { CallStatus, RequestOutcome } from './types.ts';

export interface Times {
  /** Monotonic nanoseconds. */
  readonly startedAt: bigint;
  readonly now: bigint;
}

const codeOf = (rpcCode: number): { code: string; next?: string } => {
  switch (rpcCode) {
    case -32601:
      return { code: 'method-not-found', next: 'The server does not offer this.' };
    case -32002:
      return { code: 'resource-not-found', next: 'List the resources again.' };
    case -32021:
      return { code: 'capability-missing', next: 'The server needs something that is not offered to it.' };
    case urlElicitationRequired:
      return {
        code: 'url-elicitation-required',
        next: 'Finish in the browser what the server asks for, then call again.',
      };
    default:
      return { code: 'rpc-error' };
  }
};

const rpcFault = (error: RpcError): Fault => {
  const { code, next } = codeOf(error.code);
  const addresses = error.code === urlElicitationRequired ? requiredAddresses(error.data) : [];
  const said = [sentence(error.message), ...addresses.map((address) => `It wants you at ${address} first.`)];
  return fault(code, `The server answered with error ${error.code}.`, {
    cause: said.filter((part) => part !== undefined).join(' ') || undefined,
    next,
  });
};

const statusOf = (kind: 'timeout' | 'cancelled' | 'failed'): CallStatus =>
  kind === 'failed' ? 'transportError' : kind;

/** What became of one request, whatever it asked for. */
export const requestOutcome = (asked: Asked, { startedAt, now }: Times): RequestOutcome => {
  if (asked.kind !== 'answer') {
    const { kind, fault: reason } = asked;
    return {
      startedAt,
      outcome: statusOf(kind),
      resultBytes: 0,
      fault: reason,
      findings: [],
      finishedAt: now,
    };
  }
  const { answer } = asked;
  const received = {
    startedAt,
    raw: answer.bytes.toString('utf8'),
    resultBytes: answer.bytes.length,
    findings: [],
    finishedAt: answer.at,
  };
  if (answer.error !== undefined) {
    return {
      ...received,
      outcome: 'protocolError',
      rpcCode: answer.error.code,
      fault: rpcFault(answer.error),
    };
  }
  const result = answer.result ?? {};
  return asked.fault === undefined
    ? { ...received, outcome: 'ok', result }
    : { ...received, outcome: 'protocolError', result, fault: asked.fault };
};
