import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheFolder,
  findClient,
  newCredential,
  recipeOf,
  runClient,
  type ClientRecipe,
  type LaunchRequest,
} from '../../electron/runtime/clients/index.ts';
import type { ModelClass } from '../../shared/hosts/index.ts';
import {
  HOSTILE,
  INSTRUCTIONS,
  MEETING,
  PRINTED,
  torturePages,
  type TortureTool,
} from '../fixtures/servers/torture-list.ts';
import { record } from '../support/recording.ts';
import { tortureProvider, type Move } from './provider.ts';
import { compact, seenIn, type Wanted } from './seen.ts';

// `npm run torture [NAME…]`: shows real clients the torture lists, and keeps what they made of our tools.

interface Run {
  readonly client: 'codex' | 'claude';
  readonly version: string;
  readonly modelClass: ModelClass;
  readonly list: 'torture' | 'meeting' | 'hostile' | 'printed';
}

const classes = { codex: ['direct', 'search', 'exec'], claude: ['flat', 'search'] } as const;
const versions = { codex: ['0.144.6', '0.154.0', '0.171.0'], claude: ['2.1.268', '2.1.332'] } as const;

/** How names meet and what is refused shows in the class that declares everything. */
const listsFor: Readonly<Record<ModelClass, readonly Run['list'][]>> = {
  direct: ['torture', 'meeting', 'hostile'],
  flat: ['torture', 'meeting', 'hostile'],
  search: ['torture'],
  exec: ['torture', 'printed'],
};

const runs: readonly Run[] = (['codex', 'claude'] as const).flatMap((client) =>
  versions[client].flatMap((version) =>
    classes[client].flatMap((modelClass) =>
      listsFor[modelClass].map((list) => ({ client, version, modelClass, list })),
    ),
  ),
);
const nameOf = ({ client, version, modelClass, list }: Run): string =>
  `${client}-${version}-${modelClass}-${list}`;

/** The server of a run that lists the torture tools. */
const SERVER = 'torture-srv';
const program = join(import.meta.dirname, '../fixtures/servers/torture-server.ts');

const must = <T>(
  result: { ok: true; value: T } | { ok: false; fault: { message: string; cause?: string | undefined } },
): T => {
  if (!result.ok) throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
  return result.value;
};

const lists: Readonly<Record<Run['list'], Readonly<Record<string, readonly TortureTool[]>>>> = {
  torture: {},
  meeting: MEETING,
  hostile: HOSTILE,
  printed: PRINTED,
};

function wantedOf(list: Run['list']): Wanted[] {
  if (list === 'torture')
    return torturePages()
      .flat()
      .map(({ name }, index) => ({ server: SERVER, tool: name, mark: `t${String(index).padStart(2, '0')}` }));
  return Object.entries(lists[list]).flatMap(([server, tools]) =>
    tools.map(({ name, description }) => ({ server, tool: name, mark: String(description) })),
  );
}

/** Programs print a few tools at a time: what a cell prints is bounded. */
const programs = Array.from({ length: 20 }, (_, index): Move => ({
  do: 'program',
  input: `// @exec: {"max_output_tokens": 100000}\ntext(JSON.stringify(ALL_TOOLS.filter((one) => /mcp__|torture/.test(one.name)).slice(${index * 3}, ${index * 3 + 3})));`,
}));

/** Texts of ours, by server and tool. */
const ours = (list: Run['list']): readonly string[] => [
  INSTRUCTIONS,
  ...[...torturePages().flat(), ...Object.values(lists[list]).flat()].flatMap(({ description }) =>
    typeof description === 'string' && description !== '' ? [description] : [],
  ),
];

function movesOf({ client, modelClass }: Run, wanted: readonly Wanted[]): Move[] {
  switch (modelClass) {
    case 'exec':
      return programs;
    case 'search':
      if (client === 'codex') return [{ do: 'toolSearch', query: 'torture listed lookup', limit: 100 }];
      return [{ do: 'call', name: 'ToolSearch', input: { query: selectAll(wanted), max_results: 100 } }];
    case 'direct':
    case 'flat':
      return [];
  }
}

const clean = (text: string): string => text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
const selectAll = (wanted: readonly Wanted[]): string =>
  `select:${wanted.map(({ server, tool }) => `mcp__${clean(server)}__${clean(tool)}`).join(',')}`;

/** The recipe with further servers beside the first, and without a rule for every tool. */
function withServers(recipe: ClientRecipe, servers: readonly string[], required: boolean): ClientRecipe {
  return {
    ...recipe,
    launch: (request: LaunchRequest) => {
      const plan = recipe.launch(request);
      const entry = (server: string) => ({ command: process.execPath, args: [program, server] });
      if (recipe.id === 'codex') {
        const more = servers.flatMap((server) => [
          '-c',
          `mcp_servers.${server}={command=${JSON.stringify(process.execPath)},args=${JSON.stringify([program, server])},required=${required}}`,
        ]);
        return { ...plan, args: [...plan.args.slice(0, -1), ...more, request.prompt] };
      }
      const mcpServers = Object.fromEntries(servers.map((server) => [server, entry(server)]));
      const files = plan.files.map((file) => ({ ...file, text: JSON.stringify({ mcpServers }) }));
      return servers.length === 0 ? plan : { ...plan, files };
    },
  };
}

async function recordRun(run: Run) {
  const recipe = recipeOf(run.client);
  if (recipe === undefined) throw new Error(`There is no client ${run.client}.`);
  const signal = new AbortController().signal;
  const found = must(await findClient({ recipe, version: run.version, cache: cacheFolder(), signal }));
  const servers = Object.keys(lists[run.list]);
  const client = { ...found, recipe: withServers(recipe, servers, run.list === 'meeting') };
  const way = recipe.ways.find(({ transport }) => transport === 'http');
  if (way === undefined) throw new Error(`${recipe.title} does not speak HTTP.`);
  const wanted = wantedOf(run.list);
  const provider = await tortureProvider(movesOf(run, wanted));
  const now = new Date();
  try {
    const ended = must(
      await runClient({
        recorder: record().recorder,
        client,
        way,
        modelClass: run.modelClass,
        providerUrl: provider.url,
        key: newCredential(way.login, now),
        server: { name: SERVER, command: process.execPath, args: [program], env: {} },
        tools: [],
        prompt: 'Reply with OK.',
        timeoutMs: 90_000,
        signal,
        now,
      }),
    );
    if (process.env['TORTURE_RAW'] !== undefined) {
      writeFileSync(join(process.env['TORTURE_RAW'], `${nameOf(run)}.json`), JSON.stringify(provider.bodies));
    }
    return { exit: ended.exit, requests: provider.bodies.length, tools: seenIn(provider.bodies, wanted) };
  } finally {
    await provider.close();
  }
}

const chosen = new Set(process.argv.slice(2));
for (const run of runs.filter((one) => chosen.size === 0 || chosen.has(nameOf(one)))) {
  const name = nameOf(run);
  try {
    const { exit, requests, tools } = await recordRun(run);
    const { client, version, modelClass, list } = run;
    const kept = tools.map((one) => compact(one, ours(list)));
    const text = JSON.stringify({ host: client, version, modelClass, list, tools: kept }, undefined, 1);
    writeFileSync(join(import.meta.dirname, '../fixtures/torture', `${name}.json`), `${text}\n`);
    console.log(`${name}: exit ${exit}, ${requests} requests, ${Object.keys(tools).length} tools`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
