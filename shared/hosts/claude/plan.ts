import { bm25Index, type Bm25Index } from '../bm25.ts';
import { RouteMap, routeKey } from '../route.ts';
import { absentDecision, exposureRow, type Decision } from '../rows.ts';
import type {
  AssumptionCode,
  Declaration,
  DeclareOptions,
  ExposureReason,
  ExposureRow,
  HostPlan,
  HostSettings,
  HostTool,
  NameRow,
  ObservedCallable,
  RouteAnswer,
  RuleRef,
  SchemaResult,
  SearchAnswer,
  SearchQuery,
  ToolRoute,
} from '../types.ts';
import { type ClaudeSurface, claudeSurface, isAlwaysLoaded } from './exposure.ts';
import { isModelVisible } from '../visibility.ts';
import { compareBytes } from '../text.ts';
import { claudeLosses, cutText, shownDescription } from './losses.ts';
import { claudeNames, PROVIDER_LIMIT } from './names.ts';
import { removesFromContext } from './rules.ts';
import { claudeSchema, spoilsList } from './schema.ts';
import type { ClaudeVersion } from './versions.ts';
import { agentSpec, CLAUDE_ENVELOPES, toolSearchSpec, toolSpec } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

interface Planned {
  row: ExposureRow;
  tool: HostTool;
  /** What was made of the schema to see whether Claude Code takes it. */
  rewritten?: SchemaResult | undefined;
}

/** Tools that one search loads when the model gives no number (CC-4.01). */
const SEARCH_DEFAULT_LIMIT = 5;

/** Everything that Claude Code makes of one tool list for one request. */
export function claudePlan(
  version: ClaudeVersion,
  tools: readonly HostTool[],
  settings: HostSettings,
): HostPlan {
  const surface = claudeSurface(version, settings, tools);
  const planned = planTools(version, tools, settings, surface);
  const byRoute = new RouteMap<Planned>();
  for (const one of planned) if (one.row.dropped !== true) byRoute.set(one.row, one);
  let findings: HostPlan['findings'] | undefined;
  let search: HostPlan['search'] | undefined;
  let routes: HostPlan['routesOf'] | undefined;

  return {
    host: { id: 'claude', version: version.version },
    modelClass: surface.modelClass,
    rows: planned.map((one) => one.row),
    assumed: surface.assumed,
    get findings() {
      return (findings ??= planned.flatMap((one) => one.row.findings));
    },
    losses: (route) => {
      const one = byRoute.get(route);
      return one && claudeLosses(version, one, howShown(one.row));
    },
    declare: (options = {}) => declare(version, planned, settings, surface, options),
    search: (query) => (search ??= searcher(planned))(query),
    routesOf: (observed) => (routes ??= router(planned))(observed),
    codeModeRoute: () => undefined,
    codeModeText: () => undefined,
  };
}

/** A deferred tool is shown once a search has loaded it. */
const howShown = ({ exposure }: ExposureRow): 'declared' | 'loaded' =>
  exposure === 'deferred' ? 'loaded' : 'declared';

function planTools(
  version: ClaudeVersion,
  tools: readonly HostTool[],
  settings: HostSettings,
  surface: ClaudeSurface,
): Planned[] {
  const names = claudeNames(version, tools);
  const spoilt = new Set(
    tools.filter(({ inputSchema }) => spoilsList(version, inputSchema)).map(({ server }) => server),
  );
  const left = names.map((name, index) => leftOut(version, name, tools[index], spoilt));
  const sharing = Map.groupBy(
    names.filter((_, index) => left[index]?.refusal === undefined),
    (row) => row.name,
  );
  const decisions = {
    inline: present('inline', surface, surface.assumed),
    always: present('always', surface, surface.assumed),
    deferred: present('deferred', surface, surface.assumed),
  };
  const deny = settings.rules?.deny ?? [];
  return tools.flatMap((tool, index) => {
    const name = names[index];
    if (name === undefined) return [];
    const sharers = sharing.get(name.name) ?? [];
    const between = sharers.some(({ server }) => server !== sharers[0]?.server);
    const assumed: readonly AssumptionCode[] = between
      ? [...surface.assumed, 'name-collision-order']
      : surface.assumed;
    const out = (reason: ExposureReason, rules: readonly RuleRef[]) => [
      { tool, row: exposureRow(name, absentDecision(reason, rules, assumed)) },
    ];
    if (deny.some((rule) => removesFromContext(rule, tool))) return out('deny-rule', ['CC-4.06']);
    const refusal = left[index]?.refusal;
    if (refusal !== undefined) return out(refusal.reason, refusal.rules);
    if (sharers[0] !== name) return out('duplicate', ['CC-90.10']);
    const searched = surface.modelClass === 'search';
    const how = !searched ? 'inline' : isAlwaysLoaded(tool, settings) ? 'always' : 'deferred';
    const row = exposureRow(name, between ? present(how, surface, assumed) : decisions[how]);
    return [{ tool, row, rewritten: left[index]?.rewritten }];
  });
}

interface LeftOut {
  refusal?: { reason: ExposureReason; rules: readonly RuleRef[] };
  rewritten?: SchemaResult;
}

/** Why a tool never comes to be one of Claude Code's, whatever the rules and the surface say; if so. */
function leftOut(
  version: ClaudeVersion,
  name: NameRow,
  tool: HostTool | undefined,
  spoilt: ReadonlySet<string>,
): LeftOut | undefined {
  if (tool === undefined) return undefined;
  if (spoilt.has(tool.server)) return { refusal: { reason: 'list-refused', rules: ['CC-90.14'] } };
  if (version.overlongNames === 'left-out' && name.name.length > PROVIDER_LIMIT) {
    return { refusal: { reason: 'name-too-long', rules: ['CC-90.12'] } };
  }
  if (version.hidesAppTools && !isModelVisible(tool.meta)) {
    return { refusal: { reason: 'ui-visibility', rules: ['CC-4.08'] } };
  }
  const rewritten = claudeSchema(version, tool.inputSchema);
  const { schema, rules } = rewritten;
  return schema === null ? { refusal: { reason: 'schema-refused', rules }, rewritten } : { rewritten };
}

function present(
  how: 'inline' | 'always' | 'deferred',
  surface: ClaudeSurface,
  assumed: readonly AssumptionCode[],
): Decision {
  switch (how) {
    case 'inline':
    case 'always':
      return {
        exposure: 'direct',
        reason: how === 'inline' ? 'inline' : 'always-load',
        rules: how === 'inline' ? surface.rules : ['CC-4.04'],
        assumed,
        declared: true,
        reach: 'declared',
        dispatchable: true,
      };
    case 'deferred':
      return {
        exposure: 'deferred',
        reason: 'tool-search',
        rules: surface.rules,
        assumed,
        declared: false,
        reach: 'search',
        dispatchable: true,
      };
  }
}

function declare(
  version: ClaudeVersion,
  planned: readonly Planned[],
  settings: HostSettings,
  surface: ClaudeSurface,
  options: DeclareOptions,
): Declaration {
  const loaded = new Set(options.loaded?.map(routeKey));
  const tools: Json[] = [];
  const envelopes: Declaration['envelopes'][number][] = [];
  const paths = new Map<string, string>();
  const addEnvelope = (spec: Json, name: string) => {
    const own = CLAUDE_ENVELOPES.find((one) => one.name === name);
    if (own !== undefined) envelopes.push({ ...own, path: `$.tools[${tools.length}]` });
    tools.push(spec);
  };
  if (options.agents !== false) addEnvelope(agentSpec(), 'Agent');
  if (surface.modelClass === 'search') addEnvelope(toolSearchSpec(), 'ToolSearch');
  for (const { row, tool } of planned) {
    const wasLoaded = row.exposure === 'deferred' && loaded.has(routeKey(row));
    if (!row.declared && !wasLoaded) continue;
    paths.set(routeKey(row), `$.tools[${tools.length}]`);
    const schema = claudeSchema(version, tool.inputSchema).schema;
    const description = shownDescription(version, tool, howShown(row));
    tools.push(toolSpec(row.name, description, schema, wasLoaded));
  }
  const system = systemTexts(version, planned, settings, options);
  const deferred = planned
    .filter(({ row }) => row.exposure === 'deferred')
    .map(({ row }) => row.name)
    .toSorted(compareBytes);
  return {
    body: {
      ...(system.length === 0 ? {} : { system: system.map((text) => ({ type: 'text', text })) }),
      ...(deferred.length === 0 ? {} : { messages: [deferredNames(deferred)] }),
      tools,
    },
    paths,
    envelopes,
    rules: ['CC-4.07', ...surface.rules],
  };
}

/** The bare names of deferred tools stand in a message of their own (CC-4.01, CC-90.06). */
function deferredNames(names: readonly string[]): Json {
  const text = `These tools are deferred; load them with ToolSearch before calling them:\n${names.join('\n')}`;
  return { role: 'system', content: [{ type: 'text', text }] };
}

/** The caller's text and the servers' instructions. */
function systemTexts(
  version: ClaudeVersion,
  planned: readonly Planned[],
  settings: HostSettings,
  options: DeclareOptions,
): string[] {
  const texts = options.instructions === undefined ? [] : [options.instructions];
  const servers = new Set(planned.filter(({ row }) => row.dispatchable).map(({ row }) => row.server));
  for (const server of servers) {
    const instructions = settings.servers?.[server]?.instructions;
    if (instructions !== undefined)
      texts.push(`MCP server ${server}:\n${cutText(instructions, version.instructionsMax)}`);
  }
  return texts;
}

function searcher(planned: readonly Planned[]): (query: SearchQuery) => SearchAnswer {
  const candidates = planned.filter(({ row }) => row.exposure === 'deferred');
  let index: Bm25Index | undefined;
  return ({ query, limit = SEARCH_DEFAULT_LIMIT }) => {
    const rules = ['CC-4.01', 'CC-90.06'] as const;
    if (query.trim() === '') {
      const error = 'The search query is empty. Say in a few words what the tool should do.';
      return { output: error, hits: [], paths: new Map(), error, rules };
    }
    index ??= bm25Index(
      candidates.map(({ row, tool }) => [row.name, tool.title, tool.description].join(' ')),
    );
    const selected = /^select:(.*)$/s
      .exec(query.trim())?.[1]
      ?.split(',')
      .map((name) => name.trim());
    const found =
      selected === undefined
        ? index.search(query, limit).flatMap((hit) => {
            const one = candidates[hit.index];
            return one === undefined ? [] : [{ row: one.row, score: hit.score }];
          })
        : candidates.filter(({ row }) => selected.includes(row.name)).map(({ row }) => ({ row, score: 1 }));
    return {
      output: found.map(({ row }) => ({ type: 'tool_reference', tool_name: row.name })),
      hits: found.map(({ row, score }) => ({ route: { server: row.server, tool: row.tool }, score })),
      paths: new Map(found.map(({ row }, position) => [routeKey(row), `$.content[${position}]`])),
      rules,
    };
  };
}

function router(planned: readonly Planned[]): (observed: ObservedCallable) => RouteAnswer {
  const byName = new Map<string, ToolRoute[]>();
  for (const { row } of planned) {
    if (row.exposure === 'absent' && row.reason !== 'duplicate') continue;
    const routes = byName.get(row.name) ?? [];
    // Of one server's tools the first is kept (CC-90.10); between servers nothing is sure.
    if (routes.some(({ server }) => server === row.server)) continue;
    routes.push({ server: row.server, tool: row.tool });
    byName.set(row.name, routes);
  }
  return ({ name }) => {
    const routes = byName.get(name) ?? [];
    const [route] = routes;
    if (routes.length > 1) return { kind: 'ambiguous', routes, opensWindow: true };
    if (route !== undefined) return { kind: 'tool', route, opensWindow: true };
    const own = CLAUDE_ENVELOPES.find((one) => one.name === name);
    return own === undefined
      ? { kind: 'unknown', opensWindow: false }
      : { kind: 'envelope', name: own.name, role: own.role, opensWindow: false };
  };
}
