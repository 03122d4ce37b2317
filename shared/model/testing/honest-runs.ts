// oxlint-disable-next-line no-restricted-imports -- used by tests only
import * as fc from 'fast-check';
import type { CallMeta, Event, LocalId, WireId } from '../../event.ts';
import { calls, exec, local, wire } from './ids.ts';
import { Story, callIdOf } from './story.ts';

// Runs as real clients make them, completely observed: each thread asks, gets items, runs their calls, and sends the
// outputs with its next request. So the owner of every call is known, and a verdict can be checked against it.

/** To whom a call truly belongs. */
export interface Truth {
  readonly thread: WireId;
  readonly item: WireId;
  /** The client put ids on the MCP wire. */
  readonly named: boolean;
}

export interface HonestRun {
  readonly events: readonly Event[];
  readonly truth: ReadonlyMap<LocalId, Truth>;
}

const plannedCall = fc.record({
  tool: fc.constantFrom('lookup', 'slow'),
  /** From the completed item to the call, and from the call to its end, ms. */
  wait: fc.nat(60),
  takes: fc.oneof(fc.nat(40), fc.nat(700)),
  digest: fc.nat(2),
  ends: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
});

const plannedTurn = fc.record({
  pause: fc.nat(100),
  /** One opaque program makes all calls, or each has an item of its own. */
  exec: fc.boolean(),
  calls: fc.array(plannedCall, { minLength: 1, maxLength: 3 }),
  /** From the end of the last call to the next request, ms. */
  lag: fc.oneof(fc.nat(90), fc.nat(400)),
  /** The wire's item events name their response. */
  namesResponse: fc.boolean(),
});
type PlannedTurn = typeof plannedTurn extends fc.Arbitrary<infer T> ? T : never;

const plannedRun = fc.record({
  threads: fc.array(
    fc.record({
      offset: fc.nat(500),
      ids: fc.constantFrom('codex', 'claude', 'none'),
      turns: fc.array(plannedTurn, { minLength: 1, maxLength: 4 }),
      /** The run was cut before the outputs of the last turn went back. */
      cut: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** What the tap knows of its clock, and how wrong it is as a share of that. */
  clock: fc.record({
    uncertainty: fc.constantFrom(0, 0, 1, 8),
    share: fc.double({ min: -1, max: 1, noNaN: true }),
  }),
});
type PlannedRun = typeof plannedRun extends fc.Arbitrary<infer T> ? T : never;

export const honestRuns: fc.Arbitrary<HonestRun> = plannedRun.map(play);

function play(run: PlannedRun): HonestRun {
  const story = new Story();
  const truth = new Map<LocalId, Truth>();
  for (const [index, { offset, ids, turns, cut }] of run.threads.entries()) {
    const thread = `thread ${index}`;
    let now = offset;
    story.thread(now, thread);
    let outputs: string[] = [];
    for (const [number, turn] of turns.entries()) {
      now += turn.pause;
      story.request(now, thread, { outputs });
      const response = `${thread}, response ${number}`;
      now = playTurn(story, truth, { thread, response, ids, turn, now, clock: run.clock });
      outputs = itemsOf(response, turn);
    }
    if (!cut) story.request(now, thread, { outputs });
  }
  return { events: story.events, truth };
}

const itemsOf = (response: string, turn: PlannedTurn): string[] =>
  turn.exec ? [`${response}, exec`] : turn.calls.map((_call, index) => `${response}, item ${index}`);

interface Turn {
  readonly thread: string;
  readonly response: string;
  readonly ids: 'codex' | 'claude' | 'none';
  readonly turn: PlannedTurn;
  readonly now: number;
  readonly clock: { readonly uncertainty: number; readonly share: number };
}

function playTurn(
  story: Story,
  truth: Map<LocalId, Truth>,
  { thread, response, ids, turn, now, clock }: Turn,
): number {
  const items = itemsOf(response, turn);
  const named = turn.namesResponse ? { response } : {};
  story.started(now + 5, thread, response);
  for (const [index, item] of items.entries()) {
    const call = turn.calls[index];
    const carrier = turn.exec || call === undefined ? exec : calls(call.tool);
    const digest = turn.exec || call === undefined ? {} : { digest: `arguments ${call.digest}` };
    story.item(now + 10 + 3 * index, thread, item, { carrier, ...named, ...digest });
  }
  story.completed(now + 20, thread, response, items.length);
  let last = now + 20;
  const off = clock.uncertainty * clock.share;
  for (const [index, call] of turn.calls.entries()) {
    const item = (turn.exec ? items[0] : items[index]) ?? '';
    const start = now + 10 + (turn.exec ? 0 : 3 * index) + call.wait;
    const end = start + call.takes;
    last = Math.max(last, end);
    const id = local('call', truth.size + 1);
    truth.set(id, { thread: wire(thread), item: wire(item), named: ids !== 'none' });
    story.call(start + off, call.ends ? end + off : null, {
      tool: call.tool,
      digest: `arguments ${call.digest}`,
      ...metaOf(ids, thread, item, turn.exec, id),
      ...(clock.uncertainty === 0 ? {} : { clock: clock.uncertainty }),
    });
  }
  return last + turn.lag;
}

function metaOf(
  ids: Turn['ids'],
  thread: string,
  item: string,
  program: boolean,
  call: LocalId,
): { meta?: CallMeta } {
  switch (ids) {
    case 'codex':
      return {
        meta: {
          threadId: wire(thread),
          itemId: wire(item),
          callId: program ? wire(`nested ${call}`) : callIdOf(item),
        },
      };
    case 'claude':
      return { meta: { toolUseId: wire(item) } };
    case 'none':
      return {};
  }
}
