import {
  Event,
  KnownKey,
  Route,
  type AnyId,
  type CallMeta,
  type Carrier,
  type Draft,
  type EventOf,
  type LocalId,
  type WireId,
} from '../../event.ts';
import { code, exec, local, server, tool, wire } from './ids.ts';

export interface RequestFacts {
  readonly exchange?: LocalId;
  /** Names of the items whose outputs it carries. */
  readonly outputs?: readonly string[];
  readonly previous?: string;
  readonly prewarm?: boolean;
}

export interface ItemFacts {
  readonly exchange?: LocalId;
  /** Null: the wire named none. */
  readonly response?: string | null;
  readonly thread?: string | null;
  readonly carrier?: Carrier;
  readonly digest?: string;
  readonly callId?: boolean;
  readonly clock?: number;
}

export interface CallFacts {
  readonly server?: string;
  readonly tool?: string;
  readonly meta?: CallMeta;
  readonly digest?: string;
  readonly origin?: 'host' | 'user' | 'client';
  readonly outcome?: EventOf<'call.finished'>['outcome'];
  readonly clock?: number;
}

/** The output of an item is named by this call id. */
export const callIdOf = (item: string): WireId => wire(`call id of ${item}`);

/**
 * A capture told in a few lines, for tests. Facts may be told in any order; `events` sorts them by time and stamps them.
 * A thread keeps one exchange (a socket) unless told otherwise.
 */
export class Story {
  readonly #told: { draft: Draft; t: number }[] = [];
  readonly #exchanges = new Map<string, LocalId>();
  #calls = 0;
  #sorted = true;

  /** Leaves the facts in the order told, as observations of several processes may arrive. */
  asTold(): this {
    this.#sorted = false;
    return this;
  }

  tell(t: number, draft: Draft): this {
    this.#told.push({ draft, t });
    return this;
  }

  #exchange(thread: string | null): LocalId {
    const key = thread ?? '';
    const known = this.#exchanges.get(key);
    if (known !== undefined) return known;
    const made = local('exchange', this.#exchanges.size + 1);
    this.#exchanges.set(key, made);
    return made;
  }

  thread(t: number, name: string, parent?: string, evidence: 'measured' | 'assumed' = 'measured'): this {
    return this.tell(t, {
      kind: 'thread.opened',
      source: 'provider',
      evidence,
      thread: wire(name),
      role: parent === undefined ? 'root' : 'child',
      ...(parent === undefined ? {} : { parent: wire(parent), parentEvidence: 'measured' }),
    });
  }

  /** A thread of null: the request names none. */
  request(t: number, thread: string | null, facts: RequestFacts = {}): this {
    return this.tell(t, {
      kind: 'exchange.request',
      source: 'provider',
      evidence: 'measured',
      exchange: facts.exchange ?? this.#exchange(thread),
      ...(thread === null ? {} : { thread: wire(thread) }),
      method: KnownKey.parse('POST'),
      route: Route.parse('/v1/responses'),
      queryKeys: [],
      headerNames: [],
      bytes: 100,
      toolCount: 4,
      observed: [],
      envelopes: [],
      outputs: (facts.outputs ?? []).map(callIdOf),
      ...(facts.previous === undefined ? {} : { previous: wire(facts.previous) }),
      prewarm: facts.prewarm ?? false,
    });
  }

  started(t: number, thread: string | null, response: string, exchange?: LocalId): this {
    return this.tell(t, {
      kind: 'response.started',
      source: 'provider',
      evidence: 'measured',
      exchange: exchange ?? this.#exchange(thread),
      response: wire(response),
      ...(thread === null ? {} : { thread: wire(thread) }),
    });
  }

  /** A completed item of the thread; `exec` unless told otherwise. Its wire names no response unless told. */
  item(t: number, thread: string, item: string, facts: ItemFacts = {}): this {
    const named = facts.thread === undefined ? thread : facts.thread;
    const carrier = facts.carrier ?? exec;
    return this.tell(t, {
      kind: 'response.item',
      source: 'provider',
      evidence: 'measured',
      exchange: facts.exchange ?? this.#exchange(thread),
      ...(facts.response === undefined || facts.response === null ? {} : { response: wire(facts.response) }),
      ...(named === null ? {} : { thread: wire(named) }),
      item: wire(item),
      ...(facts.callId === false ? {} : { callId: callIdOf(item) }),
      itemType: carrier.kind === 'exec' ? 'custom_tool_call' : 'function_call',
      carrier,
      ...(facts.digest === undefined ? {} : { argumentsDigest: wire(facts.digest) }),
      ...(facts.clock === undefined ? {} : { clockUncertainty: facts.clock }),
    });
  }

  completed(t: number, thread: string | null, response: string, items = 1, exchange?: LocalId): this {
    return this.tell(t, {
      kind: 'response.completed',
      source: 'provider',
      evidence: 'measured',
      exchange: exchange ?? this.#exchange(thread),
      response: wire(response),
      ...(thread === null ? {} : { thread: wire(thread) }),
      items,
    });
  }

  /** One turn: the response starts, completes its items and itself. Opens a window where an item can. */
  turn(t: number, thread: string, response: string, items: Readonly<Record<string, Carrier>>): this {
    this.started(t - 5, thread, response);
    for (const [name, carrier] of Object.entries(items)) this.item(t, thread, name, { carrier });
    return this.completed(t, thread, response, Object.keys(items).length);
  }

  /** A call from its start to its end (ms); an end of null: it never ended. Counted `call:1`, `call:2`, … */
  call(start: number, end: number | null, facts: CallFacts = {}): this {
    const id = {
      call: local('call', ++this.#calls),
      server: server(facts.server ?? 'shape_probe'),
      tool: tool(facts.tool ?? 'lookup'),
    };
    const clock = facts.clock === undefined ? {} : { clockUncertainty: facts.clock };
    this.tell(start, {
      kind: 'call.started',
      source: 'mcp',
      evidence: 'measured',
      ...id,
      ...clock,
      ...(facts.meta === undefined ? {} : { meta: facts.meta }),
      ...(facts.digest === undefined ? {} : { argumentsDigest: wire(facts.digest) }),
      argumentBytes: 20,
      origin: facts.origin ?? 'client',
    });
    if (end === null) return this;
    return this.tell(end, {
      kind: 'call.finished',
      source: 'mcp',
      evidence: 'measured',
      ...id,
      ...clock,
      outcome: facts.outcome ?? 'ok',
      durationMs: Math.max(0, end - start),
      resultBytes: 40,
      content: [{ type: 'text', count: 1 }],
      structured: false,
      violations: 0,
    });
  }

  reported(
    t: number,
    what: 'callStarted' | 'callFinished',
    thread: string | null,
    toolName = 'lookup',
    item?: AnyId,
  ): this {
    return this.tell(t, {
      kind: 'client.reported',
      source: 'client',
      evidence: 'reported',
      what,
      server: server('shape_probe'),
      tool: tool(toolName),
      ...(thread === null ? {} : { thread: wire(thread) }),
      ...(item === undefined ? {} : { item: wire(String(item)) }),
    });
  }

  dropped(t: number): this {
    return this.tell(t, {
      kind: 'capture.dropped',
      source: 'tap',
      evidence: 'measured',
      where: code('queue'),
      count: 3,
    });
  }

  ended(t: number): this {
    return this.tell(t, { kind: 'capture.ended', source: 'host', evidence: 'measured', reason: 'finished' });
  }

  /** In order of time; facts of one time in the order told. */
  get events(): Event[] {
    const told = this.#sorted ? this.#told.toSorted((a, b) => a.t - b.t) : this.#told;
    return told.map(({ draft, t }, seq) => Event.parse({ ...draft, seq, t }));
  }
}
