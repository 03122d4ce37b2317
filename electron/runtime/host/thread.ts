import { randomUUID } from 'node:crypto';
import type { AnyId } from '../../../shared/event.ts';
import type {
  PlayedProfile,
  ModelClass,
  RequestIds,
  RequestIdentity,
  ToolRoute,
} from '../../../shared/hosts/index.ts';
import { readIdentity, threadKey } from '../provider/index.ts';
import type { Gate } from '../sanitize.ts';
import type { ExposureLog } from './exposure.ts';
import { createTurnstile, type Turnstile } from './parallel.ts';
import type { Snapshots } from './snapshot.ts';
import type { HistoryEntry } from './wire/types.ts';

/** One conversation of the built-in host with the model. */
export interface HostThread {
  readonly id: AnyId;
  readonly role: 'root' | 'child';
  /** Raw ids, as they go on the wires. */
  readonly ids: RequestIds & { readonly turnId: string };
  readonly identity: RequestIdentity;
  readonly snapshots: Snapshots;
  readonly history: HistoryEntry[];
  /** Routes that a search has loaded (Claude). */
  readonly loaded: Map<string, ToolRoute>;
  readonly exposed: ExposureLog;
  readonly turnstile: Turnstile;
  /** Running children by name; each settles with what the child said last. */
  readonly children: Map<string, Promise<string>>;
}

export interface NewThread {
  readonly profile: PlayedProfile;
  readonly gate: Gate;
  readonly modelClass: ModelClass;
  readonly snapshots: Snapshots;
  readonly parent?: HostThread;
  readonly agent?: string;
}

/** Opens a thread with ids in the client's own shape. A root thread has the session's id as its own (CX-9.1). */
export function createThread({ profile, gate, modelClass, snapshots, parent, agent }: NewThread): HostThread {
  const sessionId = parent?.ids.sessionId ?? randomUUID();
  const threadId = parent === undefined ? sessionId : randomUUID();
  const ids = {
    sessionId,
    threadId,
    turnId: randomUUID(),
    modelClass,
    ...(parent === undefined
      ? {}
      : { parentThreadId: parent.ids.threadId, parentTurnId: parent.ids.turnId, agent }),
  };
  const identity = profile.identity(ids);
  // Read back as the provider reads it, so that both ends name the thread alike.
  const key = threadKey(readIdentity(profile, { ...identity.headers }, identity.body)) ?? threadId;
  return {
    id: gate.wireId(key),
    role: parent === undefined ? 'root' : 'child',
    ids,
    identity,
    snapshots,
    history: [],
    loaded: new Map(),
    exposed: new Map(),
    turnstile: createTurnstile(),
    children: new Map(),
  };
}
