import type { ExposureRow, HostPlan, HostSettings, HostTool, NameRow } from '../hosts/index.ts';
import { competes, limiter } from './limit.ts';
import { aloneOf, eachSpelling, spellingIndex, type Alone, type SpellingIndex } from './spellings.ts';
import type { LintHost, LintServer, ServerView } from './types.ts';

/** What one host makes of all servers; asked again, it makes anew only what can have changed. */
export interface HostView {
  readonly host: LintHost;
  /** Looks at a server by itself; false when it is known already. The next `update` forgets those that it does not name. */
  learn(server: LintServer): boolean;
  /**
   * In the order of the servers. A view that is the same object as before has not changed.
   */
  update(servers: readonly LintServer[]): readonly ServerView[];
  /** The plan of some tools of a server alone: what a tool loses does not depend on others. */
  planOf(server: LintServer, tools: readonly HostTool[]): HostPlan;
}

interface Known {
  readonly alone: Alone;
  readonly view: ServerView;
  /** A view in the company of others, by what became of the rows that they touch. */
  beside?: { readonly key: string; readonly view: ServerView };
}

/**
 * Names are a function of all tools, but a tool can only be touched by others that come to a spelling of its own. So each
 * server is planned alone, and only tools that share a spelling with another server's are planned again, together. That
 * this equals one plan of everything is a property test.
 *
 * `seen` is told of each view of a server alone, with its plan, before the plan is let go: plans of many servers at once are
 * large.
 */
export function hostView(
  host: LintHost,
  seen: (view: ServerView, plan: HostPlan) => void = () => undefined,
): HostView {
  const { profile } = host;
  const index = spellingIndex();
  const limited = limiter(host);
  let known = new Map<LintServer, Known>();

  const planOf = (server: LintServer, tools: readonly HostTool[]): HostPlan =>
    profile.plan(tools, withServers(host, [server]));
  const probeOf = (server: LintServer): NameRow | undefined =>
    profile.names([{ server: server.server, tool: 'x' }], withServers(host, [server]))[0];

  function learn(server: LintServer): boolean {
    if (known.has(server)) return false;
    const plan = planOf(server, server.tools);
    const { rows } = plan;
    const alone = aloneOf(server, rows, probeOf(server));
    const view = viewOf(server, rows);
    index.add(alone);
    known.set(server, { alone, view });
    seen(view, plan);
    return true;
  }

  function renew(servers: readonly LintServer[]): Map<Alone, Known> {
    const next = new Map<LintServer, Known>();
    for (const server of servers) {
      learn(server);
      const one = known.get(server);
      if (one !== undefined) next.set(server, one);
    }
    for (const [server, { alone }] of known) if (!next.has(server)) index.remove(alone);
    known = next;
    return new Map([...next.values()].map((one) => [one.alone, one]));
  }

  return {
    host,
    planOf,
    learn,
    update(servers) {
      const own = renew(servers);
      const changed = replan(host, [...own.keys()], index);
      return limited(
        [...own.values()].map((one) => {
          const rows = changed.get(one.alone);
          return rows === undefined ? one.view : beside(one, rows);
        }),
      );
    },
  };
}

const withServers = ({ settings }: LintHost, servers: readonly LintServer[]): HostSettings => ({
  ...settings,
  servers: Object.fromEntries(servers.map((one) => [one.server, one.settings ?? {}])),
});

const viewOf = (server: LintServer, rows: readonly ExposureRow[]): ServerView => ({
  server,
  rows,
  competing: rows.filter(competes).length,
});

/** The old view stands as long as the rows that others touch came out the same. */
function beside(known: Known, rows: ReadonlyMap<number, ExposureRow>): ServerView {
  const key = [...rows].map(([at, row]) => `${at} ${fingerprint(row)}`).join('\n');
  if (known.beside?.key === key) return known.beside.view;
  const { server, rows: own } = known.alone;
  const all = own.map((row, index) => rows.get(index) ?? row);
  const view = { ...viewOf(server, all), base: known.view };
  known.beside = { key, view };
  return view;
}

/** All of a row that other tools can change. */
const fingerprint = ({ namespace, name, codeMode, hook, exposure, reason, findings }: ExposureRow): string =>
  [namespace, name, codeMode, hook, exposure, reason, ...findings.map(({ message }) => message)].join('\0');

type Touched = ReadonlyMap<Alone, ReadonlySet<number>>;

/** The rows of all tools that other servers touch, made from one plan of just these. */
function replan(
  host: LintHost,
  all: readonly Alone[],
  index: SpellingIndex,
): ReadonlyMap<Alone, ReadonlyMap<number, ExposureRow>> {
  if (index.shared.size === 0) return new Map();
  const settings = withServers(
    host,
    all.map(({ server }) => server),
  );
  const shared = new Set(index.shared);
  for (;;) {
    const touched = touchedBy(shared, index);
    const places = all.flatMap((alone) =>
      [...(touched.get(alone) ?? [])].toSorted((a, b) => a - b).map((row) => ({ alone, row })),
    );
    const tools = places.flatMap(({ alone, row }) => alone.server.tools[row] ?? []);
    const { rows } = host.profile.plan(tools, settings);
    // A new name may be that of a tool which took no part; then that one takes part as well.
    const before = shared.size;
    const found = new Map<Alone, Map<number, ExposureRow>>();
    for (const [position, { alone, row }] of places.entries()) {
      const now = rows[position];
      if (now === undefined) continue;
      const own = found.get(alone) ?? new Map<number, ExposureRow>();
      found.set(alone, own.set(row, now));
      eachSpelling(now, (spelling) => {
        if (index.of(spelling).some((place) => !isPart(touched, place))) shared.add(spelling);
      });
    }
    if (shared.size === before) return found;
  }
}

const isPart = (touched: Touched, { alone, row }: { alone: Alone; row: number | 'all' }): boolean =>
  row !== 'all' && touched.get(alone)?.has(row) === true;

/**
 * A row is touched when it has a shared spelling. With it goes every odd row of its server, because what lies behind those
 * does not show in their spelling; and every row of a server that shares what it is called as a whole.
 */
function touchedBy(shared: ReadonlySet<string>, index: SpellingIndex): Touched {
  const touched = new Map<Alone, Set<number>>();
  for (const spelling of shared) {
    for (const { alone, row } of index.of(spelling)) {
      const own = touched.get(alone) ?? new Set(alone.odd);
      touched.set(alone, own);
      if (row === 'all') for (const at of alone.rows.keys()) own.add(at);
      else own.add(row);
    }
  }
  return touched;
}
