import type { CallRow } from './calls.ts';
import type { ThreadsState } from './threads.ts';

/** Where the time of one call went, in ms; null where a boundary was not observed. */
export interface CallTimes {
  /** The model wrote: start of the response to completion of the item. */
  readonly model: number | null;
  /** The client prepared: completed item to the request for approval, or to the call. */
  readonly client: number | null;
  /** Somebody or something decided; null where no decision was recorded. */
  readonly approval: number | null;
  /** The server worked, as the connection measured it. */
  readonly server: number | null;
  /** The rest of the time between both ends of the call on the wire. */
  readonly transport: number | null;
  /** The client took the result back: end of the call to the request that carries it. */
  readonly delivery: number | null;
}

/** Model and delivery need a verdict that names the item; without one they stay null. */
export function callTimes(call: CallRow, threads: ThreadsState): CallTimes {
  const named = call.verdict?.kind === 'attributed' && call.verdict.item !== null ? call.verdict.item : null;
  const item = named === null ? undefined : threads.items.get(named);
  const response =
    item === undefined || item.response === null ? undefined : threads.responses.get(item.response);
  const onWire = between(call.startedAt, call.finishedAt);
  const server = call.state === 'skipped' ? null : call.durationMs;
  return {
    model: between(response?.startedAt ?? null, item?.at ?? null),
    client: between(item?.at ?? null, call.approval?.requestedAt ?? call.startedAt),
    approval: call.approval === null ? null : call.approval.waitedMs,
    server,
    transport: onWire === null || server === null ? null : Math.max(0, onWire - server),
    delivery: between(call.finishedAt, item?.carriedAt ?? null),
  };
}

/** Clocks of two processes may disagree by more than the span; a negative span is no span. */
const between = (from: number | null, to: number | null): number | null =>
  from === null || to === null ? null : Math.max(0, to - from);

export interface TimeBin {
  /** ms since the capture's start. */
  readonly from: number;
  readonly to: number;
  readonly calls: number;
  readonly errors: number;
}

/** Finished calls and errors over time, in `bins` equal parts of the span from the first to the last end. */
export function callsOverTime(calls: Iterable<CallRow>, bins: number): TimeBin[] {
  const ended: { at: number; error: boolean }[] = [];
  for (const row of calls) {
    if (row.finishedAt === null || row.state === 'skipped') continue;
    ended.push({ at: row.finishedAt, error: row.state !== 'ok' });
  }
  if (ended.length === 0 || bins < 1) return [];
  const first = ended.reduce((least, { at }) => Math.min(least, at), Infinity);
  const last = ended.reduce((most, { at }) => Math.max(most, at), -Infinity);
  const width = Math.max(1, last - first) / bins;
  const result = Array.from({ length: bins }, (_, index) => ({
    from: first + index * width,
    to: first + (index + 1) * width,
    calls: 0,
    errors: 0,
  }));
  for (const { at, error } of ended) {
    const bin = result[Math.min(bins - 1, Math.floor((at - first) / width))];
    if (bin === undefined) continue;
    bin.calls++;
    if (error) bin.errors++;
  }
  return result;
}
