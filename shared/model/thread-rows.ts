import * as z from 'zod';
import { AnyId, Carrier, Code, Count, Evidence, ItemType, LocalId, RawRoute, WireId } from '../event.ts';

// What is known of threads, and of what crossed the provider's wire for them.

export const ThreadRow = z.strictObject({
  thread: AnyId,
  order: Count,
  /** Set only by identity evidence; histories are never joined beyond that. */
  parent: AnyId.nullable(),
  parentEvidence: z.enum(['measured', 'derived']).nullable(),
  role: z.enum(['root', 'child', 'unknown']),
  evidence: Evidence,
  openedAt: z.number(),
  seq: Count,
});
export type ThreadRow = z.infer<typeof ThreadRow>;

export const ResponseRow = z.strictObject({
  response: AnyId,
  exchange: LocalId,
  thread: AnyId.nullable(),
  /** Counted from 1 within the thread; 0 without one. */
  number: Count,
  state: z.enum(['active', 'completed', 'failed', 'cut']),
  prewarm: z.boolean(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  code: Code.nullable(),
  status: Count.nullable(),
  /** As the wire counted them; null until it completed. */
  expectedItems: Count.nullable(),
  seq: Count,
});
export type ResponseRow = z.infer<typeof ResponseRow>;

export const ItemRow = z.strictObject({
  item: AnyId,
  /** Null when several responses were active, or none was. */
  response: AnyId.nullable(),
  thread: AnyId.nullable(),
  exchange: LocalId,
  callId: WireId.nullable(),
  type: ItemType,
  carrier: Carrier,
  argumentsDigest: WireId.nullable(),
  at: z.number(),
  /** When a later request of the thread carried its output. */
  carriedAt: z.number().nullable(),
  carriedBy: LocalId.nullable(),
  seq: Count,
});
export type ItemRow = z.infer<typeof ItemRow>;

export const Reach = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('any') }),
  z.strictObject({ kind: z.literal('routes'), routes: z.array(RawRoute) }),
]);
export type Reach = z.infer<typeof Reach>;

export const WindowRow = z.strictObject({
  window: LocalId,
  thread: AnyId,
  response: AnyId,
  reach: Reach,
  openedAt: z.number(),
  closedAt: z.number().nullable(),
  exchange: LocalId.nullable(),
  /** Calls that waited for its close boundary in vain. */
  expiredFor: z.array(LocalId),
  seq: Count,
});
export type WindowRow = z.infer<typeof WindowRow>;

export const ExchangeRow = z.strictObject({
  exchange: LocalId,
  wire: z.enum(['anthropic', 'responses', 'chat', 'gemini']).nullable(),
  transport: z.enum(['http', 'websocket']).nullable(),
  openedAt: z.number(),
  closedAt: z.number().nullable(),
  status: Count.nullable(),
  requests: Count,
  toolCount: Count,
  seq: Count,
});
export type ExchangeRow = z.infer<typeof ExchangeRow>;
