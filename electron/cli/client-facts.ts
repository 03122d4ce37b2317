import type { Event, EventOf, ObservedTool } from '../../shared/event.ts';

// What the events of one run of a real client say about what it asked and what it showed.

export type RequestEvent = EventOf<'exchange.request'>;

/** Every request of one kind together. */
export interface RequestGroup {
  readonly method: string;
  readonly route: string;
  readonly transport: 'http' | 'websocket';
  readonly count: number;
  readonly statuses: readonly number[];
  /** The different sets of header names, most frequent first. */
  readonly headers: readonly { readonly names: readonly string[]; readonly count: number }[];
}

export function requestGroups(events: readonly Event[]): RequestGroup[] {
  const transports = new Map<string, 'http' | 'websocket'>();
  const statuses = new Map<string, number>();
  for (const event of events) {
    if (event.kind === 'exchange.opened') transports.set(event.exchange, event.transport);
    if (event.kind === 'exchange.closed' && event.status !== undefined)
      statuses.set(event.exchange, event.status);
  }
  const requests = events.filter((event): event is RequestEvent => event.kind === 'exchange.request');
  const groups = Map.groupBy(requests, ({ method, route }) => `${method} ${route}`);
  return [...groups.values()].flatMap((group): RequestGroup[] => {
    const [first] = group;
    if (first === undefined) return [];
    const sets = Map.groupBy(group, ({ headerNames }) => headerNames.join(' '));
    return [
      {
        method: first.method,
        route: first.route,
        transport: transports.get(first.exchange) ?? 'http',
        count: group.length,
        statuses: [...new Set(group.flatMap(({ exchange }) => statuses.get(exchange) ?? []))],
        headers: [...sets.values()]
          .map((own) => ({ names: [...(own[0]?.headerNames ?? [])], count: own.length }))
          .toSorted((a, b) => b.count - a.count),
      },
    ];
  });
}

/** How one model request showed one tool, or that it did not. */
export interface Shown {
  /** Counts the model requests of the run from 1. */
  readonly request: number;
  readonly server: string;
  readonly tool: string;
  readonly form: ObservedTool['form'];
  readonly path: string;
  readonly keys: readonly string[];
  readonly otherKeys: number;
  readonly deferLoading: boolean;
  readonly description: ObservedTool['description'];
  readonly schema: ObservedTool['schema'];
}

export interface ModelRequest {
  readonly request: number;
  readonly thread: string | null;
  readonly tools: number;
  readonly prewarm: boolean;
  readonly shown: readonly Shown[];
  /** The client's own tools that can lead to one of the server's. */
  readonly behind: readonly { readonly name: string; readonly path: string }[];
}

/** The requests that ask the model for something and declare tools, or go on where earlier ones did. */
export function modelRequests(events: readonly Event[]): ModelRequest[] {
  const asking = events.filter(
    (event): event is RequestEvent =>
      event.kind === 'exchange.request' &&
      (event.toolCount > 0 ||
        event.observed.length > 0 ||
        event.envelopes.length > 0 ||
        event.outputs.length > 0),
  );
  return asking.map((event, index) => ({
    request: index + 1,
    thread: event.thread ?? null,
    tools: event.toolCount,
    prewarm: event.prewarm,
    shown: event.observed.map((tool) => ({
      request: index + 1,
      server: tool.route.server,
      tool: tool.route.tool,
      form: tool.form,
      path: tool.path,
      keys: [...tool.keys],
      otherKeys: tool.otherKeys,
      deferLoading: tool.deferLoading,
      description: tool.description,
      schema: tool.schema,
    })),
    behind: event.envelopes.map(({ name, path }) => ({ name, path })),
  }));
}

/** Moments of a run, ms after the client's start; null for what did not happen. */
export interface Timings {
  readonly listAnswered: number | null;
  readonly firstRequestWithTools: number | null;
  readonly itemCompleted: number | null;
  readonly responseCompleted: number | null;
  readonly callStarted: number | null;
  readonly callFinished: number | null;
  readonly nextRequest: number | null;
  readonly ended: number | null;
}

/** The boundaries around the first call. */
export function timingsOf(events: readonly Event[]): Timings {
  const start = events.find((event) => event.kind === 'probe.step' && event.step === 'run')?.t ?? 0;
  const at = (event: Event | undefined): number | null =>
    event === undefined ? null : Math.round((event.t - start) * 10) / 10;
  const item = events.find(
    (event) =>
      event.kind === 'response.item' && (event.carrier.kind === 'tool' || event.carrier.kind === 'exec'),
  );
  const response = item?.kind === 'response.item' ? item.response : undefined;
  return {
    listAnswered: at(events.find((event) => event.kind === 'tool.discovered')),
    firstRequestWithTools: at(
      events.find((event) => event.kind === 'exchange.request' && event.toolCount > 0),
    ),
    itemCompleted: at(item),
    responseCompleted: at(
      events.find((event) => event.kind === 'response.completed' && event.response === response),
    ),
    callStarted: at(events.find((event) => event.kind === 'call.started')),
    callFinished: at(events.find((event) => event.kind === 'call.finished')),
    nextRequest: at(
      events.find(
        (event) =>
          event.kind === 'exchange.request' &&
          item?.kind === 'response.item' &&
          item.callId !== undefined &&
          event.outputs.includes(item.callId),
      ),
    ),
    ended: at(events.find((event) => event.kind === 'probe.finished')),
  };
}
