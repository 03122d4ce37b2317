import type { ObservedEnvelope, ObservedTool } from '../../../shared/event.ts';
import type {
  Envelope,
  HostPlan,
  HostProfile,
  HostTool,
  ObservedCallable,
  ToolRoute,
} from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { isObject } from '../../../shared/json.ts';
import type { Gate } from '../sanitize.ts';
import { compareDescription, compareSchema } from './compare.ts';
import { mentionedNames } from './mentions.ts';
import type { JsonBody } from './request-body.ts';

/** What one model request shows: facts for events, and callables for the player. */
export interface Sight {
  readonly toolCount: number;
  readonly observed: readonly ObservedTool[];
  readonly envelopes: readonly ObservedEnvelope[];
  /** How the model may write a call of a registered tool, by `routeKey`. */
  readonly callables: ReadonlyMap<string, ObservedCallable>;
  /** The client's own callables that were declared, by name. */
  readonly own: ReadonlyMap<string, Envelope>;
}

export interface Registered {
  readonly profile: HostProfile;
  readonly plan: HostPlan;
  readonly tools: readonly HostTool[];
}

interface Entry {
  readonly spec: Record<string, unknown>;
  readonly path: string;
  readonly namespace?: string;
  readonly searched: boolean;
}

/** Namespaces may nest once; deeper is no tool list of any client. */
const MAX_DEPTH = 3;

function* entriesOf(
  list: unknown,
  path: string,
  searched: boolean,
  depth = 0,
  namespace?: string,
): Generator<Entry> {
  if (!Array.isArray(list) || depth > MAX_DEPTH) return;
  for (const [index, spec] of (list as unknown[]).entries()) {
    if (!isObject(spec)) continue;
    const at = `${path}[${index}]`;
    if (Array.isArray(spec['tools'])) {
      const name = typeof spec['name'] === 'string' ? spec['name'] : undefined;
      yield* entriesOf(spec['tools'], `${at}.tools`, searched, depth + 1, name);
    } else {
      yield { spec, path: at, searched, ...(namespace === undefined ? {} : { namespace }) };
    }
  }
}

function* allEntries(body: JsonBody): Generator<Entry> {
  yield* entriesOf(body['tools'], '$.tools', false);
  const input = body['input'];
  if (!Array.isArray(input)) return;
  for (const [index, item] of (input as unknown[]).entries()) {
    if (!isObject(item)) continue;
    yield* entriesOf(item['tools'], `$.input[${index}].tools`, item['type'] === 'tool_search_output');
  }
}

const nameOf = (spec: Record<string, unknown>): string | undefined => {
  if (typeof spec['name'] === 'string') return spec['name'];
  return spec['type'] === 'tool_search' ? 'tool_search' : undefined;
};

const schemaOf = (spec: Record<string, unknown>): unknown =>
  spec['parameters'] ?? spec['input_schema'] ?? spec['inputSchema'] ?? spec['parametersJsonSchema'];

/** Looks for registered tools and for the profile's envelopes; of every other tool it keeps only that it was there. */
export function observe(body: JsonBody, registered: Registered, gate: Gate): Sight {
  const { plan, profile } = registered;
  const byRoute = new Map(registered.tools.map((tool) => [routeKey(tool), tool]));
  const observed: ObservedTool[] = [];
  const envelopes: ObservedEnvelope[] = [];
  const callables = new Map<string, ObservedCallable>();
  const own = new Map<string, Envelope>();
  let toolCount = 0;

  for (const { spec, path, namespace, searched } of allEntries(body)) {
    toolCount += 1;
    const name = nameOf(spec);
    if (name === undefined) continue;
    const callable: ObservedCallable = { name, ...(namespace === undefined ? {} : { namespace }) };
    const answer = plan.routesOf(callable);
    if (answer.kind === 'tool') {
      const tool = byRoute.get(routeKey(answer.route));
      if (tool === undefined) continue;
      callables.set(routeKey(answer.route), callable);
      observed.push({
        ...identify(gate, answer.route, path),
        form: searched ? 'searchResult' : namespace === undefined ? 'flat' : 'namespaced',
        ...keysOf(gate, spec),
        deferLoading: spec['defer_loading'] === true,
        description: compareDescription(spec['description'], tool),
        schema: compareSchema(schemaOf(spec), tool),
      });
    } else if (answer.kind === 'exec' || answer.kind === 'envelope') {
      const envelope = profile.envelopes.find(
        (one) =>
          one.name === name &&
          (namespace === undefined || one.namespace === undefined || one.namespace === namespace),
      );
      if (envelope === undefined) continue;
      own.set(name, namespace === undefined ? withoutNamespace(envelope) : { ...envelope, namespace });
      envelopes.push({
        name: gate.modelName(envelope.name),
        path: gate.jsonPath(path),
        ...saysOf(spec['description']),
      });
    }
  }
  for (const { route, path } of mentionedNames(body, plan)) {
    if (callables.has(routeKey(route))) continue;
    observed.push({
      ...identify(gate, route, path),
      form: 'nameOnly',
      keys: [],
      otherKeys: 0,
      deferLoading: false,
      description: 'absent',
      schema: 'absent',
    });
  }
  return { toolCount, observed, envelopes, callables, own };
}

/** An envelope as it was declared: outside of any namespace, whatever the profile expects. */
function withoutNamespace({ name, role, opensWindow }: Envelope): Envelope {
  return { name, role, opensWindow };
}

function identify(gate: Gate, { server, tool }: ToolRoute, path: string) {
  const name = gate.server(server);
  return { route: { server: name, tool: gate.tool(name, tool) }, path: gate.jsonPath(path) };
}

function keysOf(gate: Gate, spec: Record<string, unknown>) {
  const keys = Object.keys(spec).map((key) => gate.knownKey(key));
  const known = keys.filter((key) => key !== undefined);
  return { keys: known, otherKeys: keys.length - known.length };
}

/** Of an envelope's text only whether it speaks of nested tools, and how. */
function saysOf(description: unknown): Omit<ObservedEnvelope, 'name' | 'path'> {
  const text = typeof description === 'string' ? description : '';
  return {
    mentionsTools: /\btools\b/.test(text),
    mentionsMcpNames: text.includes('mcp__'),
    mentionsAllTools: /\bALL_TOOLS\b/.test(text),
    deferredOmitted: /\bdeferred\b/i.test(text),
  };
}
