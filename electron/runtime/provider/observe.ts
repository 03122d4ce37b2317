import type {
  KnownKey,
  ObservedChanges,
  ObservedEnvelope,
  ObservedTool,
  WireId,
} from '../../../shared/event.ts';
import type { Envelope, HostTool, ObservedCallable } from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { escapePointer, isObject } from '../../../shared/json.ts';
import { lookAt } from '../../../shared/shapes/look.ts';
import { isDefinition } from '../../../shared/shapes/sight.ts';
import type {
  DefinitionFacts,
  EnvelopeSight,
  RawSighting,
  Registered,
  SchemaChanges,
} from '../../../shared/shapes/sight.ts';
import type { Gate } from '../sanitize.ts';
import type { JsonBody } from './request-body.ts';

export type { Registered } from '../../../shared/shapes/sight.ts';

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

/** Looks at a request, and lets through the gate what it shows of registered tools and of the profile's envelopes. */
export function observe(body: JsonBody, registered: Registered, gate: Gate): Sight {
  const { toolCount, sightings, envelopes, callables, own } = lookAt(body, registered);
  const tools = new Map(registered.tools.map((tool) => [routeKey(tool), tool]));
  return {
    toolCount,
    observed: sightings.map((one) => observedTool(gate, one, tools.get(routeKey(one.route)))),
    envelopes: envelopes.map((one) => observedEnvelope(gate, one)),
    callables,
    own,
  };
}

function observedTool(gate: Gate, sighting: RawSighting, tool: HostTool | undefined): ObservedTool {
  const { route, path, by } = sighting;
  const server = gate.server(route.server);
  const isNamed = by === 'profile' || isComposed(sighting.name, route.server, route.tool);
  const place = {
    route: { server, tool: gate.tool(server, route.tool) },
    path: gate.jsonPath(path),
    by,
    ...(isNamed ? { name: gate.modelName(sighting.name) } : {}),
  };
  if (!isDefinition(sighting)) {
    const { form } = sighting;
    return {
      ...place,
      form,
      keys: [],
      otherKeys: 0,
      deferLoading: false,
      description: 'absent',
      schema: 'absent',
    };
  }
  const facts = { ...place, ...definitionFacts(gate, sighting, tool?.inputSchema) };
  const { form, namespace } = sighting;
  if (form !== 'namespaced' && form !== 'searchResult') return { ...facts, form };
  return {
    ...facts,
    form,
    // A namespace that the profile knows leads to the route; any other is the client's own word.
    ...(namespace === undefined || by !== 'profile' ? {} : { namespace: gate.modelName(namespace) }),
  };
}

/** Nothing but the names of server and tool, `mcp` and separators. */
function isComposed(name: string, server: string, tool: string): boolean {
  const at = name.lastIndexOf(tool);
  if (at === -1) return false;
  const rest = `${name.slice(0, at)} ${name.slice(at + tool.length)}`.replace(server, ' ');
  return /^(mcp)?[\s_.:/-]*$/i.test(rest);
}

function definitionFacts(gate: Gate, facts: DefinitionFacts, original: unknown) {
  const { deferLoading, description, otherDescription, schema, otherSchema, changes } = facts;
  return {
    ...keysOf(gate, facts.keys),
    deferLoading,
    description,
    ...(otherDescription === undefined
      ? {}
      : {
          descriptionDigest: gate.argumentsDigest(otherDescription),
          descriptionChars: otherDescription.length,
        }),
    schema,
    ...(changes === undefined ? {} : rewritten(gate, changes, otherSchema, original)),
  };
}

interface Rewritten {
  readonly schemaDigest: WireId;
  readonly schemaChanges: ObservedChanges;
}

/** A client sends the same schema with every request, and then the comparison is the same object (`compareSchema`). */
const latest = new WeakMap<SchemaChanges, { readonly gate: Gate; readonly facts: Rewritten }>();

function rewritten(gate: Gate, changes: SchemaChanges, shown: unknown, original: unknown): Rewritten {
  const known = latest.get(changes);
  if (known?.gate === gate) return known.facts;
  const facts = {
    schemaDigest: gate.argumentsDigest(shown),
    schemaChanges: changesOf(gate, changes, original),
  };
  latest.set(changes, { gate, facts });
  return facts;
}

function keysOf(gate: Gate, keys: readonly string[]) {
  const known: KnownKey[] = [];
  const others: WireId[] = [];
  for (const key of keys) {
    const name = gate.knownKey(key);
    if (name === undefined) others.push(gate.wireId(key));
    else known.push(name);
  }
  return {
    keys: known,
    otherKeys: others.length,
    ...(others.length === 0 ? {} : { otherKeyIds: others }),
  };
}

/** What was dropped or changed stands in the server's own schema; of what was added the last key may be anybody's. */
function changesOf(gate: Gate, changes: SchemaChanges, original: unknown): ObservedChanges {
  const words = wordsOf(original);
  const pointer = (place: readonly string[]) =>
    gate.pointer(place.map((key) => `/${escapePointer(key)}`).join(''));
  const added = changes.added.map((place) =>
    pointer(place.map((key) => (words.has(key) || gate.isSchemaWord(key) ? key : gate.wireId(key)))),
  );
  return {
    dropped: changes.dropped.map(pointer),
    added,
    changed: changes.changed.map(pointer),
    ...(changes.more === 0 ? {} : { more: changes.more }),
  };
}

/** Every key of a schema, and the positions in its lists. */
function wordsOf(value: unknown, words = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) {
    for (const [index, one] of (value as unknown[]).entries()) {
      words.add(String(index));
      wordsOf(one, words);
    }
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      words.add(key);
      wordsOf(one, words);
    }
  }
  return words;
}

/** Of an envelope's text only whether it speaks of nested tools, and how. */
function observedEnvelope(gate: Gate, { envelope, path, description }: EnvelopeSight): ObservedEnvelope {
  return {
    name: gate.modelName(envelope.name),
    role: envelope.role,
    path: gate.jsonPath(path),
    mentionsTools: /\btools\b/.test(description),
    mentionsMcpNames: description.includes('mcp__'),
    mentionsAllTools: /\bALL_TOOLS\b/.test(description),
    deferredOmitted: /\bdeferred\b/i.test(description),
  };
}
