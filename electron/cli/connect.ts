import path from 'node:path';
import { ServerConfig, type ServerTransport } from '../../shared/contract.ts';
import { fail, fault, ok, type Result } from '../../shared/fault.ts';
import { memoryLog } from '../runtime/event-log.ts';
import { connectServer } from '../runtime/mcp/connect.ts';
import type { Connection } from '../runtime/mcp/types.ts';
import { createRecorder, type Recorder } from '../runtime/recorder.ts';
import { authorizerFor } from './authorization.ts';
import { consent } from './consent.ts';
import { failed, isInteractive, note, refused, type ExitCode, type Io } from './io.ts';
import type { Selector, SelectorOptions } from './selector.ts';
import { VERSION } from './version.ts';

export interface Connected {
  readonly config: ServerConfig;
  readonly connection: Connection;
  readonly recorder: Recorder;
}

/**
 * Connects to the one server that a command names, works with it and closes it. Nothing is stored. The work prints its
 * result itself, before the server is ended.
 */
export async function withServer(
  io: Io,
  selector: Result<Selector>,
  options: SelectorOptions,
  work: (connected: Connected) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!selector.ok) return refused(io, selector.fault);
  const config = await configOf(io, selector.value, options);
  if (!config.ok) return refused(io, config.fault);
  const connected = await connectTo(io, config.value, options.yes === true);
  if (!connected.ok) return failed(io, connected.fault);
  try {
    return await work(connected.value);
  } finally {
    await connected.value.connection.close();
  }
}

async function connectTo(io: Io, config: ServerConfig, yes: boolean): Promise<Result<Connected>> {
  const recorder = createRecorder({
    capture: 'command',
    name: 'Command line',
    writer: VERSION,
    simulated: false,
    openLog: () => memoryLog(),
  });
  const instance = recorder.gate.instance(recorder.gate.server(config.name), 1);
  const { authorizer, failed: explain } = (await authorizerFor(io, config, yes)) ?? {};
  const connected = await connectServer({
    config,
    recorder,
    instance,
    version: VERSION,
    signal: io.signal,
    environment: io.env,
    ...(authorizer === undefined ? {} : { authorizer }),
  });
  if (!connected.ok) explain?.();
  return connected.ok ? ok({ config, connection: connected.value, recorder }) : connected;
}

/** The configuration behind a selector. Asks for consent where the command line itself was not it. */
export async function configOf(
  io: Io,
  selector: Selector,
  options: SelectorOptions,
): Promise<Result<ServerConfig>> {
  const found = await lookUp(io, selector);
  if (!found.ok) return found;
  const config = {
    ...found.value,
    ...(selector.era === undefined ? {} : { era: selector.era }),
    ...rootsOf(options.root),
  };
  if (selector.kind === 'command' || selector.kind === 'url') return ok(config);
  const agreed = await agree(io, selector, config, options.yes === true);
  return agreed.ok ? ok(config) : agreed;
}

/** Roots as they are configured: whole paths. */
export const rootsOf = (roots: readonly string[] | undefined): Pick<ServerConfig, 'roots'> =>
  roots === undefined
    ? {}
    : { roots: roots.map((root) => (root.startsWith('file://') ? root : path.resolve(root))) };

async function lookUp(io: Io, selector: Selector): Promise<Result<ServerConfig>> {
  switch (selector.kind) {
    case 'command':
      return ok(
        anonymous(selector.name, {
          kind: 'stdio',
          command: selector.command,
          args: [...selector.args],
          env: {},
        }),
      );
    case 'url': {
      const headers = Object.entries(selector.headers).map(
        ([name, value]) => [name, { kind: 'text', value }] as const,
      );
      return ok(
        anonymous(selector.name, { kind: 'http', url: selector.url, headers: Object.fromEntries(headers) }),
      );
    }
    case 'config':
      return fromFile(io, selector.file, selector.name);
    case 'registered': {
      const registry = await openUserRegistry(io);
      const config = registry.get(selector.name);
      if (config !== undefined) return ok(config);
      const known = registry.list().map((one) => one.name);
      return fail('server-unknown', `No server is registered as "${selector.name}".`, {
        next:
          known.length === 0 ? 'Add one with throughline servers add.' : `There are: ${known.join(', ')}.`,
      });
    }
  }
}

const anonymous = (name: string, transport: ServerTransport): ServerConfig =>
  ServerConfig.parse({ name, transport });

async function fromFile(io: Io, file: string, name: string | undefined): Promise<Result<ServerConfig>> {
  const servers = await serversIn(io, file);
  if (!servers.ok) return servers;
  const names = servers.value.map((one) => one.name).join(', ');
  if (name !== undefined) {
    const found = servers.value.find((one) => one.name === name);
    return found === undefined
      ? fail('server-unknown', `--name: ${file} has no server "${name}".`, { next: `It has: ${names}.` })
      : ok(found);
  }
  const [only, second] = servers.value;
  if (only === undefined) return fail('config-empty', `--config: ${file} has no server.`);
  if (second === undefined) return ok(only);
  return fail('server-ambiguous', `--config: ${file} has several servers.`, {
    next: `Choose one with --name: ${names}.`,
  });
}

/** Servers in any client's configuration file. */
export async function serversIn(io: Io, file: string): Promise<Result<readonly ServerConfig[]>> {
  const [{ readInput }, { readServers }] = await Promise.all([
    import('./input.ts'),
    import('../runtime/servers/client-configs.ts'),
  ]);
  const text = await readInput(io, file);
  if (!text.ok) return text;
  const servers = readServers(text.value);
  if (servers.ok) return servers;
  return { ok: false, fault: fault(servers.fault.code, `${file}: ${servers.fault.message}`, servers.fault) };
}

async function openUserRegistry(io: Io) {
  const [{ openRegistry }, { homeFolder }] = await Promise.all([
    import('../runtime/servers/registry.ts'),
    import('../runtime/paths.ts'),
  ]);
  return openRegistry(homeFolder({ ...io.env }), (notice) => note(io, notice.message));
}

/** A registered or configured server: the exact line is shown. A terminal asks, unless the same was agreed to before. */
async function agree(io: Io, selector: Selector, config: ServerConfig, yes: boolean): Promise<Result<void>> {
  const { describeLaunch } = await import('../runtime/servers/launch.ts');
  const { commandLine, resolvedCommand } = await describeLaunch(config, io.env);
  const what = commandLine ?? (config.transport.kind === 'http' ? config.transport.url : '');
  const where = resolvedCommand === undefined ? '' : ` (${resolvedCommand})`;
  const before =
    selector.kind === 'registered' &&
    isInteractive(io) &&
    (await (await openUserRegistry(io)).consented(config));
  return consent(io, { line: `${config.name}: ${what}${where}`, yes: yes || before });
}
