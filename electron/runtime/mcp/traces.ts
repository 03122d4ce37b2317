import type { Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { RpcError } from './envelope.ts';
import type { CallProgress, JsonObject } from './types.ts';

export type ProgressToken = string | number;

export interface Answer {
  readonly result?: JsonObject;
  readonly error?: RpcError;
  /** The message exactly as received. */
  readonly bytes: Buffer;
  readonly at: bigint;
}

/** Follows one request of ours on the wire, from its bytes out to its bytes back. */
export interface Trace {
  readonly method: string;
  readonly token?: ProgressToken | undefined;
  readonly onProgress?: ((progress: CallProgress, at: bigint) => void) | undefined;
  /** Runs once, when the first bytes have left and before they are recorded. */
  onSent?: (() => void) | undefined;
  /** Answer or fault, whichever came. */
  answer?: Answer;
  fault?: Fault;
  /** Settles with the first of the two. */
  readonly done: Promise<void>;
}

export type TraceOptions = Pick<Trace, 'token' | 'onProgress' | 'onSent'>;

/** So many tokens of calls that are over are remembered: a last word of progress may follow the answer. */
const maxPastTokens = 100;

const isToken = (value: unknown): value is ProgressToken =>
  typeof value === 'string' || typeof value === 'number';

const tokenOf = (message: JsonObject): ProgressToken | undefined => {
  const params = message['params'];
  const meta = isObject(params) ? params['_meta'] : undefined;
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return isToken(token) ? token : undefined;
};

const progressOf = (params: unknown): { token: ProgressToken; progress: CallProgress } | undefined => {
  if (!isObject(params)) return undefined;
  const { progressToken: token, progress, total, message } = params;
  if (!isToken(token) || typeof progress !== 'number') return undefined;
  return {
    token,
    progress: {
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    },
  };
};

/** The open traces of one wire. A trace belongs to the next request of its method, and to later ones by its token. */
export const createTraces = () => {
  const open = new Map<Trace, () => void>();
  const byToken = new Map<ProgressToken, Trace>();
  const pastTokens = new Set<ProgressToken>();
  let next: Trace | undefined;

  const close = (trace: Trace): void => {
    if (next === trace) next = undefined;
    const { token } = trace;
    if (token !== undefined && byToken.get(token) === trace) {
      byToken.delete(token);
      pastTokens.add(token);
      const [oldest] = pastTokens;
      if (pastTokens.size > maxPastTokens && oldest !== undefined) pastTokens.delete(oldest);
    }
    open.get(trace)?.();
    open.delete(trace);
  };

  return {
    start: (method: string, options: TraceOptions = {}): Trace => {
      let settle: () => void = () => undefined;
      const done = new Promise<void>((resolve) => (settle = resolve));
      const trace: Trace = { method, ...options, done };
      open.set(trace, settle);
      if (options.token !== undefined) byToken.set(options.token, trace);
      next = trace;
      return trace;
    },

    /** The trace that a request which is about to leave belongs to. */
    claim: (message: JsonObject): Trace | undefined => {
      if (next !== undefined && next.method === message['method']) {
        const claimed = next;
        next = undefined;
        return claimed;
      }
      const token = tokenOf(message);
      return token === undefined ? undefined : byToken.get(token);
    },

    answered: (trace: Trace, answer: Answer): void => {
      trace.answer = answer;
      close(trace);
    },

    failed: (trace: Trace, reason: Fault): void => {
      trace.fault = reason;
      close(trace);
    },

    failAll: (reason: Fault): void => {
      for (const trace of open.keys()) {
        trace.fault ??= reason;
        close(trace);
      }
    },

    /** Hands progress to its trace. False for a token that nobody gave. */
    progressed: (params: unknown, at: bigint): boolean => {
      const seen = progressOf(params);
      if (seen === undefined) return true;
      byToken.get(seen.token)?.onProgress?.(seen.progress, at);
      return byToken.has(seen.token) || pastTokens.has(seen.token);
    },

    /** Gives up on a trace, so that nothing is kept for it. */
    drop: close,
  };
};
