import { join } from 'node:path';
import type { HostRef } from '../../shared/event.ts';
import type { Fault } from '../../shared/fault.ts';
import { openLibrary, type CaptureLibrary } from './captures/library.ts';
import { cacheFolder, createClientShelf } from './clients/index.ts';
import { appCommands } from './commands/app.ts';
import { approvalCommands } from './commands/approvals.ts';
import { authorizationCommands } from './commands/authorization.ts';
import { captureCommands } from './commands/captures.ts';
import { clientCommands } from './commands/clients.ts';
import { featureCommands } from './commands/features.ts';
import { probeCommands } from './commands/probes.ts';
import { savedCommands } from './commands/saved.ts';
import { serverCommands } from './commands/servers.ts';
import { startCorrelator } from './correlate/index.ts';
import { createAuthorizationDesk } from './authorization-desk.ts';
import { memoryStore, sealedStore } from './mcp/auth/store.ts';
import { createApprovalDesk, type ApprovalDesk } from './desk.ts';
import { openEraFile } from './era-file.ts';
import { eventFeed, noticeFeed, stateFeed } from './feeds.ts';
import { createHub, type ServerHub } from './hub.ts';
import { createInteractionDesk } from './interaction-desk.ts';
import type { RuntimeOptions } from './options.ts';
import type { Recorder } from './recorder.ts';
import type { Service } from './serve-port.ts';
import { openRegistry } from './servers/registry.ts';
import { openSettings } from './settings.ts';

export type { Platform, RuntimeOptions } from './options.ts';

/** The program without a window. Shells serve its contract over a port; nothing else is public. */
export interface Runtime extends Service {
  readonly library: CaptureLibrary;
  readonly desk: ApprovalDesk;
  readonly hub: ServerHub;
  /** Things the user should hear of, each once and at once; what was said before anybody listened comes first. */
  onNotice(listener: (notice: Fault) => void): () => void;
  close(): Promise<void>;
}

/** The composition root: the only place where the parts meet. */
export async function createRuntime(options: RuntimeOptions): Promise<Runtime> {
  const notices = new Set<(notice: Fault) => void>();
  const early: Fault[] = [];
  const report = (notice: Fault): void => {
    if (notices.size === 0) early.push(notice);
    for (const listener of notices) listener(notice);
  };

  const onNotice = (listener: (notice: Fault) => void): (() => void) => {
    notices.add(listener);
    for (const notice of early.splice(0)) listener(notice);
    return () => notices.delete(listener);
  };

  const settings = await openSettings(options.home, report);
  const library = await openLibrary(options.home, options.version, report);
  const registry = await openRegistry(options.home, report);
  const desk = createApprovalDesk();

  /** Every live capture gets its correlator before anything can be observed. */
  const record = async (
    name: string,
    origin: 'session' | 'probe',
    simulated: boolean,
    host?: HostRef,
  ): Promise<Recorder> => {
    const recorder = await library.record({ name, origin, simulated, host });
    const correlator = startCorrelator(recorder, { waitMs: settings.current.boundaryWaitMs });
    recorder.beforeEnd(() => correlator.finish());
    return recorder;
  };

  let session: Promise<Recorder> | undefined;
  const currentSession = async (): Promise<Recorder> => {
    const present = await session;
    if (present !== undefined && !present.ended) return present;
    session = record(`Session ${clock()}`, 'session', false);
    return session;
  };

  const { secrets } = options.platform;
  const tokens = secrets === undefined ? memoryStore() : await sealedStore(options.home, secrets, report);
  const authorization = createAuthorizationDesk(tokens, options.platform.openSignIn);
  const interactions = createInteractionDesk();
  const hub = await createHub({
    registry,
    session: currentSession,
    version: options.version,
    answerer: interactions.answerer,
    memory: await openEraFile(options.home, report),
    authorization,
    ...(options.platform.settled === undefined ? {} : { settled: options.platform.settled }),
  });
  const cache = cacheFolder();
  const shelf = createClientShelf(cache);
  const probes = probeCommands({
    record: (name, simulated, host) => record(`${name} ${clock()}`, 'probe', simulated, host),
    cache,
    shelf,
    registry,
    desk,
    authorization,
    assets: options.assets,
    probeServers: options.probeServers,
    version: options.version,
    report,
  });

  return {
    library,
    desk,
    hub,
    onNotice,
    handlers: {
      ...appCommands(options, settings),
      ...serverCommands(registry, hub, authorization, desk),
      ...captureCommands(library, settings, options.assets),
      ...approvalCommands(desk),
      ...featureCommands(hub, interactions),
      ...savedCommands(options.home),
      ...authorizationCommands(hub, authorization),
      ...probes.handlers,
      ...clientCommands(shelf),
    },
    streams: {
      events: async ({ capture, from }) => {
        const open = await library.open(capture);
        if (!open.ok) return open;
        const recorder = library.recorder(capture);
        const onAppend = (listener: () => void): (() => void) =>
          recorder?.onEvent(listener) ?? (() => undefined);
        return { ok: true, value: eventFeed(open.value.log, from, onAppend) };
      },
      servers: () => ({ ok: true, value: stateFeed(hub.views) }),
      approvals: () => ({ ok: true, value: stateFeed(desk.pending) }),
      interactions: () => ({ ok: true, value: stateFeed(interactions.pending) }),
      clients: async () => {
        await shelf.look();
        void shelf.measure();
        return { ok: true, value: stateFeed(shelf.offers) };
      },
      captures: async () => {
        await library.rescan();
        return { ok: true, value: stateFeed(library.list) };
      },
      notices: () => ({
        ok: true,
        value: noticeFeed<Fault>(onNotice),
      }),
    },
    close: async () => {
      await probes.close();
      await hub.close();
      await tokens.settled();
      await library.close();
    },
  };
}

const clock = (): string => new Date().toTimeString().slice(0, 5);

/** Where the bundled files stand, from the program's root. */
export const programFolders = (root: string): { assets: string; probeServers: string } => ({
  assets: join(root, 'assets'),
  probeServers: join(root, 'dist', 'probe-servers'),
});
