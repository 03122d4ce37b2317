import { fault, type Fault } from '../../../shared/fault.ts';
import { idOfEnds, readFrame, type Envelope, type RpcError, type RpcId } from './envelope.ts';
import { finding, type McpFinding } from './findings.ts';
import { repairDiscover, repairInitialize } from './handshake.ts';
import { paramsOf, type Inbound } from './inbound.ts';
import type { LongLine } from './lines.ts';
import type { Recording } from './recording.ts';
import { createTraces, type Trace } from './traces.ts';
import type { Era, JsonObject } from './types.ts';

interface Pending {
  readonly method: string;
  readonly trace: Trace | undefined;
}

/** Findings of one wire that are kept for the user; events have a bound of their own. */
const maxFindings = 200;

const knownResultTypes = new Set<unknown>([undefined, 'complete']);
/** Only these may be answered by a request for input (basic/patterns/mrtr). */
const inputMethods = new Set(['tools/call', 'prompts/get', 'resources/read']);

/**
 * A stand-in that every strict reader accepts, for an answer that we read ourselves. Strict reading of the real one would
 * lose a whole list for one bad tool.
 */
const standIns: Readonly<Record<string, JsonObject>> = {
  'tools/list': { tools: [], ttlMs: 0, cacheScope: 'private' },
  'resources/list': { resources: [], ttlMs: 0, cacheScope: 'private' },
  'resources/templates/list': { resourceTemplates: [], ttlMs: 0, cacheScope: 'private' },
  'prompts/list': { prompts: [], ttlMs: 0, cacheScope: 'private' },
  'tools/call': { content: [] },
  'resources/read': { contents: [], ttlMs: 0, cacheScope: 'private' },
  'prompts/get': { messages: [] },
  'completion/complete': { completion: { values: [] } },
};
const standIn = (method: string): JsonObject => ({ resultType: 'complete', ...standIns[method] });

/**
 * The tap under one wire: records both directions, follows our requests, and gives the protocol client only what a strict
 * reader accepts.
 */
export const createTap = (recording: Recording) => {
  const pending = new Map<RpcId, Pending>();
  const traces = createTraces();
  const findings: McpFinding[] = [];
  let era: Era | undefined;
  let lastFault: Fault | undefined;
  let offersTasks = false;
  let inbound: Inbound | undefined;

  const find = (found: McpFinding): void => {
    if (findings.length < maxFindings) findings.push(found);
    recording.finding(found);
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

  /** What the protocol client gets in the place of a result. */
  const forStrictReader = (method: string, result: JsonObject, traced: boolean): JsonObject => {
    const odd: McpFinding[] = [];
    const handshake = method === 'initialize' || method === 'server/discover';
    let repaired = result;
    if (handshake) {
      repaired = method === 'initialize' ? repairInitialize(result, odd) : repairDiscover(result, odd);
    } else if (era === 'modern' && result['resultType'] === undefined) {
      odd.push(finding('result-type-missing'));
      repaired = { ...result, resultType: 'complete' };
    }
    odd.forEach(find);
    return handshake || !traced ? repaired : standIn(method);
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
    const { trace, method } = taken.entry;
    if (envelope.type === 'error') {
      if (trace !== undefined) traces.answered(trace, { error: envelope.error, bytes, at });
      return { ...envelope.message, id: taken.key };
    }
    const { result } = envelope;
    const resultType = era === 'modern' ? result['resultType'] : undefined;
    if (trace !== undefined) {
      const known =
        knownResultTypes.has(resultType) ||
        (resultType === 'input_required' && inputMethods.has(method)) ||
        (resultType === 'task' && offersTasks && method === 'tools/call');
      if (!known) trace.fault = unknownResultType;
      traces.answered(trace, { result, bytes, at });
    }
    return {
      ...envelope.message,
      id: taken.key,
      result: forStrictReader(method, result, trace !== undefined),
    };
  };

  const failWaiting = (id: RpcId, reason: Fault): JsonObject | undefined => {
    const taken = take(id);
    if (taken === undefined) return undefined;
    lastFault = reason;
    if (taken.entry.trace !== undefined) traces.failed(taken.entry.trace, reason);
    return { jsonrpc: '2.0', id: taken.key, error: { code: -32603, message: reason.message } };
  };

  /** What the protocol client may have of one message. */
  const pass = (envelope: Envelope, bytes: Buffer, at: bigint): JsonObject | undefined => {
    switch (envelope.type) {
      case 'response':
      case 'error':
        return answered(envelope, bytes, at);
      case 'notification':
        if (envelope.method === 'notifications/progress') {
          if (!traces.progressed(envelope.message['params'], at)) find(finding('progress-unasked'));
          return undefined;
        }
        inbound?.notification(envelope.method, paramsOf(envelope.message));
        return envelope.message;
      case 'request':
        inbound?.request(envelope.id, envelope.method, paramsOf(envelope.message));
        return undefined;
      case 'malformed':
        return envelope.id === undefined ? undefined : failWaiting(envelope.id, unreadable);
      case 'text':
        return undefined;
    }
  };

  return {
    findings: findings as readonly McpFinding[],
    find,
    setEra: (value: Era): void => void (era = value),
    /** The client offers tasks, so that a call may be answered by one. */
    offerTasks: (): void => void (offersTasks = true),
    /** Who gets what the server sends of its own accord. */
    setInbound: (value: Inbound): void => void (inbound = value),
    /** Why the latest request was failed by us. */
    lastFault: (): Fault | undefined => lastFault,
    /** Starts a trace; the next request of its method belongs to it, and its later rounds by their token. */
    trace: traces.start,
    drop: traces.drop,

    /** Must be called, synchronously, when a message of ours is about to leave. */
    register: (message: JsonObject): void => {
      const { id, method } = message;
      if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return;
      pending.set(id, { method, trace: traces.claim(message) });
    },

    /** A message of ours left, as these bytes. Called after the fact: the bytes do not wait for the record of them. */
    sent: (message: JsonObject, bytes: Buffer, at: bigint): void => {
      const id =
        typeof message['id'] === 'string' || typeof message['id'] === 'number' ? message['id'] : undefined;
      const method = typeof message['method'] === 'string' ? message['method'] : undefined;
      const trace = method !== undefined && id !== undefined ? pending.get(id)?.trace : undefined;
      const onSent = trace?.onSent;
      if (trace !== undefined) trace.onSent = undefined;
      onSent?.();
      const ours = id === undefined ? 'notification' : 'request';
      const theirs = message['error'] === undefined ? 'response' : 'error';
      recording.message({
        direction: 'toServer',
        type: method === undefined ? theirs : ours,
        method,
        id,
        era,
        bytes,
        at,
      });
    },

    /** Bytes of one frame arrived; returns what the protocol client may have of it. */
    received: (bytes: Buffer, at: bigint): JsonObject[] => {
      const out: JsonObject[] = [];
      readFrame(bytes).forEach((envelope, index) => {
        const { type, method, id } = envelope;
        // The bytes of a batch are counted once.
        recording.message({
          direction: 'fromServer',
          type,
          method,
          id,
          era,
          bytes: index === 0 ? bytes : nothing,
          at,
        });
        envelope.findings.forEach(find);
        const message = pass(envelope, bytes, at);
        if (message !== undefined) out.push(message);
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
        size: line.bytes,
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
      if (taken.entry.trace !== undefined) traces.answered(taken.entry.trace, { error, bytes, at });
      return { jsonrpc: '2.0', id: taken.key, error };
    },

    /** The wire is gone: every trace ends with this reason. `wanted`: we closed it ourselves. */
    failAll: (reason: Fault, wanted: boolean): void => {
      if (!wanted) lastFault = reason;
      traces.failAll(reason);
      pending.clear();
    },
  };
};
export type Tap = ReturnType<typeof createTap>;

const nothing = Buffer.alloc(0);

const unreadable = fault('answer-unreadable', 'The answer could not be read as JSON-RPC.', {
  next: 'Look at the raw message in the event log.',
});

const unknownResultType = fault('result-type-unknown', 'The result is of a type that was not asked for.', {
  next: 'Look at the raw result; the server may need an extension that is not offered.',
});

const tooLarge = (bytes: number): Fault =>
  fault('answer-too-large', `The answer has ${bytes} bytes and passed the size limit.`, {
    next: 'Ask the server for less at a time.',
  });
