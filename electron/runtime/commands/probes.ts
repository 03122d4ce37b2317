import { join } from 'node:path';
import { fail, fault, ok, type Fault } from '../../../shared/fault.ts';
import type { HostRef } from '../../../shared/event.ts';
import { resolveHost, type ToolRoute } from '../../../shared/hosts/index.ts';
import type { AuthorizationDesk } from '../authorization-desk.ts';
import type { ApprovalDesk } from '../desk.ts';
import type { Handlers } from '../handlers.ts';
import type { ClientVerdict, ServerConfig } from '../../../shared/contract.ts';
import { findClient, recipeOf, type ClientShelf } from '../clients/index.ts';
import {
  hostOfPlan,
  openScenarios,
  planClientProbe,
  plannedVersion,
  runAliasProbe,
  runBuiltinProbe,
  runClientProbe,
} from '../probe/index.ts';
import type { Recorder } from '../recorder.ts';
import type { ServerRegistry } from '../servers/types.ts';

export interface ProbeOptions {
  /** Starts the capture of one run. */
  readonly record: (name: string, simulated: boolean, host?: HostRef) => Promise<Recorder>;
  readonly registry: ServerRegistry;
  readonly desk: ApprovalDesk;
  readonly authorization: Pick<AuthorizationDesk, 'authorizer'>;
  readonly assets: string;
  readonly probeServers: string;
  readonly version: string;
  /** Where installed clients are kept, and who is told of installations. */
  readonly cache: string;
  readonly shelf: ClientShelf;
  readonly report: (fault: Fault) => void;
}

interface Running {
  readonly abort: AbortController;
  readonly done: Promise<unknown>;
}

type Own =
  | 'probe.scenarios'
  | 'probe.run'
  | 'probe.client'
  | 'probe.verdict'
  | 'probe.cancel'
  | 'probe.aliases';

/** The verdicts of this many runs are remembered; their captures hold the facts for good. */
const KEEP_VERDICTS = 50;

/** Probes with the built-in host and with real clients. Each records into a capture of its own, which ends with it. */
export function probeCommands(options: ProbeOptions): {
  handlers: Pick<Handlers, Own>;
  /** Cancels what runs and waits until nothing of it is left. */
  close(): Promise<void>;
} {
  const running = new Map<string, Running>();
  const verdicts = new Map<string, Promise<ClientVerdict>>();
  const scenarios = openScenarios(join(options.assets, 'scenarios'), options.report);

  /** A local command that nobody agreed to is not started for a probe either. */
  const unconsented = async (name: string | undefined): Promise<Fault | undefined> => {
    const registered = name === undefined ? undefined : options.registry.get(name);
    if (registered === undefined || (await options.registry.consented(registered))) return undefined;
    return fault('consent-needed', `${registered.name} runs a local command that nobody agreed to yet.`, {
      next: 'Look at the command line in the Servers view and allow it.',
    });
  };

  const remembered = (capture: string, verdict: Promise<ClientVerdict>): void => {
    verdicts.set(capture, verdict);
    const [oldest] = verdicts.keys();
    if (verdicts.size > KEEP_VERDICTS && oldest !== undefined) verdicts.delete(oldest);
  };

  return {
    handlers: {
      'probe.scenarios': async () => ok({ scenarios: [...(await scenarios).list()] }),

      'probe.run': async (request) => {
        const host = resolveHost(request.host, request.version);
        if (host === undefined) return fail('host-unknown', `There is no profile of "${request.host}".`);
        const known = (await scenarios).get(request.scenario);
        if (!known.ok) return known;
        const refused = await unconsented(request.server);
        if (refused !== undefined) return { ok: false, fault: refused };
        const recorder = await options.record(`${host.profile.title} ${known.value.title}`, true);
        const abort = new AbortController();
        const run = async (): Promise<void> => {
          try {
            const result = await runBuiltinProbe({
              recorder,
              request,
              scenarios: await scenarios,
              servers: (name) => options.registry.get(name),
              desk: options.desk,
              probeServers: options.probeServers,
              version: options.version,
              authorizer: (config, instance) => options.authorization.authorizer(config, recorder, instance),
              onLasting: ({ route }) => void remember(options.registry, route),
              signal: abort.signal,
            });
            if (result.fault !== undefined && result.fault.code !== 'cancelled') options.report(result.fault);
          } finally {
            await recorder.end(abort.signal.aborted ? 'stopped' : 'finished');
            running.delete(recorder.capture);
          }
        };
        running.set(recorder.capture, { abort, done: run() });
        return ok({ capture: recorder.capture });
      },

      'probe.client': async (request) => {
        const servers = (name: string): ServerConfig | undefined => options.registry.get(name);
        const plan = planClientProbe(request, await scenarios, servers);
        if (!plan.ok) return plan;
        const refused = await unconsented(request.server);
        if (refused !== undefined) return { ok: false, fault: refused };
        const { recipe, scenario } = plan.value;
        const version = plannedVersion(request, plan.value);
        const host = version === undefined ? undefined : hostOfPlan(plan.value, version);
        const recorder = await options.record(`${recipe.title} ${scenario.title}`, false, host);
        const abort = new AbortController();
        const installation = options.shelf.follow(recipe.id);
        const run = async (): Promise<ClientVerdict> => {
          try {
            return await runClientProbe({
              recorder,
              request,
              plan: plan.value,
              probeServers: options.probeServers,
              version: options.version,
              cache: options.cache,
              signal: abort.signal,
              onInstall: installation.onProgress,
            });
          } finally {
            await installation.over();
            await recorder.end(abort.signal.aborted ? 'stopped' : 'finished');
            running.delete(recorder.capture);
          }
        };
        const done = run();
        running.set(recorder.capture, { abort, done });
        remembered(recorder.capture, done);
        return ok({ capture: recorder.capture });
      },

      'probe.verdict': async ({ capture }) => {
        const verdict = verdicts.get(capture);
        if (verdict !== undefined) return ok(await verdict);
        return fail('verdict-unknown', 'No verdict on this capture is kept.', {
          next: 'A verdict is kept while the program runs; the capture holds its facts.',
        });
      },

      'probe.aliases': async ({ id, version }, { signal }) => {
        const recipe = recipeOf(id);
        if (id !== 'claude' || recipe === undefined) {
          return fail('aliases-not-for-client', 'Only the aliases of Claude Code can be probed.', {
            next: 'Use the client claude.',
          });
        }
        const installation = options.shelf.follow(id);
        const client = await findClient({
          recipe,
          version,
          cache: options.cache,
          signal,
          onProgress: installation.onProgress,
        });
        await installation.over();
        if (!client.ok) return client;
        return runAliasProbe({
          client: client.value,
          probeServers: options.probeServers,
          version: options.version,
          signal,
        });
      },

      'probe.cancel': async ({ capture }) => {
        const run = running.get(capture);
        if (run === undefined) return fail('probe-not-running', 'This probe does not run any more.');
        run.abort.abort();
        await run.done;
        return ok({});
      },
    },

    close: async () => {
      for (const { abort } of running.values()) abort.abort();
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
}

/** "Always allow" is written to the server's own settings (CX-6.12); the bundled server has none to keep it in. */
async function remember(registry: ServerRegistry, { server, tool }: ToolRoute): Promise<void> {
  const config = registry.get(server);
  if (config === undefined) return;
  await registry.update(server, {
    ...config,
    toolApprovalModes: { ...config.toolApprovalModes, [tool]: 'approve' },
  });
}
