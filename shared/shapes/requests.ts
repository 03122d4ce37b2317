import {
  KnownKey,
  type AnyId,
  type Event,
  type EventOf,
  type LocalId,
  type ObservedEnvelope,
  type ObservedTool,
  type RawRoute,
  type ToolDefinition,
} from '../event.ts';
import { routeKey } from '../hosts/index.ts';
import type { Deferral, RequestShape, Shape } from './document.ts';

/** A tool as a server listed it, latest definition. */
export interface Listed {
  readonly route: RawRoute;
  readonly definition: ToolDefinition | undefined;
}

/** Tools in the order of their listing; tools that were seen without having been listed stand behind them. */
export function listedTools(events: readonly Event[]): ReadonlyMap<string, Listed> {
  const tools = new Map<string, Listed>();
  for (const event of events) {
    if (event.kind !== 'tool.discovered' && event.kind !== 'tool.changed') continue;
    const route = { server: event.server, tool: event.tool };
    const key = routeKey(route);
    // Of two tools with one name the first counts, until a later list says otherwise.
    if (event.kind === 'tool.changed' || !tools.has(key))
      tools.set(key, { route, definition: event.definition });
  }
  for (const event of events) {
    if (event.kind !== 'exchange.request') continue;
    for (const { route } of event.observed)
      if (!tools.has(routeKey(route))) tools.set(routeKey(route), { route, definition: undefined });
  }
  return tools;
}

/** What a chain of requests has shown so far. */
interface Chain {
  readonly envelopes: readonly ObservedEnvelope[];
  /** Number of the request that holds the tool, by `routeKey`. */
  readonly shown: ReadonlyMap<string, number>;
}

const NOTHING: Chain = { envelopes: [], shown: new Map() };

/** Every model request of a capture with what it shows of each tool. `threadNumber` numbers the threads of the document. */
export function requestShapes(
  events: readonly Event[],
  tools: ReadonlyMap<string, Listed>,
  threadNumber: (thread: AnyId | undefined) => number | null,
): RequestShape[] {
  const requests: RequestShape[] = [];
  const opened = new Map<LocalId, EventOf<'exchange.opened'>>();
  const latest = new Map<LocalId, number>();
  const byResponse = new Map<AnyId, number>();
  const chains = new Map<number, Chain>();

  const answer = (index: number | undefined, change: Partial<RequestShape['answer']>): void => {
    const request = index === undefined ? undefined : requests[index];
    if (index === undefined || request === undefined) return;
    requests[index] = { ...request, answer: { ...request.answer, ...change } };
  };

  for (const event of events) {
    switch (event.kind) {
      case 'exchange.opened':
        opened.set(event.exchange, event);
        break;
      case 'exchange.request': {
        const { previous } = event;
        const before = previous === undefined ? undefined : byResponse.get(previous);
        const chain = before === undefined ? NOTHING : (chains.get(before) ?? NOTHING);
        const index = requests.length;
        const number = index + 1;
        const shows = shapesOf(event, tools, chain);
        const wire = opened.get(event.exchange);
        requests.push({
          number,
          exchange: event.exchange,
          thread: threadNumber(event.thread),
          t: event.t,
          method: event.method,
          route: event.route,
          wire: wire?.wire ?? null,
          transport: wire?.transport ?? null,
          bytes: event.bytes,
          toolCount: event.toolCount,
          prewarm: event.prewarm,
          side: event.side === true,
          continues: previous !== undefined,
          outputs: event.outputs.length,
          tools: shows,
          envelopes: event.envelopes,
          answer: { state: 'none', code: null, status: null },
        });
        latest.set(event.exchange, index);
        chains.set(index, {
          envelopes: [...chain.envelopes, ...event.envelopes],
          shown: new Map([
            ...chain.shown,
            ...event.observed.map(({ route }) => [routeKey(route), number] as const),
          ]),
        });
        break;
      }
      case 'response.started': {
        const index = latest.get(event.exchange);
        if (index !== undefined) byResponse.set(event.response, index);
        break;
      }
      case 'response.completed':
        answer(latest.get(event.exchange), { state: 'completed' });
        break;
      case 'response.failed':
        answer(latest.get(event.exchange), {
          state: 'failed',
          code: event.code,
          ...(event.status === undefined ? {} : { status: event.status }),
        });
        break;
      case 'exchange.closed':
        answer(latest.get(event.exchange), event.status === undefined ? {} : { status: event.status });
        break;
      default:
    }
  }
  return requests;
}

function shapesOf(
  request: EventOf<'exchange.request'>,
  tools: ReadonlyMap<string, Listed>,
  chain: Chain,
): Shape[] {
  const declaresNothing = request.toolCount === 0 && request.observed.length === 0;
  if (request.side === true || (declaresNothing && request.previous === undefined)) return [];
  const envelopes = [...chain.envelopes, ...request.envelopes];
  const seen = Map.groupBy(request.observed, ({ route }) => routeKey(route));
  return [...tools].flatMap(([key, listed]): Shape[] => {
    const own = seen.get(key);
    if (own !== undefined) return own.map((one) => shapeOf(one, listed, envelopes));
    const carried = chain.shown.get(key);
    if (carried !== undefined) return [{ ...listed.route, form: 'carried', request: carried }];
    return [{ ...listed.route, form: 'absent', ...behind(envelopes) }];
  });
}

/** Captures of before the role was recorded have the name only. */
const roleOf = ({ role, name }: ObservedEnvelope): ObservedEnvelope['role'] => {
  if (role !== undefined) return role;
  if (name === 'exec') return 'exec';
  return /^tool_?search$/i.test(name) ? 'search' : undefined;
};

function behind(envelopes: readonly ObservedEnvelope[]) {
  const search = envelopes.find((one) => roleOf(one) === 'search');
  if (search !== undefined) return { deferral: 'search', behind: search.name } as const;
  const exec = envelopes.find((one) => roleOf(one) === 'exec');
  if (exec !== undefined) return { deferral: 'exec', behind: exec.name } as const;
  return { deferral: 'unreachable', behind: null } as const;
}

function shapeOf(seen: ObservedTool, listed: Listed, envelopes: readonly ObservedEnvelope[]): Shape {
  const { route, path, form } = seen;
  const place = { ...route, path, name: seen.name ?? null, by: seen.by ?? 'profile' } as const;
  if (form === 'reference' || form === 'declaration' || form === 'nameOnly')
    return { ...place, form, ...behind(envelopes) };
  const searched = form === 'searchResult' || form === 'searchText';
  const deferral: Deferral = seen.deferLoading ? 'deferLoading' : searched ? 'search' : 'none';
  const facts = {
    ...place,
    kept: seen.keys,
    otherKeys: seen.otherKeyIds ?? [],
    dropped: droppedKeys(seen, listed.definition),
    deferral,
    description: seen.description,
    ...(seen.descriptionDigest === undefined ? {} : { descriptionDigest: seen.descriptionDigest }),
    ...(seen.descriptionChars === undefined ? {} : { descriptionChars: seen.descriptionChars }),
    schema: seen.schema,
    ...(seen.schemaDigest === undefined ? {} : { schemaDigest: seen.schemaDigest }),
    ...(seen.schemaChanges === undefined ? {} : { schemaChanges: seen.schemaChanges }),
  };
  if (form === 'namespaced' || form === 'searchResult')
    return { ...facts, form, namespace: seen.namespace ?? null };
  return { ...facts, form };
}

const MEMBERS = ['title', 'annotations', 'outputSchema'] as const;

/** Members of the server's definition that have no counterpart in the client's. */
function droppedKeys(seen: ObservedTool, definition: ToolDefinition | undefined): KnownKey[] {
  if (definition === undefined) return [];
  const dropped = MEMBERS.filter(
    (key) => definition[key] !== undefined && !seen.keys.some((kept) => String(kept) === key),
  );
  return [
    ...dropped,
    ...(definition.description !== undefined && seen.description === 'absent' ? ['description'] : []),
    ...(definition.inputSchema !== undefined && seen.schema === 'absent' ? ['inputSchema'] : []),
  ].map((key) => KnownKey.parse(key));
}
