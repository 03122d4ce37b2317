import type { EventOf, LocalId } from '../../../shared/event.ts';
import type { Recorder } from '../recorder.ts';
import {
  projectConfig,
  projectionKey,
  recordProjection,
  type HostConfig,
  type Projection,
} from './config.ts';
import type { Environment } from './environment.ts';
import type { ConnectionManager } from './manager.ts';

export type Change = EventOf<'step.captured'>['change'];

/** What one sampling request really uses: configuration, manager and environments, together (CX-2). */
export interface Snapshot {
  readonly id: LocalId;
  readonly manager: ConnectionManager;
  /** Ids of the available environments: the key by which a snapshot is reused. */
  readonly environments: readonly string[];
}

export interface SnapshotsOptions {
  readonly recorder: Recorder;
  readonly config: () => HostConfig;
  readonly createManager: (servers: Projection['servers']) => ConnectionManager;
}

/** Holds the current snapshot of a thread and keeps managers alive for as long as a step uses them. */
export interface Snapshots {
  /** The snapshot for the next step; `release` must be called when the step is over. */
  forStep(environments: readonly Environment[]): { snapshot: Snapshot; change: Change; release: () => void };
  /** The manager in use; undefined before the first step. */
  current(): ConnectionManager | undefined;
  close(): Promise<void>;
}

interface Held {
  readonly manager: ConnectionManager;
  users: number;
  retired: boolean;
}

export function createSnapshots(options: SnapshotsOptions): Snapshots {
  const { recorder } = options;
  const held = new Map<ConnectionManager, Held>();
  const ending = new Set<Promise<void>>();
  let current: { snapshot: Snapshot; key: string } | undefined;

  const end = (one: Held): void => {
    held.delete(one.manager);
    const task = one.manager.shutdown().finally(() => ending.delete(task));
    ending.add(task);
  };

  const capture = (environments: readonly Environment[]): { snapshot: Snapshot; change: Change } => {
    const ids = environments.filter(({ available }) => available).map(({ id }) => id);
    if (current !== undefined && same(ids, current.snapshot.environments))
      return { snapshot: current.snapshot, change: 'reused' };
    const config = options.config();
    const projection = projectConfig(config, environments);
    const key = projectionKey(projection);
    if (current !== undefined && key === current.key) {
      // Nothing that runs depends on the change: the key moves on, the processes stay.
      current = {
        key,
        snapshot: { ...current.snapshot, id: recorder.gate.local('snapshot'), environments: ids },
      };
      return { snapshot: current.snapshot, change: 'keyAdvanced' };
    }
    recordProjection(recorder, projection, config.pluginsAvailable);
    const manager = options.createManager(projection.servers);
    held.set(manager, { manager, users: 0, retired: false });
    const change = current === undefined ? 'first' : 'newManager';
    const previous = current === undefined ? undefined : held.get(current.snapshot.manager);
    // A manager is never seen without its snapshot: both are published by this one assignment.
    current = { key, snapshot: { id: recorder.gate.local('snapshot'), manager, environments: ids } };
    if (previous !== undefined) {
      previous.retired = true;
      if (previous.users === 0) end(previous);
    }
    return { snapshot: current.snapshot, change };
  };

  return {
    forStep: (environments) => {
      const captured = capture(environments);
      const entry = held.get(captured.snapshot.manager);
      if (entry !== undefined) entry.users += 1;
      let released = false;
      return {
        ...captured,
        release: () => {
          if (released || entry === undefined) return;
          released = true;
          entry.users -= 1;
          if (entry.retired && entry.users === 0) end(entry);
        },
      };
    },
    current: () => current?.snapshot.manager,
    close: async () => {
      for (const one of held.values()) end(one);
      await Promise.all(ending);
    },
  };
}

const same = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((id, index) => id === right[index]);
