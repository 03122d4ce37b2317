import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import type { ServerConfig } from '../../../shared/contract.ts';
import { isObject } from '../../../shared/json.ts';
import { outcomeOf } from './call-outcome.ts';
import { createFeatures } from './features.ts';
import { finding, type McpFinding } from './findings.ts';
import { readIdentity } from './handshake.ts';
import { createListWatch } from './list-watch.ts';
import { announces, compareLists, listAllTools } from './listing.ts';
import { readPage } from './lists.ts';
import type { PageReply } from './pages.ts';
import { outputChecker, type OutputChecker } from './output-check.ts';
import { paramHeaders, scanParamHeaders } from './param-headers.ts';
import type { Recording } from './recording.ts';
import { offerAddresses } from './required-urls.ts';
import { inRounds } from './rounds.ts';
import { ask, type Asked, type Session } from './session.ts';
import { asTask, followTask, taskIn } from './tasks.ts';
import { toolFilter } from './tool-entry.ts';
import type {
  CallOutcome,
  CallRequest,
  CloseReason,
  Connection,
  JsonObject,
  RawTool,
  ToolList,
} from './types.ts';

interface ConnectionOptions {
  readonly config: ServerConfig;
  readonly recording: Recording;
  readonly session: Session;
  readonly now: () => bigint;
  /** Opens a new session at the same address after the server forgot the old one. */
  readonly reopen: () => Promise<Result<Session>>;
  readonly checker?: OutputChecker | undefined;
  /** Milliseconds since the capture's start. */
  readonly elapsed: (at: bigint) => number;
}

const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

const disabledFault = (tool: string, server: string): Fault =>
  fault('tool-disabled', `The tool "${tool}" is disabled for the server "${server}".`, {
    next: 'Change the tool filter of the server.',
  });

/** The live connection over an established session. `notified` must be called for every notification of the server. */
export const createConnection = (
  options: ConnectionOptions,
): {
  readonly connection: Connection;
  readonly notified: (method: string, params: JsonObject) => void;
} => {
  const { config, recording, now } = options;
  const allowed = toolFilter(config);
  const checker = options.checker ?? outputChecker();
  const toolsListeners = new Set<(list: ToolList) => void>();
  const closeListeners = new Set<(reason: CloseReason, fault?: Fault) => void>();
  let session = options.session;
  let reopening: Promise<Result<Session>> | undefined;
  let tools: readonly RawTool[] = [];
  let revision = 0;
  let closed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const { handshake, verdict, client, wire } = session;
  const capabilities: JsonObject = isObject(handshake['capabilities']) ? handshake['capabilities'] : {};
  const meta = isObject(handshake['_meta']) ? handshake['_meta'] : {};
  const announced = announces(capabilities, 'tools');
  const instructions = handshake['instructions'];
  const mirrorsHeaders = verdict.era === 'modern' && wire.kind === 'http';

  /** Asks; when the server forgot the session, which means it did nothing, opens a new one and asks once more. */
  const inSession = async (send: (current: Session) => Promise<Asked>): Promise<Asked> => {
    const used = session;
    const asked = await send(used);
    if (asked.kind !== 'failed' || asked.fault.code !== 'session-lost' || closed) return asked;
    if (used === session) {
      used.tap.find(finding('http-session-lost'));
      reopening ??= options.reopen().finally(() => (reopening = undefined));
      const opened = await reopening;
      if (!opened.ok) return { kind: 'failed', fault: opened.fault };
      session = opened.value;
      void used.wire.end();
      await features.restore();
    }
    return send(session);
  };

  const fetchPage = async (
    cursor: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<PageReply> => {
    const asked = await inSession((current) =>
      ask(current, 'tools/list', cursor === undefined ? undefined : { cursor }, {
        timeoutMs: config.startupTimeoutMs,
        signal,
      }),
    );
    return readPage(asked, 'tools', config.name, announced);
  };

  const listNow = async (
    signal: AbortSignal | undefined,
  ): Promise<Result<{ list: ToolList; changed: boolean }>> => {
    const listed = await listAllTools({
      fetchPage: (cursor) => fetchPage(cursor, signal),
      allowed,
      mirrorsHeaders,
      announced,
    });
    if (!listed.ok) return listed;
    const { added, changed, removed, same } = compareLists(tools, listed.value.tools, ({ name }) => name);
    for (const tool of removed) recording.removed(tool.name);
    for (const tool of added) recording.listed('tool.discovered', tool);
    for (const tool of changed) recording.listed('tool.changed', tool);
    // What was said of an unchanged tool is not said again.
    const fresh = new Set([...added, ...changed].flatMap((tool) => tool.findings));
    const perTool = new Set(listed.value.tools.flatMap((tool) => tool.findings));
    for (const found of listed.value.findings)
      if (fresh.has(found) || (!perTool.has(found) && revision === 0)) recording.finding(found);
    tools = listed.value.tools;
    revision += 1;
    return ok({ list: { ...listed.value, revision }, changed: !same });
  };

  /** One listing after the other: each is compared with the one before. */
  const list = (signal: AbortSignal | undefined): ReturnType<typeof listNow> => {
    const mine = turn.then(() => listNow(signal));
    turn = mine;
    return mine;
  };

  const watch = createListWatch<ToolList>({
    relist: async () => {
      const listed = await list(undefined);
      return listed.ok ? listed.value : undefined;
    },
    onChanged: (changed) => toolsListeners.forEach((listener) => listener(changed)),
    onLoop: () => session.tap.find(finding('list-changed-loop')),
  });

  const features = createFeatures({
    config,
    capabilities,
    recording,
    now,
    elapsed: options.elapsed,
    session: () => session,
    inSession,
  });

  const headersFor = (tool: RawTool | undefined, args: JsonObject | undefined): Record<string, string> => {
    if (!mirrorsHeaders || tool === undefined) return {};
    const scan = scanParamHeaders(tool.inputSchema);
    return scan.valid ? paramHeaders(scan.headers, args) : {};
  };

  const refused = (request: CallRequest, reason: Fault): CallOutcome => {
    const at = now();
    return {
      call: request.call,
      outcome: 'protocolError',
      resultBytes: 0,
      fault: reason,
      findings: [],
      violations: [],
      startedAt: at,
      finishedAt: at,
    };
  };

  const checked = async (outcome: CallOutcome, tool: RawTool | undefined): Promise<CallOutcome> => {
    if (outcome.outcome !== 'ok' || outcome.result === undefined || tool?.outputSchema === undefined)
      return outcome;
    const { violations, findings } = await checker.check(tool, outcome.result);
    return { ...outcome, violations, findings: [...outcome.findings, ...findings] };
  };

  /** A place inside a result may name members of it, so it stays out of events. */
  const record = ({ code, severity, tool, index }: McpFinding): void =>
    recording.finding({
      code,
      severity,
      ...(tool === undefined ? {} : { tool }),
      ...(index === undefined ? {} : { index }),
    });

  const call = async (request: CallRequest): Promise<CallOutcome> => {
    const tool = tools.find((candidate) => candidate.name === request.tool);
    const startedAt = now();
    let started = false;
    const start = (): void => {
      if (!started) recording.callStarted(request, startedAt);
      started = true;
    };
    const finish = (outcome: CallOutcome): CallOutcome => {
      start();
      outcome.findings.forEach(record);
      recording.callFinished(request, outcome);
      return outcome;
    };
    if (!allowed(request.tool) || tool?.enabled === false)
      return finish(refused(request, disabledFault(request.tool, config.name)));
    const given = request.meta?.['progressToken'];
    const token = typeof given === 'string' || typeof given === 'number' ? given : request.call;
    const isTask = verdict.era === 'legacy' && (tool?.taskSupport === 'required' || request.asTask === true);
    const timeoutMs = request.timeoutMs ?? config.callTimeoutMs;
    const params: JsonObject = {
      ...(isTask ? asTask : {}),
      name: request.tool,
      ...(request.args === undefined ? {} : { arguments: request.args }),
      _meta: { ...request.meta, progressToken: token },
    };
    const send = (extra: JsonObject): Promise<Asked> =>
      inSession((current) =>
        ask(
          current,
          'tools/call',
          { ...params, ...extra },
          {
            token,
            timeoutMs,
            signal: request.signal,
            headers: headersFor(tool, request.args),
            onSent: start,
            onProgress: (progress, at) => {
              recording.callProgress(request, progress.progress, progress.total, at);
              request.onProgress?.(progress);
            },
          },
        ),
      );
    const asked = await inRounds(send, {
      interactions: session.interactions,
      signal: request.signal,
      call: request.call,
    });
    const task = verdict.era === 'modern' || isTask ? taskIn(asked, verdict.era) : undefined;
    const settled =
      task === undefined
        ? asked
        : await followTask(task, {
            era: verdict.era,
            send: (method, about) =>
              inSession((current) =>
                // A call that was given up still has to cancel its task.
                ask(current, method, about, {
                  timeoutMs,
                  signal: method === 'tasks/cancel' ? undefined : request.signal,
                }),
              ),
            interactions: session.interactions,
            call: request.call,
            signal: request.signal,
            timeoutMs,
            onStatus: (status) => recording.callTask(request, status),
          });
    const outcome = finish(await checked(outcomeOf(request, settled, { startedAt, now: now() }), tool));
    // The call is over on the wire; whoever made it hears of it when the user has seen what the server wants first.
    await offerAddresses(settled, {
      interactions: session.interactions,
      find: session.tap.find,
      signal: request.signal,
      call: request.call,
    });
    return outcome;
  };

  const followEnd = async (): Promise<void> => {
    for (;;) {
      const watched = session;
      const end = await watched.wire.ended;
      if (watched !== session) continue; // Replaced by a new session; the old wire was closed by us.
      const unexpected = !end.wanted;
      closed = true;
      watch.stop();
      features.stop();
      recording.client(
        'closed',
        wire.kind,
        unexpected && end.fault !== undefined ? { code: end.fault.code } : {},
      );
      const reason: CloseReason = unexpected ? (wire.kind === 'stdio' ? 'exited' : 'lost') : 'closed';
      for (const listener of closeListeners) listener(reason, end.fault);
      closeListeners.clear();
      return;
    }
  };
  void followEnd();

  const connection: Connection = {
    ...features.features,
    server: config.name,
    instance: recording.instance,
    era: verdict.era,
    verdict,
    transport: wire.kind,
    protocolVersion: client.getNegotiatedProtocolVersion() ?? '',
    serverInfo: readIdentity(handshake['serverInfo'] ?? meta[serverInfoKey]),
    capabilities,
    ...(typeof instructions === 'string' ? { instructions } : {}),
    findings: session.tap.findings,
    ...(wire.pid === undefined ? {} : { pid: wire.pid }),
    listTools: async ({ signal } = {}) => {
      if (closed)
        return fail('connection-closed', `The connection to "${config.name}" is closed.`, {
          next: 'Connect again.',
        });
      const listed = await list(signal);
      return listed.ok ? ok(listed.value.list) : listed;
    },
    callTool: call,
    onToolsChanged: (listener) => {
      toolsListeners.add(listener);
      features.listenForTools();
      return () => toolsListeners.delete(listener);
    },
    onClosed: (listener) => {
      closeListeners.add(listener);
      return () => closeListeners.delete(listener);
    },
    stderr: () => {
      const { lines, dropped } = session.stderr();
      return { lines: lines.map(({ at, text }) => ({ at: options.elapsed(at), text })), dropped };
    },
    close: async () => {
      watch.stop();
      features.stop();
      await session.wire.end();
    },
  };
  return {
    connection,
    notified: (method, params) => {
      if (method !== 'notifications/tools/list_changed') features.notified(method, params);
      else if (toolsListeners.size > 0) watch.announced();
    },
  };
};
