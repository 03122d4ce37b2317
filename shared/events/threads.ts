import * as z from 'zod';
import { AnyId, LocalId, Millis, RawRoute, defineEvent } from './atoms.ts';

// Families threads and correlation. Window and verdict events are emitted by correlate/ alone; reducers read them.

export const threadEvents = [
  defineEvent('thread.opened', {
    thread: AnyId,
    parent: AnyId.optional(),
    /** How the parent is known: named on the wire, derived from session and agent ids, or not at all. */
    parentEvidence: z.enum(['measured', 'derived']).optional(),
    role: z.enum(['root', 'child', 'unknown']),
  }),
  defineEvent('window.opened', {
    window: LocalId,
    thread: AnyId,
    response: AnyId,
    /** Routes that the response's items can reach; an exec item reaches any. Grows with later items by `window.widened`. */
    reach: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('any') }),
      z.strictObject({ kind: z.literal('routes'), routes: z.array(RawRoute) }),
    ]),
    openedAt: z.number(),
  }),
  defineEvent('window.widened', {
    window: LocalId,
    reach: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('any') }),
      z.strictObject({ kind: z.literal('routes'), routes: z.array(RawRoute) }),
    ]),
  }),
  defineEvent('window.closed', {
    window: LocalId,
    thread: AnyId,
    exchange: LocalId.optional(),
    closedAt: z.number(),
  }),
  /** A bounded wait for a close boundary ended without it. Data, so that streaming and batch give the same verdicts. */
  defineEvent('window.expired', { call: LocalId, windows: z.array(LocalId), waitMs: Millis }),
] as const;

export const Tier = z.enum(['meta', 'structured', 'lifecycle', 'window']);
export type Tier = z.infer<typeof Tier>;

export const AbstainReason = z.enum([
  'no-window',
  'several-windows',
  'open-window',
  'missing-boundary',
  'unknown-thread',
  'several-active-responses',
  'clock-unreliable',
  'conflicting-evidence',
]);
export type AbstainReason = z.infer<typeof AbstainReason>;

export const correlationEvents = [
  defineEvent('call.attributed', {
    call: LocalId,
    tier: Tier,
    thread: AnyId,
    window: LocalId.optional(),
    response: AnyId.optional(),
    item: AnyId.optional(),
    /** Tiers that were decided too and agree. */
    agrees: z.array(Tier),
  }),
  defineEvent('call.abstained', { call: LocalId, reason: AbstainReason, candidates: z.array(LocalId) }),
] as const;
