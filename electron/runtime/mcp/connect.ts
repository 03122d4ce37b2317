import type { ServerConfig } from '../../../shared/contract.ts';
import type { InstanceId } from '../../../shared/event.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { Recorder } from '../recorder.ts';
import { baseEnvironment, resolveValues, type Environment } from '../servers/environment.ts';
import { toRoots } from '../servers/roots.ts';
import { offersOf, type Answerer } from './answerer.ts';
import { timed, type Authorizer } from './authorizer.ts';
import { createConnection } from './connection.ts';
import { discover, modernVersion, silenceMs, type ClientIdentity, type Discovery } from './era.ts';
import { eraKey, rememberedVerdict, type EraMemory } from './era-memory.ts';
import { finding, type McpFinding } from './findings.ts';
import { createHttpWire, type Sdk } from './http-wire.ts';
import { createInteractions } from './interactions.ts';
import type { OutputChecker } from './output-check.ts';
import { createRecording } from './recording.ts';
import type { Grace } from './server-process.ts';
import { attach, noStderr, tasksExtension, type Attached, type Link, type Session } from './session.ts';
import { openSseWire } from './sse-wire.ts';
import { startStdioWire } from './stdio-wire.ts';
import { createTap, type Tap } from './tap.ts';
import type { Connection, EraVerdict, JsonObject } from './types.ts';
import { sentence } from './sentence.ts';

export interface ConnectOptions {
  readonly config: ServerConfig;
  readonly recorder: Recorder;
  /** Which process or session of the server this is. A second attempt to find the era keeps it. */
  readonly instance: InstanceId;
  /** Of this program: it is what the server is told. */
  readonly version: string;
  /** Who we say we are, when a host plays another client. */
  readonly clientInfo?: ClientIdentity;
  /** Answers what the server asks of its user; what it can answer is offered. Without one nothing is. */
  readonly answerer?: Answerer;
  /** Offered beside what the answerer stands for. */
  readonly capabilities?: JsonObject;
  readonly signal?: AbortSignal;
  /** Where inherited variables and references are read from. */
  readonly environment?: Environment;
  readonly now?: () => bigint;
  readonly grace?: Grace;
  /** Silence on server/discover that starts a second attempt, ms. */
  readonly silenceMs?: number;
  readonly maxFrameBytes?: number;
  readonly checker?: OutputChecker;
  /** Gets what a server wants to see over HTTP. Without one, a refusal is the end of the attempt. */
  readonly authorizer?: Authorizer;
  /** Verdicts about eras from earlier connections. */
  readonly memory?: EraMemory;
}

/** A server that is given up on before it said anything may have this long for its goodbye. */
const shortGrace: Grace = { inputMs: 100, termMs: 400, groupMs: 150 };

/** Answers to initialize that an endpoint of the older transport would give. */
const refusals = new Set(['endpoint-not-found', 'http-error', 'not-mcp']);

const secondTry: Partial<Record<EraVerdict['reason'], McpFinding>> = {
  'discover-exit': finding('era-probe-exited'),
  'discover-silence': finding('era-probe-silent'),
  'discover-http': finding('era-probe-http'),
};

/**
 * Connects to one server: starts it or opens its address, finds its era, shakes hands. Everything seen on the way is
 * recorded; every failure is a Fault that names cause and next step.
 */
export const connectServer = async (options: ConnectOptions): Promise<Result<Connection>> => {
  const { config, signal } = options;
  const now = options.now ?? (() => process.hrtime.bigint());
  const environment = options.environment ?? process.env;
  const identity = options.clientInfo ?? {
    name: 'throughline',
    title: 'Throughline',
    version: options.version,
  };
  const recording = createRecording(options.recorder, config.name, options.instance);
  const begun = performance.now();
  const authorizer = options.authorizer && timed(options.authorizer);
  /** What is left of the limit; the time in which a person was asked does not count. */
  const left = (): number =>
    Math.max(1, config.startupTimeoutMs - (performance.now() - begun - (authorizer?.waitedMs() ?? 0)));
  let announced: (method: string, params: JsonObject) => void = () => undefined;
  const key = eraKey(config.transport);
  const roots = config.roots && toRoots(config.roots);
  const answerer: Answerer = { ...(roots && { roots: () => roots }), ...options.answerer };
  const capabilities: JsonObject = { ...offersOf(answerer), ...options.capabilities };
  const extensions = capabilities['extensions'];
  const modernCapabilities: JsonObject = {
    ...capabilities,
    extensions: { [tasksExtension]: {}, ...(isObject(extensions) ? extensions : {}) },
  };
  const taps: Tap[] = [];
  /** Something came from stdout, but nothing of it was MCP. */
  const isNoisy = (): boolean =>
    taps.some(({ findings }) =>
      findings.some(({ code }) => code === 'stdout-text' || code === 'stdout-json-not-rpc'),
    );
  let sdkLoading: Promise<Sdk> | undefined;
  // The process starts while the client's code is read from disk.
  const loadSdk = (): Promise<Sdk> => (sdkLoading ??= import('@modelcontextprotocol/client'));

  const open = async (): Promise<Result<Link>> => {
    const tap = createTap(recording);
    taps.push(tap);
    const { transport } = config;
    if (transport.kind === 'http') {
      const headers = resolveValues(transport.headers, environment, 'header');
      if (!headers.ok) return headers;
      const wire = createHttpWire(await loadSdk(), {
        url: new URL(transport.url),
        headers: headers.value,
        tap,
        now,
        maxFrameBytes: options.maxFrameBytes,
        authorizer: authorizer?.authorizer,
      });
      return ok({ wire, tap, stderr: noStderr });
    }
    const env = resolveValues(transport.env, environment, 'variable');
    if (!env.ok) return env;
    const wire = await startStdioWire({
      spec: {
        command: transport.command,
        args: transport.args,
        cwd: transport.cwd,
        env: { ...baseEnvironment(environment), ...env.value },
      },
      tap,
      recording,
      now,
      grace: options.grace,
      maxFrameBytes: options.maxFrameBytes,
    });
    return wire.ok ? ok({ wire: wire.value, tap, stderr: wire.value.stderr.lines }) : wire;
  };

  /** The transport of revision 2024-11-05 at the same address. */
  const openOld = async (): Promise<Result<Link>> => {
    const { transport } = config;
    if (transport.kind !== 'http') return open();
    const headers = resolveValues(transport.headers, environment, 'header');
    if (!headers.ok) return headers;
    const tap = createTap(recording);
    taps.push(tap);
    const wire = await openSseWire({
      url: new URL(transport.url),
      headers: headers.value,
      tap,
      now,
      timeoutMs: left(),
      maxFrameBytes: options.maxFrameBytes,
      authorizer: authorizer?.authorizer,
      signal,
    });
    return wire.ok ? ok({ wire: wire.value, tap, stderr: noStderr }) : wire;
  };

  const shakeHands = async (
    link: Link,
    verdict: EraVerdict,
    discovered?: JsonObject,
  ): Promise<Result<Session>> => {
    const sdk = await loadSdk();
    const timeoutMs = left();
    const attached = await attach(link, verdict, discovered, {
      sdk,
      identity,
      capabilities: verdict.era === 'modern' ? modernCapabilities : capabilities,
      interactions: createInteractions({ answerer, recording, find: link.tap.find }),
      onNotification: (method, params) => announced(method, params),
      timeoutMs,
      signal,
    });
    return attached.ok
      ? ok(attached.session)
      : {
          ok: false,
          fault: handshakeFault(attached, { tap: link.tap, noisy: isNoisy(), config, sdk, signal }),
        };
  };

  const ask = (link: Link): Promise<Discovery> =>
    discover(link.wire, link.tap, identity, modernCapabilities, {
      silenceMs: Math.min(options.silenceMs ?? silenceMs, left()),
      signal,
    });

  const establish = async (first: Link): Promise<Result<Session>> => {
    const known = config.era === 'auto' ? rememberedVerdict(options.memory, key) : undefined;
    if (known !== undefined) {
      const session = await shakeHands(first, known);
      if (session.ok) return session;
      // The server is another one by now: what was known of it is worth nothing.
      options.memory?.forget(key);
      await first.wire.end(shortGrace);
      if (signal?.aborted === true) return session;
      const again = await open();
      return again.ok ? establish(again.value) : again;
    }
    const found: Discovery =
      config.era === 'legacy' ? { kind: 'legacy', reason: 'configured' } : await ask(first);
    const settled = async (link: Link, verdict: EraVerdict, discovered?: JsonObject) => {
      const session = await shakeHands(link, verdict, discovered);
      if (!session.ok) void link.wire.end();
      return session;
    };
    switch (found.kind) {
      case 'failed':
        void first.wire.end();
        return { ok: false, fault: found.fault };
      case 'modern':
        return settled(
          first,
          { era: 'modern', reason: config.era === 'modern' ? 'configured' : 'discover' },
          found.discover,
        );
      case 'legacy':
      case 'again': {
        if (config.era === 'modern') {
          void first.wire.end();
          const end =
            found.kind === 'again' && found.reason === 'discover-exit'
              ? (await first.wire.ended).fault
              : undefined;
          return fail('not-modern', `The server "${config.name}" does not speak ${modernVersion}.`, {
            cause: end?.message,
            next: 'Set its protocol era to "auto" or "legacy".',
          });
        }
        const verdict: EraVerdict = { era: 'legacy', reason: found.reason };
        const note = secondTry[found.reason];
        if (note !== undefined) first.tap.find(note);
        if (found.kind === 'legacy') {
          const session = await settled(first, verdict);
          // basic/transports, "Backwards Compatibility": a POST that is refused with 4xx may mean the older transport.
          if (session.ok || config.transport.kind !== 'http' || !refusals.has(session.fault.code))
            return session;
          const old = await openOld();
          return old.ok ? settled(old.value, verdict) : session;
        }
        await first.wire.end(shortGrace);
        const second = await open();
        return second.ok ? settled(second.value, verdict) : second;
      }
    }
  };

  const transportKind = config.transport.kind;
  recording.startup('starting', config.required);
  recording.client('connecting', transportKind);
  const failed = (reason: Fault): Result<never> => {
    recording.client('closed', transportKind, { code: reason.code });
    recording.startup(reason.code === 'cancelled' ? 'cancelled' : 'failed', config.required, {
      durationMs: performance.now() - begun,
      code: reason.code,
    });
    return { ok: false, fault: reason };
  };

  if (signal?.aborted === true) return failed(fault('cancelled', 'Connecting was cancelled.'));
  const opened = await open();
  if (!opened.ok) return failed(opened.fault);
  void loadSdk();
  const established = await establish(opened.value);
  if (!established.ok) return failed(established.fault);

  const session = established.value;
  const { era, reason } = session.verdict;
  if (config.era === 'auto' && reason !== 'remembered')
    options.memory?.set(key, { era, reason, at: new Date().toISOString() });
  const { connection, notified } = createConnection({
    config,
    recording,
    session,
    now,
    checker: options.checker,
    elapsed: (at) => options.recorder.elapsed(at),
    reopen: async () => {
      const again = await (session.wire.kind === 'sse' ? openOld() : open());
      return again.ok ? shakeHands(again.value, session.verdict) : again;
    },
  });
  announced = notified;
  recording.client('ready', connection.transport, {
    verdict: session.verdict,
    protocolVersion: connection.protocolVersion,
  });
  recording.startup('ready', config.required, { durationMs: performance.now() - begun });
  return ok(connection);
};

interface Failed {
  readonly tap: Tap;
  readonly noisy: boolean;
  readonly config: ServerConfig;
  readonly sdk: Sdk;
  readonly signal: AbortSignal | undefined;
}

const handshakeFault = (
  { error, timedOut }: Attached & { ok: false },
  { tap, noisy, config, sdk, signal }: Failed,
): Fault => {
  const known = tap.lastFault();
  if (signal?.aborted === true) return fault('cancelled', 'Connecting was cancelled.');
  if (known !== undefined) return known;
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof sdk.ProtocolError) {
    return fault('initialize-refused', `The server "${config.name}" refused to initialize.`, {
      cause: sentence(`Error ${error.code}: ${error.message}`),
      next: 'Look at what the server needs: arguments, variables or credentials.',
    });
  }
  if (timedOut) {
    return fault(
      'no-answer',
      `The server "${config.name}" did not answer within ${config.startupTimeoutMs / 1000} s.`,
      {
        cause: noisy ? 'It wrote lines to stdout that are not MCP.' : undefined,
        next: 'Check that the command starts an MCP server on stdio, or raise the startup timeout.',
      },
    );
  }
  if (/protocol version is not supported/i.test(what)) {
    return fault(
      'version-unsupported',
      `The server "${config.name}" speaks a protocol version that Throughline does not know.`,
      {
        cause: sentence(what.split(':').at(-1)),
        next: 'Update Throughline, or the server.',
      },
    );
  }
  return fault('handshake-failed', `The handshake with "${config.name}" failed.`, {
    cause: sentence(what),
    next: 'Look at the raw messages in the event log.',
  });
};
