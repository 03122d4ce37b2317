import type { AliasReport, AliasRow } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { resolveHost, type HostTool } from '../../../shared/hosts/index.ts';
import { readScenario } from '../../../shared/scenario.ts';
import {
  aliasDefinitions,
  aliasPlan,
  aliasStarts,
  createScratch,
  newCredential,
  removeScratch,
  startPlan,
  type AliasDefinition,
  type AliasStart,
  type EndedClient,
  type LocatedClient,
} from '../clients/index.ts';
import { memoryLog } from '../event-log.ts';
import { nodeCommand } from '../mcp/node-command.ts';
import { createProvider } from '../provider/index.ts';
import { createRecorder, type Recorder } from '../recorder.ts';
import { openTapListener, wrapCommand, type TapListener } from '../tap/index.ts';
import { probeScript } from './probe-server.ts';

export interface AliasProbeOptions {
  /** Claude Code; no other client's configurations are laid out. */
  readonly client: LocatedClient;
  /** Folder of the bundled probe servers. */
  readonly probeServers: string;
  /** Version of this program. */
  readonly version: string;
  readonly signal: AbortSignal;
}

/** One start may take this long, ms. */
const timeoutMs = 60_000;

/** The name of a definition's server process, so that it is known which of several with one alias it was. */
const nameOf = ({ origin, alias }: AliasDefinition): string => `${origin}.${alias}`;
/** A tool that only this origin's servers have, so that it is known whose tools the model was shown. */
const toolOf = ({ origin }: AliasDefinition): string => `lookup_${origin}`;

/**
 * Defines one alias in the user's configuration, in the folder's and for the launch, each with a server process of its own,
 * starts the client, and looks which of them came up and whose tools the model was shown.
 */
export async function runAliasProbe(options: AliasProbeOptions): Promise<Result<AliasReport>> {
  const { recipe, version } = options.client;
  const rows: AliasRow[] = [];
  let isolated = true;
  for (const start of aliasStarts) {
    const seen = await startOnce(options, start);
    if (!seen.ok) return seen;
    isolated &&= seen.value.ended.isolation.kind === 'namespaces';
    rows.push(...seen.value.rows);
  }
  return ok({ client: recipe.id, version, isolated, rows });
}

async function startOnce(
  options: AliasProbeOptions,
  start: AliasStart,
): Promise<Result<{ rows: AliasRow[]; ended: EndedClient }>> {
  const made = await createScratch();
  if (!made.ok) return made;
  const scratch = made.value;
  const shown = new Set<string>();
  const recorder = quietRecorder(options.version);
  recorder.onEvent((event) => {
    if (event.kind !== 'exchange.request') return;
    for (const { route } of event.observed) shown.add(`${route.server} ${route.tool}`);
  });
  try {
    const taps = await openTapListener({
      recorder,
      folder: scratch.root,
      servers: aliasDefinitions.map(nameOf),
    });
    if (!taps.ok) return taps;
    try {
      const key = newCredential('api-key', new Date());
      const provider = await providerFor(options, recorder, key);
      if (!provider.ok) return provider;
      try {
        const definitions = aliasDefinitions.map((one) => ({
          ...one,
          command: wrapCommand(serverOf(one, options.probeServers), taps.value.address),
        }));
        const plan = aliasPlan({ start, scratch, providerUrl: provider.value.url, key, definitions });
        const ended = await startPlan({
          recorder,
          client: options.client,
          plan,
          scratch,
          providerUrl: provider.value.url,
          programs: definitions.flatMap((one) => serverOf(one, options.probeServers).args),
          isolation: 'auto',
          timeoutMs,
          signal: options.signal,
          onLine: () => undefined,
          onEnd: () => undefined,
        });
        if (!ended.ok) return ended;
        if (ended.value.ending !== 'exited') return unfinished(options, ended.value);
        return ok({ rows: rowsOf(start, taps.value, shown), ended: ended.value });
      } finally {
        await provider.value.close();
      }
    } finally {
      await taps.value.close();
    }
  } finally {
    await removeScratch(scratch);
  }
}

const unfinished = ({ client }: AliasProbeOptions, { ending, stderr }: EndedClient): Result<never> =>
  ending === 'cancelled'
    ? fail('cancelled', 'The probe was cancelled.')
    : fail('client-hangs', `${client.recipe.title} did not end in time and was ended.`, {
        cause: stderr.last.findLast((line) => line.trim() !== ''),
        next: 'Try another version.',
      });

function rowsOf(start: AliasStart, { taps }: TapListener, shown: ReadonlySet<string>): AliasRow[] {
  return aliasDefinitions.map((definition) => {
    const { origin, alias } = definition;
    const own = taps.filter(({ instance }) => instance.startsWith(`${nameOf(definition)}#`));
    return {
      start,
      origin,
      alias,
      initialized: own.some((tap) => tap.handshake().era !== undefined),
      listed: own.some((tap) => tap.tools().length > 0),
      advertised: start === 'list' ? null : shown.has(`${alias} ${toolOf(definition)}`),
    };
  });
}

function serverOf(definition: AliasDefinition, probeServers: string) {
  const node = nodeCommand();
  return {
    name: nameOf(definition),
    command: node.command,
    args: [probeScript(probeServers, 'legacy'), '--also', toolOf(definition)],
    env: node.env,
  };
}

/** Whoever asks gets a word and no call: what matters was decided before. */
async function providerFor(options: AliasProbeOptions, recorder: Recorder, key: string) {
  const { recipe, version } = options.client;
  const host = resolveHost(recipe.id, version);
  const scenario = readScenario({
    scenario: 1,
    id: 'aliases',
    title: 'Aliases',
    describes: 'Says OK.',
    hosts: ['claude'],
    roles: { root: [[{ do: 'text', text: 'OK' }]] },
  });
  if (host === undefined) return fail('client-unknown', `Nothing is known about ${recipe.title}.`);
  if (!scenario.ok) return scenario;
  const tools = aliasDefinitions.map((one): HostTool => ({ server: one.alias, tool: toolOf(one) }));
  const settings = { modelClass: recipe.asShipped?.[version] ?? host.profile.defaultModelClass };
  return createProvider({
    recorder,
    profile: host.profile,
    scenario: scenario.value,
    key,
    registeredTools: () => tools,
    settings: () => settings,
    signal: options.signal,
  });
}

/** What is seen is told as rows; no capture is made of it. */
const quietRecorder = (writer: string): Recorder =>
  createRecorder({
    capture: 'aliases',
    name: 'aliases',
    writer,
    simulated: false,
    openLog: () => memoryLog(),
  });
