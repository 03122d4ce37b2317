import type { InstanceId } from '../../../shared/event.ts';
import { isObject } from '../../../shared/json.ts';
import { idOfEnds, readFrame, type Envelope, type RpcId } from '../mcp/envelope.ts';
import { finding, type McpFinding } from '../mcp/findings.ts';
import type { LongLine } from '../mcp/lines.ts';
import { createRecording, type Direction } from '../mcp/recording.ts';
import { createStderrLog } from '../mcp/stderr-log.ts';
import type { RawTool } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';
import { createCalls } from './calls.ts';
import { asksForMore, createDiscovery } from './discovery.ts';
import { createHandshake, type TappedHandshake } from './handshake.ts';
import { createTappedStream } from './stream.ts';

const gapCodes = { toServer: 'tap-to-server', fromServer: 'tap-from-server', stderr: 'tap-stderr' } as const;

interface Waiting {
  readonly method: string;
  readonly continues: boolean;
}

/** Turns the bytes of one tapped server process into events. Times are nanoseconds of our clock. */
export function createTapObserver(recorder: Recorder, serverName: string, instance: InstanceId) {
  const recording = createRecording(recorder, serverName, instance);
  const find = (found: McpFinding): void => recording.finding(found);
  const calls = createCalls(recording, () => recorder.gate.local('call'));
  const discovery = createDiscovery(recording, find);
  /** Requests of the client, and of the server, that wait for their answer. */
  const waiting: Record<Direction, Map<RpcId, Waiting>> = { toServer: new Map(), fromServer: new Map() };
  const stderr = createStderrLog((counts) => recording.stderr(counts));
  const handshake = createHandshake(recorder, serverName, instance);
  let pid = 0;
  let closed = false;

  const asked = (envelope: Envelope & { type: 'request' }, direction: Direction, at: bigint): void => {
    const { id, method, message } = envelope;
    waiting[direction].set(id, { method, continues: asksForMore(message) });
    if (direction !== 'toServer') return;
    if (method === 'tools/call') calls.asked(id, message, at);
    handshake.asked(method, message);
  };

  const told = (envelope: Envelope & { type: 'notification' }, direction: Direction, at: bigint): void => {
    const { params } = envelope.message;
    if (!isObject(params)) return;
    if (direction === 'fromServer' && envelope.method === 'notifications/progress')
      calls.progressed(params, at);
    const cancelled = params['requestId'];
    if (direction !== 'toServer' || envelope.method !== 'notifications/cancelled') return;
    if (typeof cancelled === 'string' || typeof cancelled === 'number') calls.cancelled(cancelled, at);
  };

  const answered = (
    envelope: Envelope & { type: 'response' | 'error' },
    direction: Direction,
    bytes: Buffer,
    at: bigint,
  ): void => {
    const asker = waiting[direction === 'fromServer' ? 'toServer' : 'fromServer'];
    const question = asker.get(envelope.id);
    asker.delete(envelope.id);
    if (direction !== 'fromServer' || question === undefined) return;
    if (envelope.type === 'error') {
      if (question.method === 'tools/call') calls.refused(envelope.id, bytes, at);
      return;
    }
    const { result } = envelope;
    handshake.answered(question.method, result);
    switch (question.method) {
      case 'tools/call':
        calls.answered(envelope.id, result, bytes, at);
        return;
      case 'tools/list':
        discovery.listed(result, question.continues);
        return;
      default:
    }
  };

  const framed = (bytes: Buffer, direction: Direction, at: bigint): void => {
    readFrame(bytes).forEach((envelope, index) => {
      recording.message({
        direction,
        type: envelope.type,
        method: envelope.method,
        id: envelope.id,
        era: handshake.state().era,
        // The bytes of a batch are counted once.
        bytes: index === 0 ? bytes : Buffer.alloc(0),
        at,
      });
      // What a client writes is not the server's doing.
      if (direction === 'fromServer') envelope.findings.forEach(find);
      switch (envelope.type) {
        case 'request':
          asked(envelope, direction, at);
          return;
        case 'notification':
          told(envelope, direction, at);
          return;
        case 'response':
        case 'error':
          answered(envelope, direction, bytes, at);
          return;
        case 'malformed':
        case 'text':
          return;
      }
    });
  };

  const long = (line: LongLine, direction: Direction, at: bigint): void => {
    recording.message({
      direction,
      type: 'malformed',
      era: handshake.state().era,
      bytes: Buffer.from(line.head),
      at,
    });
    find(finding('frame-too-large', { detail: `${line.bytes} bytes` }));
    const id = idOfEnds(line.head, line.tail);
    if (direction === 'fromServer' && id !== undefined) calls.answeredLong(id, line, at);
  };

  const streamOf = (direction: Direction) =>
    createTappedStream({
      onLine: (line, at) => framed(line, direction, at),
      onLong: (line, at) => long(line, direction, at),
    });
  const streams: Record<Direction, ReturnType<typeof createTappedStream>> = {
    toServer: streamOf('toServer'),
    fromServer: streamOf('fromServer'),
  };

  const close = (code: string | undefined, at: bigint): void => {
    if (closed) return;
    closed = true;
    streams.toServer.end(at);
    streams.fromServer.end(at);
    stderr.end(at);
    calls.lost(code ?? 'server-exited', at);
    handshake.emit('closed', { code });
  };

  handshake.emit('connecting');

  return {
    instance,
    handshake: (): TappedHandshake => handshake.state(),
    tools: (): readonly RawTool[] => discovery.tools(),
    stderr: (): { readonly lines: readonly { readonly text: string }[]; readonly dropped: number } =>
      stderr.lines(),
    chunk: (direction: Direction, bytes: Buffer, at: bigint): void => streams[direction].push(bytes, at),
    stderrChunk: (bytes: Buffer, at: bigint): void => stderr.push(bytes, at),
    /** The wrapper had to leave out this many chunks of a stream. */
    gap: (stream: Direction | 'stderr', chunks: number): void => {
      if (stream !== 'stderr') streams[stream].gap();
      recorder.emit({
        kind: 'capture.dropped',
        source: 'tap',
        evidence: 'measured',
        instance,
        where: recorder.gate.code(gapCodes[stream]),
        count: chunks,
      });
    },
    spawned: (childPid: number): void => {
      pid = childPid;
      recording.process('spawned', pid);
    },
    exited: (code: number | null, signal: string | null, at: bigint): void => {
      close(undefined, at);
      recording.process('exited', pid, { code, signal });
    },
    /** The wrapper is gone without a word. */
    lost: (at: bigint): void => close('tap-lost', at),
  };
}
export type TapObserver = ReturnType<typeof createTapObserver>;
