import type { AnyId, CallMeta, Event } from '../event.ts';
import { callRows, type CallRow, type CaptureState } from '../model/index.ts';
import { JoinKey, type CallShape, type JoinTarget } from './document.ts';

/** The ids that the provider's wire carried. */
interface ProviderIds {
  readonly threads: ReadonlySet<AnyId>;
  readonly parents: ReadonlySet<AnyId>;
  readonly items: ReadonlySet<AnyId>;
  readonly callIds: ReadonlySet<AnyId>;
}

function providerIds(events: readonly Event[]): ProviderIds {
  const threads = new Set<AnyId>();
  const parents = new Set<AnyId>();
  const items = new Set<AnyId>();
  const callIds = new Set<AnyId>();
  for (const event of events) {
    if (event.kind === 'thread.opened') {
      threads.add(event.thread);
      if (event.parent !== undefined) parents.add(event.parent);
    } else if (event.kind === 'response.item') {
      items.add(event.item);
      if (event.callId !== undefined) callIds.add(event.callId);
    }
  }
  return { threads, parents, items, callIds };
}

/** Every call with its owner, and with what its ids were equal to on the other wire. */
export function callShapes(
  events: readonly Event[],
  { calls }: CaptureState,
  threadNumber: (thread: AnyId | undefined) => number | null,
): CallShape[] {
  const ids = providerIds(events);
  const rows = callRows(calls);
  return rows.map((row, index) => ({
    number: index + 1,
    server: row.server,
    tool: row.tool,
    instance: row.instance,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    state: row.state,
    overlaps: rows.flatMap((other, at) => (at !== index && overlap(row, other) ? [at + 1] : [])),
    keys: row.meta === null ? [] : joinKeys(row.meta, ids),
    verdict: verdictOf(row, threadNumber),
  }));
}

function overlap(left: CallRow, right: CallRow): boolean {
  if (left.startedAt === null || right.startedAt === null) return false;
  return left.startedAt < (right.finishedAt ?? Infinity) && right.startedAt < (left.finishedAt ?? Infinity);
}

function joinKeys(meta: CallMeta, ids: ProviderIds): CallShape['keys'] {
  return JoinKey.options.flatMap((key) => {
    const id = meta[key];
    if (id === undefined) return [];
    const targets: [JoinTarget, ReadonlySet<AnyId>][] =
      key === 'parentThreadId'
        ? [['parentThread', ids.parents]]
        : [
            ['thread', ids.threads],
            ['item', ids.items],
            ['callId', ids.callIds],
          ];
    const equals = targets.filter(([, known]) => known.has(id)).map(([target]) => target);
    return [{ key, id, equals: equals.length === 0 ? ['nothing'] : equals }];
  });
}

function verdictOf(
  { verdict }: CallRow,
  threadNumber: (thread: AnyId | undefined) => number | null,
): CallShape['verdict'] {
  switch (verdict?.kind) {
    case 'attributed': {
      const { tier, agrees, thread } = verdict;
      return { kind: 'attributed', tier, agrees, thread: threadNumber(thread) };
    }
    case 'abstained':
      return { kind: 'abstained', reason: verdict.reason };
    case undefined:
      return { kind: 'none' };
  }
}
