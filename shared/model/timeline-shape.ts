import * as z from 'zod';
import { AnyNumber } from './saved.ts';
import { Count } from '../event.ts';

// What a timeline draws: lanes, slices in them, connectors between slices. All times are milliseconds since the start
// of the capture. Entries are replaced when they change, never edited; arrays only grow.

export const TimelineLane = z.strictObject({
  id: z.string(),
  kind: z.enum(['thread', 'unattributed', 'waiting']),
  label: z.string(),
  note: z.string().nullable(),
  /** Set only when identity evidence joins the two threads. */
  parent: z.string().nullable(),
});
export type TimelineLane = z.infer<typeof TimelineLane>;

export const SliceStyle = z.enum([
  'response',
  'response-running',
  'response-error',
  'window',
  'window-expired',
  'item',
  'item-opening',
  'call-running',
  'call-ok',
  'call-error',
  'call-skipped',
  'held',
  'abstained',
]);
export type SliceStyle = z.infer<typeof SliceStyle>;

export const TimelineSlice = z.strictObject({
  id: z.string(),
  ref: z.strictObject({ kind: z.enum(['response', 'window', 'item', 'call']), id: z.string() }),
  lane: z.string(),
  /** Server and which of its processes, for calls. */
  group: z.string().nullable(),
  start: z.number(),
  /** Infinity while open; equal to `start` for items. */
  end: AnyNumber,
  label: z.string(),
  style: SliceStyle,
  /** For an item, the slice of its response. */
  parent: z.string().nullable(),
  note: z.string().nullable(),
  thread: z.string().nullable(),
  server: z.string().nullable(),
  attribution: z.string().nullable(),
  reason: z.string().nullable(),
});
export type TimelineSlice = z.infer<typeof TimelineSlice>;

export const TimelineConnector = z.strictObject({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** `id`: both ends carry the same identifier. `containment`: only the interval fits. */
  evidence: z.enum(['id', 'containment']),
});
export type TimelineConnector = z.infer<typeof TimelineConnector>;

export const TimelineCounts = z.strictObject({
  threads: Count,
  calls: Count,
  attributed: Count,
  abstained: Count,
});
export type TimelineCounts = z.infer<typeof TimelineCounts>;
