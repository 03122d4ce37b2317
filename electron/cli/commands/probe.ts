import type { RuntimeClient, ServerConfig } from '../../../shared/contract.ts';
import { fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { configOf } from '../connect.ts';
import { modelClassOf, playedHostOf } from '../host.ts';
import { failed, isInteractive, refused, type ExitCode, type Io } from '../io.ts';
import type { ProbeOptions } from '../probe-options.ts';
import { inTemporaryHome, registerForRun } from '../probe-home.ts';
import { withRuntime } from '../runtime.ts';
import { parseSelector } from '../selector.ts';
import { probeAliases } from './probe-aliases.ts';
import { runBuiltinAndTell, scenarioFor } from './probe-builtin.ts';
import { clientRequest, runClientAndTell } from './probe-client.ts';

/** One isolated run of the built-in host or of a real client, recorded into a capture of its own. */
export async function probe(
  io: Io,
  name: string | undefined,
  options: ProbeOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  if (options.aliases === true) return probeAliases(io, options);
  if (/^builtin(@|$)/.test(options.client)) return probeBuiltin(io, name, options, tail);
  const request = clientRequest(options);
  if (!request.ok) return refused(io, request.fault);
  return withServerOf(io, name, options, tail, (client, server) =>
    runClientAndTell(io, client, options, {
      ...request.value,
      ...(server === undefined ? {} : { server: server.name }),
    }),
  );
}

async function probeBuiltin(
  io: Io,
  name: string | undefined,
  options: ProbeOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const usage = checkUsage(io, options);
  if (usage !== undefined) return refused(io, usage);
  const host = playedHostOf(io, options.as ?? 'codex');
  if (!host.ok) return refused(io, host.fault);
  const modelClass = modelClassOf(host.value, options.model);
  if (!modelClass.ok) return refused(io, modelClass.fault);
  const { profile } = host.value;
  return withServerOf(io, name, options, tail, async (client, server) => {
    const scenario = await scenarioFor(client, profile.id, options.scenario);
    if (!scenario.ok) return refused(io, scenario.fault);
    return runBuiltinAndTell(io, client, options, {
      host: profile.id,
      version: profile.version,
      scenario: scenario.value,
      approve: options.approve,
      ...(modelClass.value === undefined ? {} : { modelClass: modelClass.value }),
      ...(options.withholdMeta === true ? { withholdMeta: true } : {}),
      ...(server === undefined ? {} : { server: server.name }),
    });
  });
}

function checkUsage(io: Io, options: ProbeOptions): Fault | undefined {
  const only = onlyForClients(options);
  if (only !== undefined) {
    return fault('only-for-clients', `${only} is for real clients; the built-in one has no such choice.`, {
      next: 'Leave it out, or name a client: --client ID[@VERSION].',
    });
  }
  return options.approve === 'ask' && !isInteractive(io)
    ? fault('no-terminal', '--approve ask needs a terminal.', {
        next: 'Use --approve scenario, all or none.',
      })
    : undefined;
}

function onlyForClients({ wire, transport, login, timeout, isolation }: ProbeOptions): string | undefined {
  if (wire !== undefined) return '--wire';
  if (transport !== undefined) return '--transport';
  if (login !== undefined) return '--login';
  if (timeout !== undefined) return '--timeout';
  return isolation ? undefined : '--no-isolation';
}

/** Works with a runtime that knows the server of the selector, if there is one. Such a server is registered for this run only. */
async function withServerOf(
  io: Io,
  name: string | undefined,
  options: ProbeOptions,
  tail: readonly string[] | undefined,
  work: (client: RuntimeClient, server: ServerConfig | undefined) => Promise<ExitCode>,
): Promise<ExitCode> {
  const server = await serverOf(io, name, options, tail);
  if (!server.ok) return refused(io, server.fault);
  const config = server.value;
  if (config === undefined) return withRuntime(io, (client) => work(client, undefined));
  return inTemporaryHome((home) =>
    withRuntime(
      io,
      async (client) => {
        const added = await registerForRun(client, config);
        return added.ok ? work(client, config) : failed(io, added.fault);
      },
      { home },
    ),
  );
}

async function serverOf(
  io: Io,
  name: string | undefined,
  options: ProbeOptions,
  tail: readonly string[] | undefined,
): Promise<Result<ServerConfig | undefined>> {
  const selector = parseSelector(name, options, tail, io.env);
  if (!selector.ok) return selector;
  return selector.value === undefined ? ok(undefined) : configOf(io, selector.value, options);
}
