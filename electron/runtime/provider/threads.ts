import type { AnyId } from '../../../shared/event.ts';
import type { Envelope, ObservedCallable } from '../../../shared/hosts/index.ts';
import { formatJson } from '../../../shared/json.ts';
import type { Recorder } from '../recorder.ts';
import { parentOf, threadKey, type WireIdentity } from './identity.ts';
import type { Sight } from './observe.ts';
import type { JsonBody } from './request-body.ts';
import { userSays } from './user-text.ts';

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
  known(ids: WireIdentity, body: JsonBody): ProviderThread | undefined;
  /** The thread of a request; opened, with its event, when it is new. */
  of(ids: WireIdentity, body: JsonBody): ProviderThread;
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
  const spawned = new Set<string>();
  const meetings = new Map<Role, PromiseWithResolvers<void>>();

  const meeting = (role: Role): PromiseWithResolvers<void> => {
    const known = meetings.get(role) ?? Promise.withResolvers<void>();
    meetings.set(role, known);
    return known;
  };

  /** A client without ids has one thread; but a child in it has a part of its own to play, and is known by its task. */
  const keyOf = (ids: WireIdentity, body: JsonBody): string => {
    const raw = threadKey(ids);
    if (raw !== undefined) return raw;
    const child = [...spawned].find((name) => userSays(body, taskFor(name)));
    return child === undefined ? WITHOUT_IDS : `child:${child}`;
  };

  const take = (spawn: Spawn | undefined): Role => {
    if (spawn === undefined) return 'unknown';
    waiting.splice(waiting.indexOf(spawn), 1);
    return `child:${spawn.child}`;
  };

  const roleOf = (ids: WireIdentity, body: JsonBody): Role => {
    const link = parentOf(ids);
    if (link === undefined) {
      if ([...threads.values()].every((thread) => thread.role !== 'root')) return 'root';
      return take(waiting.find((one) => userSays(body, taskFor(one.child))));
    }
    const parent = threads.get(link.key);
    const fits = waiting.filter((spawn) => parent === undefined || spawn.parent === parent);
    const text = fits.length > 1 ? formatJson(body) : '';
    return take(fits.find((one) => text.includes(taskFor(one.child))) ?? fits[0]);
  };

  const open = (id: AnyId, role: Role): ProviderThread => ({
    id,
    role,
    callables: new Map(),
    own: new Map(),
    answered: new Set(),
    issued: [],
    searched: new Set(),
    turn: 0,
    offset: 0,
  });

  return {
    known: (ids, body) => threads.get(keyOf(ids, body)),
    of: (ids, body) => {
      const key = keyOf(ids, body);
      const known = threads.get(key);
      if (known !== undefined) return known;
      const raw = threadKey(ids);
      const role = roleOf(ids, body);
      const shared = raw === undefined ? threads.get(WITHOUT_IDS) : undefined;
      const id =
        raw === undefined ? (shared?.id ?? recorder.gate.local('thread')) : recorder.gate.wireId(raw);
      const thread = open(id, role);
      threads.set(key, thread);
      if (shared === undefined) {
        const link = parentOf(ids);
        recorder.emit({
          kind: 'thread.opened',
          source: 'provider',
          evidence: raw === undefined ? 'assumed' : 'measured',
          thread: id,
          role: link !== undefined ? 'child' : role === 'root' ? 'root' : 'unknown',
          ...(link === undefined
            ? {}
            : { parent: recorder.gate.wireId(link.key), parentEvidence: link.evidence }),
        });
      }
      meeting(role).resolve();
      return thread;
    },
    met: (child) => meeting(`child:${child}`).promise,
    spawned: (child, parent) => {
      spawned.add(child);
      waiting.push({ child, parent });
    },
  };
}

/** Adds what a request showed to what its thread was shown before. */
export function remember(thread: ProviderThread, sight: Sight): void {
  for (const [key, callable] of sight.callables) thread.callables.set(key, callable);
  for (const [name, envelope] of sight.own) thread.own.set(name, envelope);
}
