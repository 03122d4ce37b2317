import type { AnyId, Event, EventOf, InstanceId, Kind } from '../../event.ts';
import { mentions } from './naive-threads.ts';
import { itemsSeen, responsesSeen } from './naive-windows.ts';

// What a timeline has to show, worked out anew from a whole list of events; words and styles only where they carry a
// fact. For tests.

const ofKind = <K extends Kind>(events: readonly Event[], ...kinds: K[]): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => (kinds as Kind[]).includes(event.kind));

const firstOf = <T>(values: readonly T[], key: (value: T) => string): T[] =>
  values.filter((value, index) => values.findIndex((other) => key(other) === key(value)) === index);

export interface NaiveSlice {
  readonly id: string;
  readonly lane: string;
  readonly start: number;
  readonly end: number;
  readonly style: string;
  readonly parent: string | null;
  readonly group: string | null;
  readonly attribution: string | null;
  readonly reason: string | null;
}

const laneOf = (thread: AnyId | undefined): string =>
  thread === undefined ? 'unattributed' : `thread/${thread}`;
const until = (start: number, end: number | undefined): number =>
  end === undefined ? Infinity : Math.max(start, end);

export function naiveSlices(events: readonly Event[]): NaiveSlice[] {
  return [
    ...responseSlices(events),
    ...itemSlices(events),
    ...windowSlices(events),
    ...heldSlices(events),
    ...callSlices(events),
  ];
}

const plain = { parent: null, group: null, attribution: null, reason: null };

const responseSlices = (events: readonly Event[]): NaiveSlice[] =>
  firstOf(responsesSeen(events), (response) => response.id).map(({ id, thread, t, end }) => ({
    ...plain,
    id: `response/${id}`,
    lane: laneOf(thread),
    start: t,
    end: until(t, end?.t),
    style:
      end === null ? 'response-running' : end.kind === 'response.completed' ? 'response' : 'response-error',
    reason: end?.kind === 'response.failed' ? end.code : null,
  }));

const itemSlices = (events: readonly Event[]): NaiveSlice[] =>
  firstOf(itemsSeen(events), (item) => item.item).map((item) => {
    const event = ofKind(events, 'response.item').find((other) => other.item === item.item);
    const known = responsesSeen(events).some(
      (response) => response.id === item.response && event !== undefined && response.start.seq < event.seq,
    );
    return {
      ...plain,
      id: `item/${item.item}`,
      lane: laneOf(item.ownThread),
      start: item.t,
      end: item.t,
      style: event?.carrier.kind === 'tool' || event?.carrier.kind === 'exec' ? 'item-opening' : 'item',
      parent: known ? `response/${item.response}` : null,
    };
  });

const windowSlices = (events: readonly Event[]): NaiveSlice[] =>
  ofKind(events, 'window.opened').map((opened) => {
    const closed = ofKind(events, 'window.closed').find((event) => event.window === opened.window);
    const expired = ofKind(events, 'window.expired').some((event) => event.windows.includes(opened.window));
    const overdue = closed === undefined && expired;
    return {
      ...plain,
      id: `window/${opened.window}`,
      lane: laneOf(opened.thread),
      start: opened.openedAt,
      end: until(opened.openedAt, closed?.closedAt),
      style: overdue ? 'window-expired' : 'window',
      reason: overdue ? 'missing-boundary' : null,
    };
  });

function heldSlices(events: readonly Event[]): NaiveSlice[] {
  return ofKind(events, 'approval.requested').map((asked) => {
    const answer = ofKind(events.slice(events.indexOf(asked)), 'approval.decided').find(
      (event) => event.approval === asked.approval,
    );
    return {
      ...plain,
      id: `held/${asked.approval}`,
      lane: 'waiting',
      start: asked.t,
      end: until(asked.t, answer?.t),
      style: 'held',
      group: groupOf(events, asked),
      reason: asked.reason,
    };
  });
}

function callSlices(events: readonly Event[]): NaiveSlice[] {
  const about = ofKind(events, 'call.started', 'call.finished');
  return firstOf(about, (event) => event.call).map((first) => {
    const start = first.kind === 'call.started' ? first : undefined;
    const end = ofKind(about, 'call.finished').find((event) => event.call === first.call);
    const verdict = ofKind(events, 'call.attributed', 'call.abstained').find(
      (event) => event.call === first.call,
    );
    const asked = ofKind(
      events.slice(0, events.indexOf(first)),
      'approval.requested',
      'approval.decided',
    ).findLast((event) => event.call === first.call && event.thread !== undefined);
    const abstained = verdict?.kind === 'call.abstained' ? verdict : undefined;
    const attributed = verdict?.kind === 'call.attributed' ? verdict : undefined;
    const expected = start === undefined ? asked?.thread : expectedThread(events, start);
    return {
      id: `call/${first.call}`,
      lane: abstained === undefined ? laneOf(attributed?.thread ?? expected) : 'unattributed',
      start: first.t,
      end: until(first.t, end?.t),
      style: abstained === undefined ? styleOf(end) : 'abstained',
      parent: null,
      group: groupOf(events, first),
      attribution: attributed === undefined ? null : `${attributed.tier}, ${attributed.evidence}`,
      reason: abstained?.reason ?? null,
    };
  });
}

function styleOf(end: EventOf<'call.finished'> | undefined): string {
  if (end === undefined) return 'call-running';
  if (end.outcome === 'ok') return 'call-ok';
  return end.outcome === 'skipped' ? 'call-skipped' : 'call-error';
}

/** Where a running call will most likely stand: an id on its own wire names a thread, or an item of one. */
function expectedThread(events: readonly Event[], start: EventOf<'call.started'>): AnyId | undefined {
  if (start.meta === undefined || start.origin === 'user') return undefined;
  const before = events.slice(0, events.indexOf(start));
  const { threadId, toolUseId, itemId } = start.meta;
  if (threadId !== undefined && mentions(before).has(threadId)) return threadId;
  return itemsSeen(before).find((item) => item.item === (toolUseId ?? itemId))?.ownThread;
}

function groupOf(
  events: readonly Event[],
  about: EventOf<'approval.requested' | 'call.started' | 'call.finished'>,
): string {
  const known = ofKind(events.slice(0, events.indexOf(about) + 1), 'client.state', 'call.started')
    .filter((event) => event.server === about.server)
    .map((event) => event.instance)
    .filter((instance): instance is InstanceId => instance !== undefined);
  const place = about.instance === undefined ? 0 : [...new Set(known)].indexOf(about.instance);
  return place <= 0 ? about.server : `${about.server} (${place + 1}${['st', 'nd', 'rd'][place] ?? 'th'})`;
}

/** Lanes with the thread above them; children only where `thread.opened` joined them. */
export function naiveLanes(events: readonly Event[]): Map<string, string | null> {
  const lanes = new Map<string, string | null>();
  const parents = new Map<AnyId, AnyId>();
  for (const event of ofKind(events, 'thread.opened')) {
    if (event.parent === undefined || parents.has(event.thread)) continue;
    let at: AnyId | undefined = event.parent;
    while (at !== undefined && at !== event.thread) at = parents.get(at);
    if (at === undefined) parents.set(event.thread, event.parent);
  }
  for (const thread of mentions(events).keys()) {
    const parent = parents.get(thread);
    lanes.set(laneOf(thread), parent === undefined ? null : laneOf(parent));
  }
  return lanes;
}
