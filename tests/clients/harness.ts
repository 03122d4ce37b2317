import { join } from 'node:path';
import { ServerConfig } from '../../shared/contract.ts';
import { resolveHost, type HostTool, type ModelClass } from '../../shared/hosts/index.ts';
import { finalText, type Scenario } from '../../shared/scenario.ts';
import { startCorrelator } from '../../electron/runtime/correlate/index.ts';
import {
  cacheFolder,
  installClient,
  newCredential,
  pinnedClient,
  recipeOf,
  runClient,
  type ClientRecipe,
  type ClientRun,
  type ClientWay,
  type LocatedClient,
  type RunClientOptions,
} from '../../electron/runtime/clients/index.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import { createProvider } from '../../electron/runtime/provider/index.ts';
import { script } from '../support/probe.ts';
import { record, type Recording } from '../support/recording.ts';

export const SERVER = 'shape_probe';

const probeServer = (args: readonly string[]) => ({
  name: SERVER,
  command: process.execPath,
  args: [join(import.meta.dirname, '../../electron/probe-servers/shape-probe-legacy.ts'), ...args],
  env: {},
});

const must = <T>(
  result: { ok: true; value: T } | { ok: false; fault: { message: string; cause?: string | undefined } },
): T => {
  if (!result.ok) throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
  return result.value;
};

/** The tools as the server lists them, learnt before the client comes. */
async function toolsOf(server: ReturnType<typeof probeServer>): Promise<readonly HostTool[]> {
  const { recorder } = record();
  const connection = must(
    await connectServer({
      config: ServerConfig.parse({
        name: SERVER,
        transport: { kind: 'stdio', command: server.command, args: server.args, env: {} },
        era: 'legacy',
      }),
      recorder,
      instance: recorder.gate.instance(recorder.gate.server(SERVER), 1),
      version: '0.0.0',
    }),
  );
  const listed = must(await connection.listTools());
  await connection.close();
  return listed.tools.map((tool): HostTool => ({
    server: SERVER,
    tool: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    ...(tool.description === undefined ? {} : { description: tool.description }),
    inputSchema: tool.inputSchema ?? {},
    ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
    annotations: tool.hints,
  }));
}

export const lookupOnce = script({
  root: [[{ do: 'call', tool: 'lookup', args: { query: 'one' } }], [{ do: 'text', text: 'OK' }]],
});

export interface RealRun extends Recording {
  readonly run: ClientRun;
  readonly finalEquals: boolean;
}

export interface RealOptions {
  readonly way?: ClientWay;
  readonly modelClass?: ModelClass;
  readonly scenario?: Scenario;
  readonly serverArgs?: readonly string[];
  readonly more?: Partial<RunClientOptions>;
  /** Stands between client and provider: is told the provider's address, and returns the one that the client gets. */
  readonly between?: (providerUrl: string) => Promise<string>;
}

/** The pinned client, installed when it is missing. A test that cannot have it is skipped, and says why. */
export async function clientFor(
  id: string,
  version: string,
  skip: (reason: string) => void,
): Promise<LocatedClient> {
  const recipe = recipeFor(id);
  const installed = await installClient({
    recipe,
    version,
    cache: cacheFolder(),
    signal: new AbortController().signal,
  });
  if (installed.ok) return pinnedClient(recipe, version, installed.value);
  const { message, cause } = installed.fault;
  skip(`${message} ${cause ?? ''}`);
  throw new Error(message);
}

export const recipeFor = (id: string): ClientRecipe => {
  const recipe = recipeOf(id);
  if (recipe === undefined) throw new Error(`no recipe ${id}`);
  return recipe;
};

/** One isolated run of a real client against the fake provider, correlated as in the program. */
export async function runReal(client: LocatedClient, options: RealOptions = {}): Promise<RealRun> {
  const { recipe } = client;
  const recording = record();
  const { recorder } = recording;
  const way = options.way ?? recipe.ways.find(({ transport }) => transport === 'http');
  const host = resolveHost(recipe.id, client.version);
  if (way === undefined || host === undefined) throw new Error(`no provider for ${recipe.title}`);
  const server = probeServer(options.serverArgs ?? []);
  const tools = await toolsOf(server);
  const now = new Date();
  const key = newCredential(way.login, now);
  const scenario = options.scenario ?? lookupOnce;
  const correlator = startCorrelator(recorder, { waitMs: 250 });
  const provider = must(
    await createProvider({
      recorder,
      profile: host.profile,
      scenario,
      key,
      registeredTools: () => tools,
      settings: () => ({ modelClass: options.modelClass ?? host.profile.defaultModelClass }),
      defaultServer: SERVER,
    }),
  );
  try {
    const run = must(
      await runClient({
        recorder,
        client,
        way,
        ...(options.modelClass === undefined ? {} : { modelClass: options.modelClass }),
        providerUrl: (await options.between?.(provider.url)) ?? provider.url,
        key,
        server,
        tools: tools.map(({ tool }) => tool),
        prompt: 'Reply with OK.',
        timeoutMs: 60_000,
        signal: new AbortController().signal,
        now,
        ...options.more,
      }),
    );
    return { ...recording, run, finalEquals: run.finalText === finalText(scenario) };
  } finally {
    await provider.close();
    correlator.finish();
    correlator.stop();
  }
}
