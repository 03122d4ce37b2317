import * as z from 'zod';
import {
  AbstainReason,
  AnyId,
  CallMeta,
  Count,
  LocalId,
  Millis,
  RawRoute,
  ServerName,
  Tier,
  ToolName,
  WireId,
} from '../../event.ts';
import { ProviderTrack, initTrack } from '../provider-track.ts';

// The correlator's memory: plain JSON, so that it can be written down and read back at any event. Times are ms since
// the capture's start; slack is the clock uncertainty of the event that gave the time.

/** A completed item that can carry an MCP call. `route` is null for `exec`, which can reach any. */
export const Opener = z.strictObject({
  item: AnyId,
  callId: WireId.nullable(),
  route: RawRoute.nullable(),
  digest: WireId.nullable(),
  at: z.number(),
  slack: Millis,
  /** When the thread's next request carried its output. */
  carriedAt: z.number().nullable(),
  carrySlack: Millis,
});
export type Opener = z.infer<typeof Opener>;

export const OpenWindow = z.strictObject({
  window: LocalId,
  thread: AnyId,
  response: AnyId,
  openers: z.array(Opener),
  closedAt: z.number().nullable(),
  closeSlack: Millis,
});
export type OpenWindow = z.infer<typeof OpenWindow>;

/** A stretch in which a window may have stood unseen. `route` is null when it could have reached any. */
export const Blind = z.strictObject({
  reason: z.enum(['several-active-responses', 'unknown-thread', 'missing-boundary']),
  thread: AnyId.nullable(),
  route: RawRoute.nullable(),
  /** Ids whose return in a request ends it; without any, the next request of the thread with outputs does. */
  ids: z.array(AnyId),
  from: z.number(),
  fromSlack: Millis,
  to: z.number().nullable(),
  toSlack: Millis,
});
export type Blind = z.infer<typeof Blind>;

/** Where an id stood on the provider's wire. */
export const ItemRef = z.strictObject({
  item: AnyId,
  thread: AnyId.nullable(),
  response: AnyId.nullable(),
  window: LocalId.nullable(),
});
export type ItemRef = z.infer<typeof ItemRef>;

export const CallState = z.strictObject({
  call: LocalId,
  server: ServerName,
  tool: ToolName,
  meta: CallMeta.nullable(),
  digest: WireId.nullable(),
  start: z.number(),
  startSlack: Millis,
  end: z.number().nullable(),
  endSlack: Millis,
});
export type CallState = z.infer<typeof CallState>;

const Place = z.strictObject({
  thread: AnyId,
  window: LocalId.nullable(),
  response: AnyId.nullable(),
  item: AnyId.nullable(),
});
const Found = z.strictObject({ kind: z.literal('found'), place: Place });
const Silent = z.strictObject({ kind: z.literal('silent') });

/** A call whose wait is over but whose only matching structured item still waits for its output. */
export const LateCall = z.strictObject({
  call: CallState,
  item: AnyId,
  heldBy: LocalId,
  lifecycle: z.discriminatedUnion('kind', [Found, Silent]),
  window: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('found'), place: Place, candidates: z.array(LocalId) }),
    z.strictObject({ kind: z.literal('silent'), reason: AbstainReason, candidates: z.array(LocalId) }),
  ]),
});
export type LateCall = z.infer<typeof LateCall>;

/** A call as the client's own log brackets it. */
export const Bracket = z.strictObject({
  server: ServerName,
  tool: ToolName,
  thread: AnyId.nullable(),
  item: WireId.nullable(),
  from: z.number(),
  fromSlack: Millis,
  to: z.number().nullable(),
  toSlack: Millis,
});
export type Bracket = z.infer<typeof Bracket>;

/** When a call of the client's began; kept after its verdict, since it may be what a bracket is about. */
export const Started = z.strictObject({
  call: LocalId,
  server: ServerName,
  tool: ToolName,
  start: z.number(),
  startSlack: Millis,
});
export type Started = z.infer<typeof Started>;

export const ThreadMemory = z.strictObject({
  thread: AnyId,
  /** The client sends no ids; the thread was assumed. */
  assumed: z.boolean(),
  requestAt: z.number().nullable(),
  requestSlack: Millis,
  /** What its latest request carried: a client that sends its whole history repeats it. */
  outputs: z.array(WireId),
});
export type ThreadMemory = z.infer<typeof ThreadMemory>;

const Refs = z.record(z.string(), z.array(ItemRef));

export const CorrelationState = z.strictObject({
  waitMs: Millis,
  /** Evidence that is not looked at. */
  withheld: z.array(Tier),
  /** Time of the newest event. */
  latest: z.number(),
  /** The largest clock uncertainty of any event so far. */
  slack: Millis,
  nextWindow: Count,
  track: ProviderTrack,
  threads: z.record(z.string(), ThreadMemory),
  /** Of each active response: items seen so far, and when it started. */
  responses: z.record(z.string(), z.strictObject({ items: Count, startedAt: z.number(), slack: Millis })),
  open: z.array(OpenWindow),
  /** By time of closing. */
  closed: z.array(OpenWindow),
  blind: z.array(Blind),
  brackets: z.array(Bracket),
  started: z.array(Started),
  /** Two generations of ids, so that the oldest can be let go at once. */
  refs: Refs,
  olderRefs: Refs,
  refCount: Count,
  /** Responses whose window has closed, in two generations likewise. */
  past: z.record(z.string(), z.literal(true)),
  olderPast: z.record(z.string(), z.literal(true)),
  pastCount: Count,
  running: z.record(z.string(), CallState),
  /** Ended calls that wait for a boundary, by the end of their wait. */
  waiting: z.array(CallState),
  late: z.array(LateCall),
});
export type CorrelationState = z.infer<typeof CorrelationState>;

export const emptyState = (waitMs: number, withheld: Tier[]): CorrelationState => ({
  waitMs,
  withheld,
  latest: 0,
  slack: 0,
  nextWindow: 1,
  track: initTrack(),
  threads: {},
  responses: {},
  open: [],
  closed: [],
  blind: [],
  brackets: [],
  started: [],
  refs: {},
  olderRefs: {},
  refCount: 0,
  past: {},
  olderPast: {},
  pastCount: 0,
  running: {},
  waiting: [],
  late: [],
});
