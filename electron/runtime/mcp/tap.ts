import { fault, type Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { idOfEnds, readFrame, type Envelope, type RpcError, type RpcId } from './envelope.ts';
import { finding, type McpFinding } from './findings.ts';
import { repairDiscover, repairInitialize } from './handshake.ts';
import type { LongLine } from './lines.ts';
import type { Recording } from './recording.ts';
import type { CallProgress, Era, JsonObject } from './types.ts';

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
  readonly onProgress?: ((progress: CallProgress, at: bigint) => void) | undefined;
  /** Runs once, when the first bytes have left and before they are recorded. */
  onSent?: (() => void) | undefined;
  /** Answer or fault, whichever came. */
  answer?: Answer;
  fault?: Fault;
  /** Settles with the first of the two. */
  readonly done: Promise<void>;
}

interface Pending {
  readonly method: string;
  readonly trace?: Trace | undefined;
}

interface OpenTrace {
  readonly trace: Trace;
  readonly settle: () => void;
}

const maxPastTokens = 100;

const serverMaySay = new Set(['complete', 'input_required']);

/**
 * A stand-in that every strict reader accepts, for an answer that we read ourselves. Strict reading of the real one would
 * lose a whole list for one bad tool.
 */
const standIn = (method: string): JsonObject => ({
  resultType: 'complete',
  ...(method === 'tools/list' ? { tools: [], ttlMs: 0, cacheScope: 'private' } : {}),
  ...(method === 'tools/call' ? { content: [] } : {}),
});

const progressOf = (params: unknown): { token: string | number; progress: CallProgress } | undefined => {
  if (!isObject(params)) return undefined;
  const { progressToken: token, progress, total, message } = params;
  if ((typeof token !== 'string' && typeof token !== 'number') || typeof progress !== 'number')
    return undefined;
  return {
    token,
    progress: {
      progress,
      ...(typeof total === 'number' ? { total } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    },
  };
};

const tokenOf = (message: JsonObject): string | number | undefined => {
  const params = message['params'];
  const meta = isObject(params) ? params['_meta'] : undefined;
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
};

/**
 * The tap under one connection: records both directions before anything else reads them, follows our requests, and gives
 * the protocol client only what a strict reader accepts.
 */
export const createTap = (recording: Recording) => {
  const pending = new Map<RpcId, Pending>();
  const byToken = new Map<string | number, OpenTrace>();
  const open = new Map<Trace, OpenTrace>();
  const findings: McpFinding[] = [];
  /** Tokens of calls that are over; a last word of progress may follow the answer. */
  const pastTokens = new Set<string | number>();
  let next: Trace | undefined;
  let era: Era | undefined;
  let lastFault: Fault | undefined;

  const find = (found: McpFinding): void => {
    findings.push(found);
    recording.finding(found);
  };

  const close = (trace: Trace): void => {
    const entry = open.get(trace);
    open.delete(trace);
    if (next === trace) next = undefined;
    for (const [token, candidate] of byToken) {
      if (candidate.trace !== trace) continue;
      byToken.delete(token);
      pastTokens.add(token);
      const [oldest] = pastTokens;
      if (pastTokens.size > maxPastTokens && oldest !== undefined) pastTokens.delete(oldest);
    }
    entry?.settle();
  };

  /** Takes the waiting request that an answer belongs to, ids of the wrong JSON type included. */
  const take = (id: RpcId): { key: RpcId; entry: Pending } | undefined => {
    for (const key of [id, typeof id === 'string' ? Number(id) : String(id)]) {
      const entry = pending.get(key);
      if (entry === undefined) continue;
      pending.delete(key);
      if (key !== id) find(finding('frame-malformed', { detail: 'the id came back with another JSON type' }));
      return { key, entry };
    }
    return undefined;
  };

  const repaired = (method: string, result: JsonObject, traced: boolean): JsonObject => {
    const odd: McpFinding[] = [];
    if (method === 'initialize') result = repairInitialize(result, odd);
    else if (method === 'server/discover') result = repairDiscover(result, odd);
    else if (era === 'modern' && result['resultType'] === undefined) {
      odd.push(finding('result-type-missing'));
      result = { ...result, resultType: 'complete' };
    }
    odd.forEach(find);
    if (!traced || result['resultType'] === 'input_required') return result;
    return method === 'initialize' || method === 'server/discover' ? result : standIn(method);
  };

  const answered = (
    envelope: Envelope & { type: 'response' | 'error' },
    bytes: Buffer,
    at: bigint,
  ): JsonObject | undefined => {
    const taken = take(envelope.id);
    if (taken === undefined) {
      find(finding('frame-unknown-id'));
      return undefined;
    }
    const { key, entry } = taken;
    const { trace, method } = entry;
    if (envelope.type === 'error') {
      if (trace !== undefined) {
        trace.answer = { error: envelope.error, bytes, at };
        close(trace);
      }
      return { ...envelope.message, id: key };
    }
    const { result } = envelope;
    const more = era === 'modern' && result['resultType'] === 'input_required';
    if (trace !== undefined && !more) {
      trace.answer = { result, bytes, at };
      const kind = result['resultType'];
      if (era === 'modern' && kind !== undefined && (typeof kind !== 'string' || !serverMaySay.has(kind))) {
        trace.fault = fault('result-type-unknown', 'The result is of a type that was not asked for.', {
          next: 'Look at the raw result; the server may need an extension that is not offered.',
        });
      }
      close(trace);
    }
    return { ...envelope.message, id: key, result: repaired(method, result, trace !== undefined) };
  };

  const progressed = (params: unknown, at: bigint): void => {
    const seen = progressOf(params);
    if (seen === undefined) return;
    const entry = byToken.get(seen.token);
    if (entry !== undefined) entry.trace.onProgress?.(seen.progress, at);
    else if (!pastTokens.has(seen.token)) find(finding('progress-unasked'));
  };

  const failWaiting = (id: RpcId, reason: Fault): JsonObject | undefined => {
    const taken = take(id);
    if (taken === undefined) return undefined;
    lastFault = reason;
    const { trace } = taken.entry;
    if (trace !== undefined) {
      trace.fault = reason;
      close(trace);
    }
    return { jsonrpc: '2.0', id: taken.key, error: { code: -32603, message: reason.message } };
  };

  return {
    findings: findings as readonly McpFinding[],
    find,
    setEra: (value: Era): void => void (era = value),
    /** Why the latest request was failed by us. */
    lastFault: (): Fault | undefined => lastFault,

    /** Starts a trace; the next request that is registered belongs to it, and its later rounds by their token. */
    trace: (
      method: string,
      options: { token?: string | number; onProgress?: Trace['onProgress']; onSent?: Trace['onSent'] } = {},
    ): Trace => {
      let settle: () => void = () => undefined;
      const done = new Promise<void>((resolve) => (settle = resolve));
      const trace: Trace = { method, onProgress: options.onProgress, onSent: options.onSent, done };
      const entry = { trace, settle };
      open.set(trace, entry);
      if (options.token !== undefined) byToken.set(options.token, entry);
      next = trace;
      return trace;
    },

    /** Gives up on a trace, so that nothing is kept for it. */
    drop: (trace: Trace): void => close(trace),

    /** Must be called, synchronously, when a message of ours is about to leave. */
    register: (message: JsonObject): void => {
      const { id, method } = message;
      if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return;
      const token = tokenOf(message);
      const byName = token === undefined ? undefined : byToken.get(token)?.trace;
      const trace = next?.method === method ? next : byName;
      if (next === trace) next = undefined;
      pending.set(id, { method, trace });
    },

    /** A message of ours left, as these bytes. Called after the fact: the bytes do not wait for the record of them. */
    sent: (message: JsonObject, bytes: Buffer, at: bigint): void => {
      const { id, method } = message;
      const rpcId = typeof id === 'string' || typeof id === 'number' ? id : undefined;
      const trace = typeof method === 'string' && rpcId !== undefined ? pending.get(rpcId)?.trace : undefined;
      const onSent = trace?.onSent;
      if (trace !== undefined) trace.onSent = undefined;
      onSent?.();
      const type =
        typeof method === 'string'
          ? rpcId === undefined
            ? 'notification'
            : 'request'
          : message['error'] === undefined
            ? 'response'
            : 'error';
      recording.message({
        direction: 'toServer',
        type,
        method: typeof method === 'string' ? method : undefined,
        id: rpcId,
        era,
        bytes,
        at,
      });
    },

    /** Bytes of one frame arrived; returns what the protocol client may have of it. */
    received: (bytes: Buffer, at: bigint): JsonObject[] => {
      const out: JsonObject[] = [];
      const envelopes = readFrame(bytes);
      envelopes.forEach((envelope, index) => {
        recording.message({
          direction: 'fromServer',
          type: envelope.type,
          method: envelope.method,
          id: envelope.id,
          era,
          // The bytes of a batch are counted once.
          bytes: index === 0 ? bytes : Buffer.alloc(0),
          at,
        });
        envelope.findings.forEach(find);
        switch (envelope.type) {
          case 'response':
          case 'error': {
            const message = answered(envelope, bytes, at);
            if (message !== undefined) out.push(message);
            return;
          }
          case 'notification':
            if (envelope.method === 'notifications/progress') progressed(envelope.message['params'], at);
            else out.push(envelope.message);
            return;
          case 'request':
            out.push(envelope.message);
            return;
          case 'malformed': {
            const failed = envelope.id === undefined ? undefined : failWaiting(envelope.id, unreadable);
            if (failed !== undefined) out.push(failed);
            return;
          }
          case 'text':
            return;
        }
      });
      return out;
    },

    /** A frame passed the size limit. Its request, where it can be told, is failed. */
    receivedLong: (line: LongLine, at: bigint): JsonObject | undefined => {
      recording.message({
        direction: 'fromServer',
        type: 'malformed',
        era,
        bytes: Buffer.from(line.head),
        at,
      });
      find(finding('frame-too-large', { detail: `${line.bytes} bytes` }));
      const id = idOfEnds(line.head, line.tail) ?? (pending.size === 1 ? [...pending.keys()][0] : undefined);
      return id === undefined ? undefined : failWaiting(id, tooLarge(line.bytes));
    },

    /** Whether a request still waits. */
    waits: (id: RpcId): boolean => pending.has(id),

    /** Fails a waiting request for a reason of the transport; returns the message that tells the protocol client. */
    fail: failWaiting,

    /** An error that names no request, as the answer to the request whose HTTP response it was. */
    refuse: (id: RpcId, error: RpcError, bytes: Buffer, at: bigint): JsonObject | undefined => {
      const taken = take(id);
      if (taken === undefined) return undefined;
      const { trace } = taken.entry;
      if (trace !== undefined) {
        trace.answer = { error, bytes, at };
        close(trace);
      }
      return { jsonrpc: '2.0', id: taken.key, error };
    },

    /** The connection is gone: every trace ends with this reason. `wanted`: we closed it ourselves. */
    failAll: (reason: Fault, wanted: boolean): void => {
      if (!wanted) lastFault = reason;
      for (const trace of open.keys()) {
        trace.fault ??= reason;
        close(trace);
      }
      pending.clear();
    },
  };
};
export type Tap = ReturnType<typeof createTap>;

const unreadable = fault('answer-unreadable', 'The answer could not be read as JSON-RPC.', {
  next: 'Look at the raw message in the event log.',
});

const tooLarge = (bytes: number): Fault =>
  fault('answer-too-large', `The answer has ${bytes} bytes and passed the size limit.`, {
    next: 'Ask the server for less at a time.',
  });
