import type {
  DraftOf,
  EventOf,
  InstanceId,
  KnownKey,
  LocalId,
  ServerName,
  ToolName,
  WireId,
} from '../../../shared/event.ts';
import type { Json } from '../../../shared/events/definition.ts';
import { formatJson, isObject } from '../../../shared/json.ts';
import type { Recorder } from '../recorder.ts';
import { callKey, wireKey } from '../vault.ts';
import type { Elicitation, ElicitationAnswer, Sampling, SamplingAnswer } from './answerer.ts';
import type { RpcId } from './envelope.ts';
import type { McpFinding } from './findings.ts';
import type { CallOutcome, CallRequest, Era, EraVerdict, JsonObject, RawTool, TaskStatus } from './types.ts';

export type Direction = EventOf<'mcp.message'>['direction'];
type MessageType = EventOf<'mcp.message'>['type'];
type ContentType = EventOf<'call.finished'>['content'][number]['type'];

export interface WireMessage {
  readonly direction: Direction;
  readonly type: MessageType;
  readonly method?: string | undefined;
  readonly id?: RpcId | undefined;
  readonly era?: Era | undefined;
  readonly bytes: Buffer;
  /** Bytes on the wire, where not all of them are here. */
  readonly size?: number;
  /** Monotonic nanoseconds. */
  readonly at: bigint;
}

/** A server that repeats one mistake for ever gets this many findings of a code and instance. */
const maxFindings = 20;
const maxWaitingIds = 1000;
/** Lines of text on stdout are events one by one up to here; the rest is counted. */
const maxTextLines = 500;

const contentTypes: readonly ContentType[] = ['text', 'image', 'audio', 'resource', 'resource_link'];

const countContent = (result: JsonObject | undefined): EventOf<'call.finished'>['content'] => {
  const blocks = result?.['content'];
  if (!Array.isArray(blocks)) return [];
  const counts = new Map<ContentType, number>();
  for (const block of blocks) {
    const type = contentTypes.find((known) => isObject(block) && block['type'] === known) ?? 'other';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([type, count]) => ({ type, count }));
};

/** Turns what a connection sees into events of one server and instance. The only file of `mcp/` that knows the recorder. */
export const createRecording = (recorder: Recorder, serverName: string, instance: InstanceId) => {
  const { gate } = recorder;
  const server: ServerName = gate.server(serverName);
  const stamp = { source: 'mcp', evidence: 'measured', instance } as const;
  const findingCounts = new Map<string, number>();
  const tool = (name: string): ToolName => gate.tool(server, name);
  /** Ids of requests that wait, so that the answer's need not be computed again. */
  const waitingIds = new Map<string, WireId>();
  const wireIdOf = (raw: string, isAnswer: boolean): WireId => {
    const known = waitingIds.get(raw);
    if (known !== undefined) {
      if (isAnswer) waitingIds.delete(raw);
      return known;
    }
    const id = gate.wireId(raw);
    if (!isAnswer && waitingIds.size < maxWaitingIds) waitingIds.set(raw, id);
    return id;
  };
  let textLines = 0;
  const codeOf = (word: string | undefined) => (word === undefined ? {} : { code: gate.code(word) });

  return {
    server,
    instance,

    message: (seen: WireMessage): void =>
      recorder.soon(() => {
        if (seen.type === 'text' && (textLines += 1) > maxTextLines) return;
        const known = seen.method === undefined ? undefined : gate.knownKey(seen.method);
        // The same id names two things when both ends count from 0: the asking side is part of it.
        const asker = (seen.direction === 'toServer') === (seen.type === 'request') ? 'client' : 'server';
        const event = recorder.emit(
          {
            ...stamp,
            kind: 'mcp.message',
            server,
            direction: seen.direction,
            type: seen.type,
            bytes: seen.size ?? seen.bytes.length,
            ...(known === undefined ? {} : { method: known }),
            ...(seen.id === undefined
              ? {}
              : {
                  id: wireIdOf(`${instance} ${asker} ${typeof seen.id} ${seen.id}`, seen.type !== 'request'),
                }),
            ...(seen.era === undefined ? {} : { era: seen.era }),
          },
          seen.at,
        );
        recorder.vault.put(wireKey(event.seq), seen.bytes);
      }),

    finding: (found: McpFinding): void => {
      const perTool = found.tool !== undefined || found.index !== undefined;
      const count = (findingCounts.get(found.code) ?? 0) + 1;
      findingCounts.set(found.code, count);
      if (!perTool && count > maxFindings) return;
      recorder.emit({
        ...stamp,
        kind: 'server.finding',
        server,
        code: gate.code(found.code),
        severity: found.severity,
        ...(found.tool === undefined ? {} : { tool: tool(found.tool) }),
        ...(found.list === undefined ? {} : { list: found.list }),
        ...(found.index === undefined ? {} : { index: found.index }),
        ...(found.pointer === undefined ? {} : { pointer: gate.pointer(found.pointer) }),
      });
    },

    startup: (
      state: EventOf<'server.startup'>['state'],
      required: boolean,
      more: { durationMs?: number; code?: string } = {},
    ): void => {
      recorder.emit({
        ...stamp,
        kind: 'server.startup',
        server,
        state,
        required,
        ...(more.durationMs === undefined ? {} : { durationMs: more.durationMs }),
        ...codeOf(more.code),
      });
    },

    client: (
      state: EventOf<'client.state'>['state'],
      transport: 'stdio' | 'http' | 'sse',
      more: { verdict?: EraVerdict; protocolVersion?: string; code?: string } = {},
    ): void => {
      recorder.emit({
        ...stamp,
        kind: 'client.state',
        server,
        state,
        transport,
        ...(more.verdict === undefined
          ? {}
          : { era: more.verdict.era, eraReason: gate.code(more.verdict.reason) }),
        ...(more.protocolVersion === undefined
          ? {}
          : { protocolVersion: gate.protocolVersion(more.protocolVersion) }),
        ...codeOf(more.code),
      });
    },

    process: (
      state: EventOf<'process.state'>['state'],
      pid: number,
      how: { code?: number | null; signal?: string | null } = {},
    ): void => {
      if (state !== 'spawned' && textLines > maxTextLines) {
        const count = textLines - maxTextLines;
        recorder.emit({ ...stamp, kind: 'capture.dropped', where: gate.code('stdout-text'), count });
        textLines = 0;
      }
      const signal: KnownKey | undefined =
        typeof how.signal === 'string' ? gate.knownKey(how.signal) : undefined;
      recorder.emit({
        ...stamp,
        kind: 'process.state',
        server,
        state,
        pid,
        ...(typeof how.code === 'number' ? { exitCode: how.code } : {}),
        ...(signal === undefined ? {} : { signal }),
      });
    },

    stderr: (counts: { lines: number; bytes: number }): void => {
      recorder.emit({ ...stamp, kind: 'server.stderr', server, ...counts });
    },

    listed: (kind: 'tool.discovered' | 'tool.changed', entry: RawTool): void => {
      const bytes = Buffer.byteLength(formatJson(entry.wire));
      recorder.emit({
        ...stamp,
        kind,
        server,
        tool: tool(entry.name),
        index: entry.index,
        page: entry.page,
        definition: gate.definition(server, entry.wire, bytes),
      });
    },

    itemDiscovered: (kind: 'resource' | 'template' | 'prompt', index: number): void => {
      recorder.emit({ ...stamp, kind: `${kind}.discovered`, server, index });
    },

    itemRemoved: (kind: 'resource' | 'template' | 'prompt', index: number): void => {
      recorder.emit({ ...stamp, kind: `${kind}.removed`, server, index });
    },

    removed: (name: string): void => {
      recorder.emit({ ...stamp, kind: 'tool.removed', server, tool: tool(name) });
    },

    local: (kind: 'elicitation' | 'sampling'): LocalId => gate.local(kind),

    elicitationRequested: ({ id, mode, call }: Elicitation): void => {
      recorder.emit({
        ...stamp,
        kind: 'elicitation.requested',
        elicitation: id,
        server,
        elicitationKind: 'server',
        mode,
        ...(call === undefined ? {} : { call }),
      });
    },

    elicitationAnswered: (elicitation: LocalId, { action, by }: ElicitationAnswer): void => {
      recorder.emit({ ...stamp, kind: 'elicitation.answered', elicitation, action, by });
    },

    samplingRequested: ({ id, params, call }: Sampling): void => {
      const { messages, tools } = params;
      recorder.emit({
        ...stamp,
        kind: 'sampling.requested',
        sampling: id,
        server,
        messages: Array.isArray(messages) ? messages.length : 0,
        tools: Array.isArray(tools) ? tools.length : 0,
        ...(call === undefined ? {} : { call }),
      });
    },

    samplingAnswered: (sampling: LocalId, { action, by }: SamplingAnswer): void => {
      recorder.emit({ ...stamp, kind: 'sampling.answered', sampling, action, by });
    },

    callStarted: (request: CallRequest, at: bigint): void =>
      recorder.soon(() => {
        const args = request.args;
        const text = args === undefined ? '' : formatJson(args);
        const meta = gate.callMeta(request.meta);
        const draft: DraftOf<'call.started'> = {
          ...stamp,
          kind: 'call.started',
          call: request.call,
          server,
          tool: tool(request.tool),
          origin: request.origin,
          argumentBytes: Buffer.byteLength(text),
          ...(meta === undefined ? {} : { meta }),
          ...(args === undefined ? {} : { argumentsDigest: gate.argumentsDigest(args) }),
        };
        recorder.emit(draft, at);
        recorder.vault.put(callKey(request.call, 'arguments'), text);
      }),

    callProgress: (request: CallRequest, progress: number, total: number | undefined, at: bigint): void =>
      recorder.soon(() => {
        recorder.emit(
          {
            ...stamp,
            kind: 'call.progress',
            call: request.call,
            server,
            tool: tool(request.tool),
            progress,
            ...(total === undefined ? {} : { total }),
          },
          at,
        );
      }),

    callTask: (request: CallRequest, status: TaskStatus): void => {
      recorder.emit({
        ...stamp,
        kind: 'call.task',
        call: request.call,
        server,
        tool: tool(request.tool),
        status: status === 'input_required' ? 'inputRequired' : status,
      });
    },

    callFinished: (request: CallRequest, outcome: CallOutcome): void =>
      recorder.soon(() => {
        const { result, fault, startedAt, finishedAt } = outcome;
        recorder.emit(
          {
            ...stamp,
            kind: 'call.finished',
            call: request.call,
            server,
            tool: tool(request.tool),
            outcome: outcome.outcome,
            durationMs: Number((finishedAt - startedAt) / 1000n) / 1000,
            resultBytes: outcome.resultBytes,
            content: countContent(result),
            structured: result?.['structuredContent'] !== undefined,
            violations: outcome.violations.length,
            ...codeOf(fault?.code),
          },
          finishedAt,
        );
        const kept: Json | JsonObject | undefined =
          result ?? (fault === undefined ? undefined : { error: fault });
        if (outcome.raw !== undefined || kept !== undefined) {
          recorder.vault.put(callKey(request.call, 'result'), outcome.raw ?? formatJson(kept));
        }
      }),
  };
};
export type Recording = ReturnType<typeof createRecording>;
