import type { AnyId, Carrier, Draft, LocalId, ServerName, ToolName, WireId } from '../../event.ts';
import { calls, envelope, exec, local, none, server, tool } from './ids.ts';

/** One thing that can happen, and how often among all. */
export interface Step {
  readonly weight: number;
  play(world: World): void;
}

export interface SeenItem {
  readonly item: WireId;
  readonly callId: WireId | undefined;
  readonly thread: AnyId;
  readonly carrier: Carrier;
  readonly digest: WireId | undefined;
  carried: boolean;
}

export interface SeenCall {
  readonly call: LocalId;
  readonly server: ServerName;
  readonly tool: ToolName;
  readonly startedAt: number;
}

/** What a random capture knows of itself while it is made. */
export interface World {
  now: number;
  /** Where the random numbers of the present step come from. */
  seed: number;
  readonly told: { draft: Draft; t: number }[];
  readonly counts: Map<string, number>;
  readonly threads: AnyId[];
  readonly unanswered: { exchange: LocalId; thread: AnyId }[];
  readonly responses: { response: AnyId; exchange: LocalId; thread: AnyId; items: number }[];
  readonly items: SeenItem[];
  readonly started: Set<LocalId>;
  readonly running: SeenCall[];
  readonly approvals: { approval: LocalId; call: LocalId; server: ServerName; tool: ToolName }[];
}

export const newWorld = (): World => ({
  now: 0,
  seed: 1,
  told: [],
  counts: new Map(),
  threads: [],
  unanswered: [],
  responses: [],
  items: [],
  started: new Set(),
  running: [],
  approvals: [],
});

export const tell = (world: World, draft: Draft): void => void world.told.push({ draft, t: world.now });

/** A number from 0 to `below` - 1. */
export function pick(world: World, below: number): number {
  world.seed = (world.seed * 48_271) % 2_147_483_647;
  return Math.floor(world.seed / 64) % below;
}

export const chance = (world: World, oneIn: number): boolean => pick(world, oneIn) === 0;

export function oneOf<T>(world: World, values: readonly T[]): T | undefined {
  return values.length === 0 ? undefined : values[pick(world, values.length)];
}

export function someOf<T>(world: World, first: T, ...others: T[]): T {
  return [first, ...others][pick(world, others.length + 1)] ?? first;
}

export function count(world: World, kind: string): number {
  const next = (world.counts.get(kind) ?? 0) + 1;
  world.counts.set(kind, next);
  return next;
}

export const nextId = (world: World, kind: string): LocalId => local(kind, count(world, kind));

export const carriers: readonly Carrier[] = [
  exec,
  exec,
  calls('lookup'),
  calls('lookup'),
  calls('slow'),
  calls('constructor', 'filesystem'),
  envelope('wait'),
  none,
];

export const route = (world: World): { server: ServerName; tool: ToolName } => ({
  server: someOf(world, server('shape_probe'), server('shape_probe'), server('filesystem')),
  tool: someOf(world, tool('lookup'), tool('lookup'), tool('slow'), tool('constructor')),
});
