import { join } from 'node:path';
import { fail, ok, type Fault } from '../../../shared/fault.ts';
import { resolveHost, type ToolRoute } from '../../../shared/hosts/index.ts';
import type { ApprovalDesk } from '../desk.ts';
import type { Handlers } from '../handlers.ts';
import { openScenarios, runBuiltinProbe } from '../probe/index.ts';
import type { Recorder } from '../recorder.ts';
import type { ServerRegistry } from '../servers/types.ts';

export interface ProbeOptions {
  /** Starts the capture of one run. */
  readonly record: (name: string) => Promise<Recorder>;
  readonly registry: ServerRegistry;
  readonly desk: ApprovalDesk;
  readonly assets: string;
  readonly probeServers: string;
  readonly version: string;
  readonly report: (fault: Fault) => void;
}

interface Running {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** Probes with the built-in host. Each records into a capture of its own, which ends with it. */
export function probeCommands(options: ProbeOptions): {
  handlers: Pick<Handlers, 'probe.scenarios' | 'probe.run' | 'probe.cancel'>;
  /** Cancels what runs and waits until nothing of it is left. */
  close(): Promise<void>;
} {
  const running = new Map<string, Running>();
  const scenarios = openScenarios(join(options.assets, 'scenarios'), options.report);

  return {
    handlers: {
      'probe.scenarios': async () => ok({ scenarios: [...(await scenarios).list()] }),

      'probe.run': async (request) => {
        const host = resolveHost(request.host, request.version);
        if (host === undefined) return fail('host-unknown', `There is no profile of "${request.host}".`);
        const known = (await scenarios).get(request.scenario);
        if (!known.ok) return known;
        const registered = request.server === undefined ? undefined : options.registry.get(request.server);
        if (registered !== undefined && !(await options.registry.consented(registered))) {
          return fail(
            'consent-needed',
            `${registered.name} runs a local command that nobody agreed to yet.`,
            {
              next: 'Look at the command line in the Servers view and allow it.',
            },
          );
        }
        const recorder = await options.record(`${host.profile.title} ${known.value.title}`);
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
