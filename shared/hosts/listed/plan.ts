import { lostFields } from '../losses.ts';
import { absentDecision, exposureRow, NO_FINDINGS, type Decision } from '../rows.ts';
import { RouteMap, routeKey } from '../route.ts';
import type {
  AssumptionCode,
  Declaration,
  DeclareOptions,
  ExposureRow,
  HostFinding,
  HostPlan,
  HostSettings,
  HostTool,
  HostWire,
  NameRow,
  ObservedCallable,
  RouteAnswer,
  RuleRef,
  SchemaResult,
  SearchAnswer,
  SearchQuery,
  ToolLosses,
  ToolRoute,
} from '../types.ts';
import type { Gate, ListedHost } from './host.ts';
import { bodyOf, entryOf, pathOf } from './wire.ts';

type Json = Readonly<Record<string, unknown>>;

interface Planned {
  tool: HostTool;
  row: ExposureRow;
  /** What was made of the schema to see whether the host takes it. */
  rewritten?: SchemaResult;
}

/** Everything that a host with one list of tools makes of them for one request. */
export function listedPlan(host: ListedHost, tools: readonly HostTool[], settings: HostSettings): HostPlan {
  const wire = wireOf(host, settings);
  const common: readonly AssumptionCode[] = [
    ...(settings.wire === undefined && host.wires.length > 1 ? (['wire'] as const) : []),
    ...host.assumptions(settings),
  ];
  const planned = planTools(host, tools, settings, wire, common);
  const byRoute = new RouteMap<Planned>();
  for (const one of planned) if (one.row.dropped !== true) byRoute.set(one.row, one);
  const rows = planned.map(({ row }) => row);
  let findings: HostPlan['findings'] | undefined;
  let search: HostPlan['search'] | undefined;
  let routes: HostPlan['routesOf'] | undefined;

  return {
    host: { id: host.id, version: host.version },
    modelClass: host.modelClasses[0]?.id ?? 'flat',
    rows,
    assumed: rows.length === 0 ? common : together(rows),
    get findings() {
      return (findings ??= [...advice(host, rows), ...rows.flatMap((row) => row.findings)]);
    },
    losses: (route) => {
      const one = byRoute.get(route);
      return one && lossesOf(host, one, wire, settings);
    },
    declare: (options = {}) => declare(host, planned, settings, wire, options),
    search: (query) => (search ??= searcher(host, planned))(query),
    routesOf: (observed) => (routes ??= router(host, planned))(observed),
    codeModeRoute: () => undefined,
    codeModeText: () => undefined,
  };
}

/** What any of the rows rests on; most share one list. */
const together = (rows: readonly ExposureRow[]): readonly AssumptionCode[] => [
  ...new Set([...new Set(rows.map(({ assumed }) => assumed))].flat()),
];

/** The wire in use: the configured one, if the host speaks it, else its usual one. */
export function wireOf(host: ListedHost, settings: HostSettings): HostWire {
  return host.wires.find((wire) => wire === settings.wire) ?? host.wires[0];
}

function planTools(
  host: ListedHost,
  tools: readonly HostTool[],
  settings: HostSettings,
  wire: HostWire,
  common: readonly AssumptionCode[],
): Planned[] {
  const refused = refusedServers(host, tools);
  const early = tools.map((tool) => earlyGate(host, tool, settings, refused));
  const names = host.names(
    tools.filter((_, index) => early[index] === undefined),
    settings,
  );
  const decide = decisions(common);
  const dropped: Gate = { ...ABSENT, rules: host.collision.rules };
  let next = 0;

  const gated = tools.map((tool, index): Planned => {
    const gate = early[index];
    const name = gate === undefined ? names[next++] : undefined;
    if (name === undefined) {
      return { tool, row: exposureRow(unnamed(tool), decide(gate ?? ABSENT)) };
    }
    if (name.dropped === true) {
      return { tool, row: exposureRow(name, decide(dropped)) };
    }
    const rewritten = host.schema(tool.inputSchema, wire, settings);
    const made: Gate =
      rewritten.schema === null
        ? { exposure: 'absent', reason: 'schema-refused', rules: rewritten.rules }
        : host.gate(tool, name, settings);
    return { tool, row: exposureRow(name, decide(made)), rewritten };
  });
  return limited(host, distinct(host, gated));
}

const ABSENT: Gate = { exposure: 'absent', reason: 'duplicate', rules: [] };

/** What never gets as far as a name: later pages, filtered tools, lists that the host cannot read. */
function earlyGate(
  host: ListedHost,
  tool: HostTool,
  settings: HostSettings,
  refused: ReadonlyMap<string, readonly RuleRef[]>,
): Gate | undefined {
  const list = refused.get(tool.server);
  if (list !== undefined) return { exposure: 'absent', reason: 'list-refused', rules: list };
  if (host.traits.pages === 'first' && (tool.page ?? 0) > 0) {
    return { exposure: 'absent', reason: 'later-page', rules: host.pageRules };
  }
  const own = settings.servers?.[tool.server];
  // No host keeps a tool back of its own accord.
  if (own?.enabledTools === undefined && own?.disabledTools === undefined) return undefined;
  const { allowed, rules } = host.filter(tool, own);
  return allowed ? undefined : { exposure: 'absent', reason: 'filtered', rules };
}

function refusedServers(host: ListedHost, tools: readonly HostTool[]): Map<string, readonly RuleRef[]> {
  const refused = new Map<string, readonly RuleRef[]>();
  for (const [server, own] of Map.groupBy(tools, (tool) => tool.server)) {
    const read = host.traits.pages === 'first' ? own.filter((tool) => (tool.page ?? 0) === 0) : own;
    const rules = host.refusesList?.(read);
    if (rules !== undefined) refused.set(server, rules);
  }
  return refused;
}

function unnamed({ server, tool }: ToolRoute): NameRow {
  return { server, tool, name: tool, findings: NO_FINDINGS };
}

/** Decisions by their gates; thousands of rows share a few. */
function decisions(common: readonly AssumptionCode[]): (gate: Gate) => Decision {
  const known = new Map<Gate, Decision>();
  return (gate) => {
    const before = known.get(gate);
    if (before !== undefined) return before;
    const declared = gate.exposure === 'direct' || gate.exposure === 'directModelOnly';
    const deferred = gate.exposure === 'deferred';
    const { exposure, reason, rules, assumed = [] } = gate;
    const made: Decision = {
      exposure,
      reason,
      rules,
      assumed: assumed.length === 0 ? common : [...new Set([...common, ...assumed])],
      declared,
      reach: gate.reach ?? (declared ? 'declared' : deferred ? 'search' : 'none'),
      dispatchable: declared || deferred,
    };
    known.set(gate, made);
    return made;
  };
}

/** Of tools that share a name the host keeps one, or sends all and answers with one of them. */
function distinct(host: ListedHost, planned: readonly Planned[]): Planned[] {
  const { keeps, rules, order, assumed = [] } = host.collision;
  if (keeps === 'all') return [...planned];
  const present = planned.filter(({ row }) => row.dispatchable);
  // Nearly always every name stands once, and then there is nothing to group.
  if (new Set(present.map(({ row }) => row.name)).size === present.length) return [...planned];
  const sharing = Map.groupBy(present, ({ row }) => row.name);
  return planned.map((one) => {
    const found = one.row.dispatchable ? (sharing.get(one.row.name) ?? []) : [];
    if (found.length < 2) return one;
    const group = order === undefined ? found : found.toSorted((a, b) => order(a.row, b.row));
    const rest = [...new Set([...one.row.assumed, ...assumed])];
    const kept = keeps === 'first' ? group[0] : group.at(-1);
    if (kept === one) return { ...one, row: { ...one.row, assumed: rest } };
    const reason = keeps === 'first' ? 'duplicate' : 'overwritten';
    return { ...one, row: exposureRow(one.row, absentDecision(reason, rules, rest)) };
  });
}

/** Beyond the limit the first tools stay, as far as is known: which ones the user keeps is up to the user. */
function limited(host: ListedHost, planned: readonly Planned[]): Planned[] {
  const limit = host.toolLimit;
  if (limit === undefined) return [...planned];
  let count = 0;
  return planned.map((one) => {
    if (!one.row.declared) return one;
    count += 1;
    if (count <= limit.count) return one;
    const { row } = one;
    return { ...one, row: exposureRow(row, absentDecision('over-limit', limit.rules, row.assumed)) };
  });
}

function advice(host: ListedHost, rows: readonly ExposureRow[]): HostFinding[] {
  const { toolAdvice: limit } = host;
  const count = rows.filter(({ dispatchable }) => dispatchable).length;
  if (limit === undefined || count <= limit.count) return [];
  return [
    {
      code: 'tools-over-advice',
      severity: 'warning',
      message: `There are ${count} tools; ${host.title} advises against more than ${limit.count}.`,
      rules: limit.rules,
    },
  ];
}

/** A deferred tool may keep a schema that a declared one would not. */
function schemaOf(
  host: ListedHost,
  { row: { declared }, tool: { inputSchema }, rewritten }: Planned,
  wire: HostWire,
  settings: HostSettings,
): SchemaResult {
  return declared && host.declaredSchema !== undefined
    ? host.declaredSchema(inputSchema, wire, settings)
    : (rewritten ?? host.schema(inputSchema, wire, settings));
}

/** What the model does not get of a tool that the server described. */
function lossesOf(host: ListedHost, one: Planned, wire: HostWire, settings: HostSettings): ToolLosses {
  const { tool } = one;
  const original = tool.description ?? '';
  const { shown, rules } = host.describe(tool);
  const { schema, lost, findings, rules: schemaRules } = schemaOf(host, one, wire, settings);
  return {
    schema,
    lost,
    findings,
    rules: schemaRules,
    fields: lostFields(tool, host.fieldRules),
    description: { original, shown, cut: shown.length < original.length, rules },
  };
}

function declare(
  host: ListedHost,
  planned: readonly Planned[],
  settings: HostSettings,
  wire: HostWire,
  options: DeclareOptions,
): Declaration {
  const geminiKey = host.geminiKey ?? 'parametersJsonSchema';
  const deferred = planned
    .filter(({ row }) => row.exposure === 'deferred')
    .map(({ row, tool }) => ({ name: row.name, description: host.describe(tool).shown }));
  const entries: Json[] = [];
  const paths = new Map<string, string>();
  const envelopes: Declaration['envelopes'][number][] = [];
  for (const own of deferred.length === 0 ? [] : (host.search?.tools ?? [])) {
    const known = host.envelopes.find(({ name }) => name === own.name);
    if (known !== undefined) envelopes.push({ ...known, path: pathOf(wire, entries.length) });
    entries.push(entryOf(wire, { ...own, schema: own.parameters }, geminiKey));
  }
  for (const one of planned) {
    const { row, tool } = one;
    if (!row.declared) continue;
    paths.set(routeKey(row), pathOf(wire, entries.length));
    const { schema } = schemaOf(host, one, wire, settings);
    entries.push(
      entryOf(wire, { name: row.name, description: host.describe(tool).shown, schema }, geminiKey),
    );
  }
  const servers = [...new Set(planned.filter(({ row }) => row.dispatchable).map(({ row }) => row.server))];
  const context = { settings, servers, deferred };
  const system = [
    ...(options.instructions === undefined ? [] : [options.instructions]),
    ...(host.systemTexts?.(context) ?? []),
  ];
  const body = withMessage(bodyOf(wire, entries, system), host.userMessage?.(context));
  return { body, paths, envelopes, rules: host.wireRules };
}

/** A chat with one message more. */
function withMessage(body: Json, message: Json | undefined): Json {
  if (message === undefined) return body;
  const { messages } = body;
  return { ...body, messages: [...(Array.isArray(messages) ? (messages as unknown[]) : []), message] };
}

function searcher(host: ListedHost, planned: readonly Planned[]): (query: SearchQuery) => SearchAnswer {
  const { search } = host;
  if (search === undefined) {
    const error = `${host.title} has no search for tools.`;
    return () => ({ output: error, hits: [], paths: new Map(), error, rules: host.wireRules });
  }
  const candidates = planned
    .filter(({ row }) => row.exposure === 'deferred')
    .map(({ row, tool }) => ({
      route: { server: row.server, tool: row.tool },
      name: row.name,
      description: host.describe(tool).shown,
      schema: tool.inputSchema,
    }));
  return (query) => search.find(candidates, query);
}

function router(host: ListedHost, planned: readonly Planned[]): (observed: ObservedCallable) => RouteAnswer {
  const byName = new Map<string, ToolRoute[]>();
  const deferred: ToolRoute[] = [];
  for (const { row } of planned) {
    if (!row.dispatchable) continue;
    const route: ToolRoute = { server: row.server, tool: row.tool };
    byName.set(row.name, [...(byName.get(row.name) ?? []), route]);
    if (row.exposure === 'deferred') deferred.push(route);
  }
  return ({ name }) => {
    const routes = byName.get(name) ?? [];
    const [route] = routes;
    if (routes.length > 1) return { kind: 'ambiguous', routes, opensWindow: true };
    if (route !== undefined) return { kind: 'tool', route, opensWindow: true };
    const own = host.envelopes.find((one) => one.name === name);
    if (own === undefined) return { kind: 'unknown', opensWindow: false };
    return own.role === 'exec'
      ? { kind: 'exec', routes: deferred, opensWindow: true }
      : { kind: 'envelope', name: own.name, role: own.role, opensWindow: false };
  };
}
