import type { Event, EventOf, InstanceId, ServerName, WireId } from '../event.ts';
import type { ShapesDocument } from './document.ts';
import type { Listed } from './requests.ts';

type ServerShape = ShapesDocument['servers'][number];
type InstanceShape = ServerShape['instances'][number];
type Message = InstanceShape['messages'][number];

/** Messages of one instance beyond these are not listed: a flood of notifications is no lifecycle. */
const MAX_MESSAGES = 200;

interface Instance {
  era: InstanceShape['era'];
  protocolVersion: InstanceShape['protocolVersion'];
  readonly messages: Message[];
  /** Position of the request that waits for this answer, by who asks: both sides count from 1. */
  readonly waiting: Record<EventOf<'mcp.message'>['direction'], Map<WireId, number>>;
}

/** How every process or connection of a server came up, and what was asked of it besides calls. */
export function serverShapes(events: readonly Event[], tools: ReadonlyMap<string, Listed>): ServerShape[] {
  const servers = new Map<ServerName, Map<InstanceId | null, Instance>>();
  const instanceOf = (server: ServerName, name: InstanceId | null): Instance => {
    const own = servers.get(server) ?? new Map<InstanceId | null, Instance>();
    servers.set(server, own);
    const known = own.get(name) ?? {
      era: null,
      protocolVersion: null,
      messages: [],
      waiting: { toServer: new Map(), fromServer: new Map() },
    };
    own.set(name, known);
    return known;
  };
  for (const event of events) {
    if (event.kind === 'client.state') {
      const instance = instanceOf(event.server, event.instance ?? null);
      instance.era = event.era ?? instance.era;
      instance.protocolVersion = event.protocolVersion ?? instance.protocolVersion;
    } else if (event.kind === 'mcp.message') {
      follow(instanceOf(event.server, event.instance ?? null), event);
    }
  }
  return [...servers].map(([server, instances]) => ({
    server,
    tools: [...tools.values()].filter(({ route, definition }) => route.server === server && definition)
      .length,
    instances: [...instances].map(([instance, { era, protocolVersion, messages }]) => ({
      instance,
      era,
      protocolVersion,
      messages,
    })),
  }));
}

function follow(instance: Instance, event: EventOf<'mcp.message'>): void {
  const { messages, waiting } = instance;
  if (event.type === 'response' || event.type === 'error') {
    const asks = waiting[event.direction === 'toServer' ? 'fromServer' : 'toServer'];
    const at = event.id === undefined ? undefined : asks.get(event.id);
    const asked = at === undefined ? undefined : messages[at];
    if (event.id !== undefined) asks.delete(event.id);
    if (at !== undefined && asked !== undefined)
      messages[at] = { ...asked, tookMs: Math.max(0, event.t - asked.at) };
    return;
  }
  if (event.method === undefined || String(event.method) === 'tools/call' || messages.length >= MAX_MESSAGES)
    return;
  if (event.id !== undefined) waiting[event.direction].set(event.id, messages.length);
  messages.push({ direction: event.direction, method: event.method, at: event.t, tookMs: null });
}
