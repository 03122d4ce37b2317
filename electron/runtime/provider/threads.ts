import type { AnyId } from '../../../shared/event.ts';
import type { Envelope, ObservedCallable } from '../../../shared/hosts/index.ts';
import type { Recorder } from '../recorder.ts';
import { parentOf, threadKey, type WireIdentity } from './identity.ts';
import type { Sight } from './observe.ts';

/** A role of the scenario; `unknown` for a thread that nobody in it starts. */
export type Role = 'root' | `child:${string}` | 'unknown';

/** One conversation as the provider sees it: who it is, what it was shown so far, and where its script stands. */
export interface ProviderThread {
  readonly id: AnyId;
  readonly role: Role;
  /** What earlier requests of the thread declared: a request may carry only what is new. */
  readonly callables: Map<string, ObservedCallable>;
  readonly own: Map<string, Envelope>;
  /** Raw call ids whose outputs came back already. */
  readonly answered: Set<string>;
  /** Calls that the thread's model has made, in order. */
  readonly issued: { readonly callId: string; readonly name: string }[];
  /** Routes that were searched for. */
  readonly searched: Set<string>;
  turn: number;
  offset: number;
}

/** The words by which a child is told who it is; real clients pass a task on unchanged. */
export const taskFor = (child: string): string => `Play the part of child ${child}.`;

interface Spawn {
  readonly child: string;
  readonly parent: ProviderThread;
}

export interface Threads {
  /** The thread of a request, if it was ever seen. */
  known(ids: WireIdentity): ProviderThread | undefined;
  /** The thread of a request; opened, with its event, when it is new. `text` is the request's own text. */
  of(ids: WireIdentity, text: () => string): ProviderThread;
  /** The model asked for a child; the next new thread that fits is it. */
  spawned(child: string, parent: ProviderThread): void;
  /** Settles when the child has asked for its first reply. */
  met(child: string): Promise<void>;
}

/** A client that sends no ids has one thread a launched process, and that is an assumption. */
const WITHOUT_IDS = '';

export function createThreads(recorder: Recorder): Threads {
  const threads = new Map<string, ProviderThread>();
  const waiting: Spawn[] = [];
  const meetings = new Map<Role, PromiseWithResolvers<void>>();

  const meeting = (role: Role): PromiseWithResolvers<void> => {
    const known = meetings.get(role) ?? Promise.withResolvers<void>();
    meetings.set(role, known);
    return known;
  };

  const roleOf = (ids: WireIdentity, parent: ProviderThread | undefined, text: () => string): Role => {
    if (parentOf(ids) === undefined)
      return [...threads.values()].some((thread) => thread.role === 'root') ? 'unknown' : 'root';
    const fits = waiting.filter((spawn) => parent === undefined || spawn.parent === parent);
    const body = fits.length > 1 ? text() : '';
    const spawn = fits.find((one) => body.includes(taskFor(one.child))) ?? fits[0];
    if (spawn === undefined) return 'unknown';
    waiting.splice(waiting.indexOf(spawn), 1);
    return `child:${spawn.child}`;
  };

  return {
    known: (ids) => threads.get(threadKey(ids) ?? WITHOUT_IDS),
    of: (ids, text) => {
      const raw = threadKey(ids);
      const key = raw ?? WITHOUT_IDS;
      const known = threads.get(key);
      if (known !== undefined) return known;
      const link = parentOf(ids);
      const role = roleOf(ids, link === undefined ? undefined : threads.get(link.key), text);
      const thread: ProviderThread = {
        id: raw === undefined ? recorder.gate.local('thread') : recorder.gate.wireId(raw),
        role,
        callables: new Map(),
        own: new Map(),
        answered: new Set(),
        issued: [],
        searched: new Set(),
        turn: 0,
        offset: 0,
      };
      threads.set(key, thread);
      recorder.emit({
        kind: 'thread.opened',
        source: 'provider',
        evidence: raw === undefined ? 'assumed' : 'measured',
        thread: thread.id,
        role: link !== undefined ? 'child' : role === 'root' ? 'root' : 'unknown',
        ...(link === undefined
          ? {}
          : { parent: recorder.gate.wireId(link.key), parentEvidence: link.evidence }),
      });
      meeting(role).resolve();
      return thread;
    },
    met: (child) => meeting(`child:${child}`).promise,
    spawned: (child, parent) => void waiting.push({ child, parent }),
  };
}

/** Adds what a request showed to what its thread was shown before. */
export function remember(thread: ProviderThread, sight: Sight): void {
  for (const [key, callable] of sight.callables) thread.callables.set(key, callable);
  for (const [name, envelope] of sight.own) thread.own.set(name, envelope);
}
