import * as z from 'zod';
import { approvalEvents, executionEvents, exposureEvents } from './events/flow.ts';
import { captureEvents, configEvents, discoveryEvents, serverEvents } from './events/server.ts';
import { correlationEvents, threadEvents } from './events/threads.ts';
import { clientEvents, probeEvents, providerEvents, wireEvents } from './events/wires.ts';

export * from './events/atoms.ts';
export * from './events/definition.ts';
export * from './events/flow.ts';
export * from './events/threads.ts';
export * from './events/wires.ts';

/** The version of the event vocabulary. Kinds are added, never repurposed; a reader refuses a newer major. */
export const SCHEMA_VERSION = 1;

const families = {
  capture: captureEvents,
  config: configEvents,
  server: serverEvents,
  discovery: discoveryEvents,
  exposure: exposureEvents,
  approval: approvalEvents,
  execution: executionEvents,
  wire: wireEvents,
  provider: providerEvents,
  client: clientEvents,
  threads: threadEvents,
  correlation: correlationEvents,
  probe: probeEvents,
} as const;

export type Family = keyof typeof families;

/** One fact, one event: the unit of a capture, of the stream to a window and of every reducer. */
export const Event = z.discriminatedUnion('kind', [
  ...families.capture,
  ...families.config,
  ...families.server,
  ...families.discovery,
  ...families.exposure,
  ...families.approval,
  ...families.execution,
  ...families.wire,
  ...families.provider,
  ...families.client,
  ...families.threads,
  ...families.correlation,
  ...families.probe,
]);
export type Event = z.infer<typeof Event>;
export type Kind = Event['kind'];
export type EventOf<K extends Kind> = Extract<Event, { kind: K }>;

type Unstamped<E> = E extends Event ? Omit<E, 'seq' | 't'> : never;

/** An event before the bus stamps `seq` and `t`. `at` is the moment it was measured, in nanoseconds of the monotonic clock. */
export type Draft = Unstamped<Event>;
export type DraftOf<K extends Kind> = Extract<Draft, { kind: K }>;

const kindsOf = (
  events: readonly { readonly shape: { readonly kind: { readonly value: Kind } } }[],
): readonly Kind[] => events.map((event) => event.shape.kind.value);

/** Every kind by family, in the order of the documentation. */
export const kindsByFamily: ReadonlyMap<Family, readonly Kind[]> = new Map<Family, readonly Kind[]>([
  ['capture', kindsOf(families.capture)],
  ['config', kindsOf(families.config)],
  ['server', kindsOf(families.server)],
  ['discovery', kindsOf(families.discovery)],
  ['exposure', kindsOf(families.exposure)],
  ['approval', kindsOf(families.approval)],
  ['execution', kindsOf(families.execution)],
  ['wire', kindsOf(families.wire)],
  ['provider', kindsOf(families.provider)],
  ['client', kindsOf(families.client)],
  ['threads', kindsOf(families.threads)],
  ['correlation', kindsOf(families.correlation)],
  ['probe', kindsOf(families.probe)],
]);
