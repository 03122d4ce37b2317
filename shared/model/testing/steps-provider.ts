import { KnownKey, Route, type AnyId } from '../../event.ts';
import { code, isWire, wire } from './ids.ts';
import {
  carriers,
  chance,
  count,
  nextId,
  oneOf,
  pick,
  someOf,
  tell,
  type Step,
  type World,
} from './world.ts';

const seen = { source: 'provider', evidence: 'measured' } as const;

const newThread: Step = {
  weight: 3,
  play: (world) => {
    if (world.threads.length >= 4) return;
    const thread = chance(world, 4) ? nextId(world, 'thread') : wire(`thread ${count(world, 'wire')}`);
    const parent = chance(world, 2) ? oneOf(world, world.threads) : undefined;
    world.threads.push(thread);
    if (chance(world, 6)) return;
    tell(world, {
      kind: 'thread.opened',
      source: 'provider',
      evidence: chance(world, 4) ? 'assumed' : 'measured',
      thread,
      role: parent === undefined ? someOf(world, 'root', 'unknown') : 'child',
      ...(parent === undefined ? {} : { parent, parentEvidence: someOf(world, 'measured', 'derived') }),
    });
  },
};

/** Mostly with all outputs that the thread owes; sometimes with some, with its whole history, or with none. */
const request: Step = {
  weight: 9,
  play: (world) => {
    if (world.threads.length === 0) newThread.play(world);
    const thread = oneOf(world, world.threads);
    if (thread === undefined) return;
    const prewarm = chance(world, 9);
    const exchange = chance(world, 3) ? nextId(world, 'exchange') : socketOf(world, thread);
    const own = world.items.filter((item) => item.thread === thread && item.callId !== undefined);
    const carries = someOf<'owed' | 'history' | 'some' | 'none'>(
      world,
      'owed',
      'owed',
      'history',
      'some',
      'none',
    );
    const outputs = own.filter((item, index) => {
      if (carries === 'history') return true;
      return !item.carried && (carries === 'owed' || (carries === 'some' && index % 2 === 0));
    });
    if (!prewarm) for (const item of outputs) item.carried = true;
    const previous = chance(world, 4)
      ? world.responses.find((response) => response.thread === thread)?.response
      : undefined;
    tell(world, {
      kind: 'exchange.request',
      ...seen,
      exchange,
      ...(chance(world, 9) ? {} : { thread }),
      method: KnownKey.parse('POST'),
      route: Route.parse('/v1/messages'),
      queryKeys: [],
      headerNames: [],
      bytes: pick(world, 900),
      toolCount: 3,
      observed: [],
      envelopes: [],
      outputs: [
        ...outputs.flatMap((item) => item.callId ?? []),
        ...(chance(world, 60) ? [wire('an output of nobody')] : []),
      ],
      ...(previous === undefined || !isWire(previous) ? {} : { previous }),
      prewarm,
    });
    world.unanswered.push({ exchange, thread });
  },
};

const sockets = new WeakMap<World, Map<AnyId, ReturnType<typeof nextId>>>();

function socketOf(world: World, thread: AnyId): ReturnType<typeof nextId> {
  const own = sockets.get(world) ?? new Map<AnyId, ReturnType<typeof nextId>>();
  sockets.set(world, own);
  const known = own.get(thread) ?? nextId(world, 'exchange');
  own.set(thread, known);
  return known;
}

const opened: Step = {
  weight: 1,
  play: (world) =>
    tell(world, {
      kind: 'exchange.opened',
      ...seen,
      exchange: nextId(world, 'exchange'),
      wire: someOf(world, 'anthropic', 'responses'),
      transport: someOf(world, 'http', 'websocket'),
    }),
};

const started: Step = {
  weight: 9,
  play: (world) => {
    const asked = world.unanswered.shift();
    if (asked === undefined) return;
    const response = chance(world, 5) ? nextId(world, 'response') : wire(`response ${count(world, 'wire')}`);
    world.responses.push({ response, ...asked, items: 0 });
    tell(world, {
      kind: 'response.started',
      ...seen,
      exchange: asked.exchange,
      response,
      ...(chance(world, 4) ? {} : { thread: asked.thread }),
    });
  },
};

const item: Step = {
  weight: 14,
  play: (world) => {
    const response = oneOf(world, world.responses.slice(-2));
    if (response === undefined) return;
    response.items++;
    const carrier = oneOf(world, carriers) ?? { kind: 'none' };
    const callId = chance(world, 9) ? undefined : wire(`call id ${count(world, 'wire')}`);
    const digest =
      carrier.kind === 'tool' && !chance(world, 3) ? wire(`arguments ${pick(world, 2)}`) : undefined;
    const id = wire(`item ${count(world, 'wire')}`);
    // Some are seen only by the client: the wire's event was lost.
    const lost = chance(world, 60);
    if (lost) return;
    world.items.push({ item: id, callId, thread: response.thread, carrier, digest, carried: false });
    tell(world, {
      kind: 'response.item',
      ...seen,
      exchange: response.exchange,
      ...(chance(world, 2) ? { response: response.response } : {}),
      ...(chance(world, 3) ? {} : { thread: response.thread }),
      item: id,
      ...(callId === undefined ? {} : { callId }),
      itemType: carrier.kind === 'exec' ? 'custom_tool_call' : 'function_call',
      carrier,
      ...(digest === undefined ? {} : { argumentsDigest: digest }),
    });
  },
};

const completed: Step = {
  weight: 8,
  play: (world) => {
    const response = takeResponse(world);
    if (response === undefined) return;
    const { exchange, thread, items } = response;
    tell(world, {
      kind: 'response.completed',
      ...seen,
      exchange,
      response: response.response,
      thread,
      items,
    });
  },
};

const failed: Step = {
  weight: 1,
  play: (world) => {
    const response = takeResponse(world);
    const exchange = response?.exchange ?? world.unanswered.shift()?.exchange ?? nextId(world, 'exchange');
    tell(world, {
      kind: 'response.failed',
      ...seen,
      exchange,
      ...(response === undefined || chance(world, 3) ? {} : { response: response.response }),
      code: code('overloaded'),
      status: 500,
    });
  },
};

const closed: Step = {
  weight: 2,
  play: (world) => {
    const response = chance(world, 2) ? takeResponse(world) : undefined;
    const exchange = response?.exchange ?? nextId(world, 'exchange');
    tell(world, {
      kind: 'exchange.closed',
      ...seen,
      exchange,
      status: 200,
      bytes: pick(world, 900),
      durationMs: pick(world, 90),
    });
  },
};

function takeResponse(world: World): World['responses'][number] | undefined {
  const at = chance(world, 4) ? pick(world, Math.max(1, world.responses.length)) : -1;
  return world.responses.splice(at, 1)[0];
}

/** A request that is answered at once, with one item or two. */
const turn: Step = {
  weight: 16,
  play: (world) => {
    for (const part of [
      request,
      started,
      item,
      ...(chance(world, 2) ? [item] : []),
      ...(chance(world, 8) ? [] : [completed]),
    ]) {
      world.now += 2;
      part.play(world);
    }
  },
};

export const providerSteps: readonly Step[] = [
  newThread,
  turn,
  request,
  opened,
  started,
  item,
  completed,
  failed,
  closed,
];
