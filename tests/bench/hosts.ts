import type { HostTool } from '../../shared/hosts/index.ts';
import { createLinter, everyHost, type LintServer } from '../../shared/lint/index.ts';
import { median, type Figure } from './measure.ts';

const SERVERS = 50;
const TOOLS = 200;
/** Names that many servers have; the others are a server's own. */
const COMMON = ['search', 'list', 'get', 'create', 'update', 'delete', 'status', 'run'];
const TYPES = ['string', 'integer', 'boolean', 'number'] as const;

/** A schema of up to 1 KB, never the same twice. */
function schema(seed: number): Record<string, unknown> {
  const properties = Object.fromEntries(
    Array.from({ length: 1 + (seed % 6) }, (_, index) => {
      const type = TYPES[(seed + index) % TYPES.length] ?? 'string';
      const limits = type === 'integer' ? { minimum: 0, maximum: 100 + seed, default: 10 } : {};
      const pattern = type === 'string' && index % 2 === 1 ? { pattern: '^[a-z]+$', maxLength: 64 } : {};
      const description = `What property ${index} of tool ${seed} is for, said in a few plain words.`;
      return [`property_${index}`, { type, description, ...limits, ...pattern }];
    }),
  );
  return { type: 'object', properties, required: ['property_0'], additionalProperties: false };
}

function server(number: number, revision = 0): LintServer {
  const name = `server-${number}`;
  const tools = Array.from({ length: TOOLS }, (_, index): HostTool => {
    const seed = number * TOOLS + index + revision * 7;
    const own = COMMON[index] ?? `area_${number}_does_thing_${index}`;
    return {
      server: name,
      tool: own,
      description: `Does thing ${index} for area ${number}, revision ${revision}, and says what came of it.`,
      inputSchema: schema(seed),
      ...(index % 3 === 0 ? { title: `Thing ${index}` } : {}),
      ...(index % 2 === 0 ? { annotations: { readOnlyHint: true } } : {}),
    };
  });
  return { server: name, tools, settings: {} };
}

const largest = (servers: readonly LintServer[]): number =>
  Math.max(
    ...servers.flatMap(({ tools }) => tools.map(({ inputSchema }) => JSON.stringify(inputSchema).length)),
  );

/** Names, exposure and alarms of 10,000 tools of 50 servers for every host: from nothing, and after one server changed. */
export function benchHosts(rounds: number): Figure[] {
  const cold: number[] = [];
  const warm: number[] = [];
  let alarms = 0;
  for (let round = 0; round < Math.max(3, Math.ceil(rounds / 3)); round += 1) {
    const servers = Array.from({ length: SERVERS }, (_, number) => server(number));
    if (largest(servers) > 1024) throw new Error('A schema of the benchmark is larger than 1 KB.');
    const linter = createLinter(everyHost());
    let started = performance.now();
    linter.lint(servers);
    cold.push(performance.now() - started);
    for (let change = 1; change <= 3; change += 1) {
      const at = (round * 11 + change * 5) % SERVERS;
      const changed = servers.with(at, server(at, change));
      started = performance.now();
      alarms = linter.lint(changed).alarms.length;
      warm.push(performance.now() - started);
    }
  }
  const hosts = everyHost().length;
  const what = `${hosts} hosts, ${SERVERS * TOOLS} tools of ${SERVERS} servers, ${alarms} alarms`;
  return [
    // The first round is a cold process as well as a cold cache; that is what a command line sees.
    { name: 'hosts and lint, cold', value: cold[0] ?? Number.NaN, unit: 'ms', limit: 3000, detail: what },
    {
      name: 'hosts and lint, one server changed',
      value: median(warm),
      unit: 'ms',
      limit: 200,
      detail: `${TOOLS} tools of one server are others`,
    },
  ];
}
