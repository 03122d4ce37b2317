import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import type {
  ExecProgram,
  HostProfile,
  HostSettings,
  HostTool,
  ToolRoute,
} from '../../../shared/hosts/index.ts';
import type { HostRef } from '../../../shared/event.ts';
import type { Scenario } from '../../../shared/scenario.ts';
import type { Recorder } from '../recorder.ts';
import { answer } from './answer.ts';
import { createConversations } from './conversations.ts';
import type { Desk } from './desk.ts';
import { createExposed } from './exposed.ts';
import type { Registered } from './observe.ts';
import type { Stage } from './play.ts';
import { createFallback } from './fallback.ts';
import { createPlayer } from './player.ts';
import type { Arguments } from './reply.ts';
import { createSocketServer } from './socket.ts';
import { createThreads } from './threads.ts';

export interface ProviderOptions {
  readonly recorder: Recorder;
  /** The client that will call: its forms, its places for ids. */
  readonly profile: HostProfile;
  readonly scenario: Scenario;
  /** Tools of the registered servers; only these may be named in events. Asked at every request: the same list while it lasts. */
  readonly registeredTools: () => readonly HostTool[];
  readonly settings?: () => HostSettings;
  /** The client is a real one, held to be this: how each tool stands in its requests is recorded as its exposure. */
  readonly exposedTo?: HostRef;
  /** The server that the scenario's calls without a server are meant for. */
  readonly defaultServer?: string;
  readonly substitute?: (call: ToolRoute) => { route: ToolRoute; args: Arguments } | undefined;
  /** Clients must present this as their API key. Without one, any local program may call. */
  readonly key?: string;
  readonly port?: number;
  readonly stage?: Stage;
  readonly signal?: AbortSignal;
}

export interface Provider {
  /** `http://127.0.0.1:PORT`, without a path. */
  readonly url: string;
  /** What the program of a code-mode call does, as data, by the raw call id. Program text is never read back. */
  readonly program: (callId: string) => ExecProgram | undefined;
  readonly close: () => Promise<void>;
}

/** Responses that a client may go on from; more is not asked for by any. */
const STORED = 20;

/** Starts the fake provider on loopback. It answers from the scenario and records what it is asked. */
export async function createProvider(options: ProviderOptions): Promise<Result<Provider>> {
  const { recorder, profile, scenario } = options;
  const programs = new Map<string, ExecProgram>();
  const closing = new AbortController();
  const running = new Set<Promise<void>>();

  let last: { settings: HostSettings | undefined; registered: Registered } | undefined;
  /** A plan is made anew only when a tool or a setting was: every request asks for it. */
  const registered = (): Registered => {
    const tools = options.registeredTools();
    const settings = options.settings?.();
    if (last === undefined || last.registered.tools !== tools || last.settings !== settings) {
      last = { settings, registered: { profile, tools, plan: profile.plan(tools, settings) } };
    }
    return last.registered;
  };

  const desk: Desk = {
    recorder,
    profile,
    registered,
    threads: createThreads(recorder),
    player: createPlayer({
      scenario,
      profile,
      defaultServer: options.defaultServer ?? 'shape_probe',
      substitute: options.substitute,
    }),
    stage: options.stage ?? (() => Promise.resolve()),
    key: options.key,
    webSocket: scenario.webSocket,
    fallback: createFallback(recorder),
    stored: createConversations(STORED),
    exposed: options.exposedTo && createExposed(recorder, options.exposedTo),
    onProgram: (callId, program) => void programs.set(callId, program),
    signal: closing.signal,
  };

  const follow = (work: Promise<void>): void => {
    const task = work.finally(() => running.delete(task));
    running.add(task);
  };
  const sockets = createSocketServer(desk);
  const server = createServer((request, response) =>
    follow(answer(desk, request, response).catch(() => void response.destroy())),
  );
  server.on('upgrade', (request, socket, head) =>
    follow(sockets.upgrade(request, socket, head).catch(() => void socket.destroy())),
  );
  server.on('clientError', (_error, socket: Socket) => void socket.destroy());

  const listening = await listen(server, options.port ?? 0);
  if (!listening.ok) return listening;

  const close = async (): Promise<void> => {
    closing.abort();
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
    server.closeAllConnections();
    sockets.close();
    await closed;
    await Promise.allSettled(running);
  };
  if (options.signal?.aborted === true) await close();
  options.signal?.addEventListener('abort', () => void close(), { once: true });

  return ok({ url: `http://127.0.0.1:${listening.value}`, program: (callId) => programs.get(callId), close });
}

function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(
        error.code === 'EADDRINUSE'
          ? fail('port-in-use', `Port ${port} on 127.0.0.1 is in use.`, {
              next: 'Choose another port, or 0 for a free one.',
            })
          : fail('listen-failed', `The provider could not listen on 127.0.0.1:${port}.`, {
              cause: error.code,
            }),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
