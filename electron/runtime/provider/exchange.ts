import type { Carrier, EventOf, LocalId } from '../../../shared/event.ts';
import {
  routeKey,
  type HostPlan,
  type ObservedCallable,
  type RouteAnswer,
} from '../../../shared/hosts/index.ts';
import type { Recorder } from '../recorder.ts';
import type { Sight } from './observe.ts';
import type { ProviderThread } from './threads.ts';
import type { FinishedItem } from './wire-events.ts';

type Opened = EventOf<'exchange.opened'>;

export interface RequestFacts {
  readonly method: string;
  readonly url: string;
  /** Raw header names, in any spelling. */
  readonly headers: readonly string[];
  readonly bytes: number;
  readonly sight?: Sight;
  /** Raw call ids whose outputs this request carries. */
  readonly outputs?: readonly string[];
  readonly previous?: string | undefined;
  readonly prewarm?: boolean;
  /** No turn of a thread. */
  readonly side?: boolean;
}

const stamp = { source: 'provider', evidence: 'measured' } as const;

/** The events of one request and its answer. Times are nanoseconds of the monotonic clock. */
export function openExchange(
  recorder: Recorder,
  wire: Opened['wire'],
  transport: Opened['transport'],
  arrivedAt: bigint,
) {
  const { gate } = recorder;
  const exchange: LocalId = gate.local('exchange');
  let thread: ProviderThread | undefined;
  let items = 0;
  const threadFact = () => (thread === undefined ? {} : { thread: thread.id });
  recorder.emit({ ...stamp, kind: 'exchange.opened', exchange, wire, transport }, arrivedAt);

  return {
    id: exchange,

    /** The request as it stood; it counts from the moment its head arrived. */
    request: (facts: RequestFacts, of: ProviderThread | undefined): void => {
      thread = of;
      const method = gate.knownKey(facts.method);
      // A verb that no provider knows has no name in an event; the refusal that follows says enough.
      if (method === undefined) return;
      recorder.emit(
        {
          ...stamp,
          kind: 'exchange.request',
          exchange,
          ...threadFact(),
          method,
          ...gate.route(facts.url),
          headerNames: gate.headerNames(facts.headers),
          bytes: facts.bytes,
          toolCount: facts.sight?.toolCount ?? 0,
          observed: [...(facts.sight?.observed ?? [])],
          envelopes: [...(facts.sight?.envelopes ?? [])],
          outputs: (facts.outputs ?? []).map((id) => gate.wireId(id)),
          ...(facts.previous === undefined ? {} : { previous: gate.wireId(facts.previous) }),
          prewarm: facts.prewarm ?? false,
          ...(facts.side === true ? { side: true } : {}),
        },
        arrivedAt,
      );
    },

    started: (response: string, at: bigint): void => {
      recorder.emit(
        { ...stamp, kind: 'response.started', exchange, response: gate.wireId(response), ...threadFact() },
        at,
      );
    },

    /** An item is complete, while the response still streams. */
    item: (response: string, item: FinishedItem, plan: HostPlan, at: bigint): void => {
      items += 1;
      const answer = item.callable === undefined ? undefined : answerOf(item.callable, plan, thread);
      recorder.emit(
        {
          ...stamp,
          kind: 'response.item',
          exchange,
          response: gate.wireId(response),
          ...threadFact(),
          item: gate.wireId(item.item),
          ...(item.callId === undefined ? {} : { callId: gate.wireId(item.callId) }),
          itemType: item.type,
          carrier: carrierOf(answer, recorder),
          ...(answer?.kind === 'tool' && item.args !== undefined
            ? { argumentsDigest: gate.argumentsDigest(item.args) }
            : {}),
        },
        at,
      );
    },

    completed: (response: string, at: bigint): void => {
      recorder.emit(
        {
          ...stamp,
          kind: 'response.completed',
          exchange,
          response: gate.wireId(response),
          ...threadFact(),
          items,
        },
        at,
      );
    },

    failed: (code: string, more: { response?: string; status?: number }, at: bigint): void => {
      recorder.emit(
        {
          ...stamp,
          kind: 'response.failed',
          exchange,
          ...(more.response === undefined ? {} : { response: gate.wireId(more.response) }),
          ...threadFact(),
          code: gate.code(code),
          ...(more.status === undefined ? {} : { status: more.status }),
        },
        at,
      );
    },

    closed: (status: number | undefined, bytes: number, closedAt: bigint): void => {
      recorder.emit(
        {
          ...stamp,
          kind: 'exchange.closed',
          exchange,
          ...(status === undefined ? {} : { status }),
          bytes,
          durationMs: Number((closedAt - arrivedAt) / 1000n) / 1000,
        },
        closedAt,
      );
    },
  };
}
export type Exchange = ReturnType<typeof openExchange>;

/** Where a call goes by the profile; a name that it does not know goes where the request said that it goes. */
function answerOf(
  callable: ObservedCallable,
  plan: HostPlan,
  thread: ProviderThread | undefined,
): RouteAnswer {
  const answer = plan.routesOf(callable);
  if (answer.kind !== 'unknown') return answer;
  for (const [key, shown] of thread?.callables ?? []) {
    if (shown.name !== callable.name || shown.namespace !== callable.namespace) continue;
    const route = plan.rows.find((row) => routeKey(row) === key);
    if (route !== undefined) return { kind: 'tool', route, opensWindow: true };
  }
  return answer;
}

/** What the item can lead to. A spelling that several routes share may reach any of them. */
function carrierOf(answer: RouteAnswer | undefined, { gate }: Recorder): Carrier {
  switch (answer?.kind) {
    case 'tool': {
      const server = gate.server(answer.route.server);
      return { kind: 'tool', route: { server, tool: gate.tool(server, answer.route.tool) } };
    }
    case 'exec':
    case 'ambiguous':
      return { kind: 'exec' };
    case 'envelope':
      return { kind: 'envelope', name: gate.modelName(answer.name) };
    case 'unknown':
    case undefined:
      return { kind: 'none' };
  }
}
