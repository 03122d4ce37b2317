import type { AnyId, EventOf, HostRef, LocalId, ModelIdentity } from '../../../shared/event.ts';
import type { ExposureRow, HostPlan, ToolRoute } from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { formatJson } from '../../../shared/json.ts';
import type { Recorder } from '../recorder.ts';
import type { Gate } from '../sanitize.ts';
import type { ManagedTool } from './manager.ts';

type Exposed = EventOf<'tool.exposed'>;
type Facts = Pick<Exposed, 'exposure' | 'reason' | 'rules' | 'identity' | 'lost' | 'assumed'>;

/** What was last said of each tool of one thread, so that a step says only what is new. */
export type ExposureLog = Map<string, { readonly route: ToolRoute; readonly facts: string }>;

interface ExposureInput {
  readonly recorder: Recorder;
  readonly host: HostRef;
  readonly thread: AnyId;
  readonly step: LocalId;
  readonly tools: readonly ManagedTool[];
  readonly plan: HostPlan;
  readonly log: ExposureLog;
}

/** Records what the profile makes of every tool in this step. All of it is derived: no client showed it. */
export function recordExposure({ recorder, host, thread, step, tools, plan, log }: ExposureInput): void {
  const { gate } = recorder;
  const say = (route: ToolRoute, facts: Facts): void => {
    const text = formatJson(facts);
    if (log.get(routeKey(route))?.facts === text) return;
    log.set(routeKey(route), { route, facts: text });
    const server = gate.server(route.server);
    recorder.emit({
      kind: 'tool.exposed',
      source: 'host',
      evidence: 'derived',
      host,
      server,
      tool: gate.tool(server, route.tool),
      thread,
      step,
      ...facts,
    });
  };

  const planned = new Set<string>();
  for (const row of plan.rows) {
    // A duplicate shares its route with the tool that was kept, and would hide it.
    if (row.dropped === true && plan.rows.some((other) => other !== row && routeKey(other) === routeKey(row)))
      continue;
    planned.add(routeKey(row));
    say(row, factsOf(gate, row, plan));
  }
  for (const tool of tools) {
    if (!planned.has(routeKey(tool))) say(tool, absent(gate, 'filtered'));
  }
  const listed = new Set(tools.map(routeKey));
  for (const [key, { route }] of log) {
    if (!listed.has(key)) say(route, absent(gate, 'not-listed'));
  }
}

const absent = (gate: Gate, reason: string): Facts => ({
  exposure: 'absent',
  reason: gate.code(reason),
  rules: [],
  identity: {},
  lost: [],
  assumed: [],
});

function factsOf(gate: Gate, row: ExposureRow, plan: HostPlan): Facts {
  return {
    exposure: row.exposure,
    reason: gate.code(row.reason),
    rules: row.rules.map((rule) => gate.fact(rule)),
    identity: identityOf(gate, row),
    lost: row.exposure === 'absent' ? [] : lossesOf(gate, row, plan),
    assumed: row.assumed.map((code) => gate.code(code)),
  };
}

function identityOf(gate: Gate, row: ExposureRow): ModelIdentity {
  const { namespace, flat, codeMode, hook } = row;
  return {
    name: gate.modelName(row.name),
    ...(namespace === undefined ? {} : { namespace: gate.modelName(namespace) }),
    ...(flat === undefined ? {} : { flat: gate.modelName(flat) }),
    ...(codeMode === undefined ? {} : { codeMode: gate.modelName(codeMode) }),
    ...(hook === undefined ? {} : { hook: gate.modelName(hook) }),
  };
}

/** A listing of thousands of schemas could lose very much; so many places of one tool are kept. */
const MAX_LOST = 200;

function lossesOf(gate: Gate, row: ExposureRow, plan: HostPlan): Facts['lost'] {
  const losses = plan.losses(row);
  if (losses === undefined) return [];
  const lost = losses.lost.map(({ path, keyword }) => ({
    pointer: gate.pointer(`/inputSchema${path}`),
    keyword: gate.keyword(keyword),
  }));
  for (const { field } of losses.fields)
    lost.push({ pointer: gate.pointer(`/${field}`), keyword: gate.keyword('field') });
  if (losses.description.cut)
    lost.push({ pointer: gate.pointer('/description'), keyword: gate.keyword('cut') });
  return lost.slice(0, MAX_LOST);
}
