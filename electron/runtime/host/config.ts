import type { EventOf, LocalId } from '../../../shared/event.ts';
import type { Recorder } from '../recorder.ts';
import { placeServer, type Environment, type Placement } from './environment.ts';
import type { HostServer } from './host-server.ts';

type Contributor = EventOf<'config.projected'>['contributors'][number];
export type Origin = Contributor['origin'];

/** One voice in the configuration: it sets a server, or takes one away. */
export type Contribution =
  | { readonly origin: Origin; readonly action: 'set'; readonly server: HostServer }
  | { readonly origin: Origin; readonly action: 'remove'; readonly name: string };

/** Later ones win over earlier ones of the same name (CX-1.40). */
const RANK: readonly Origin[] = ['plugin', 'user', 'project', 'builtin', 'extension', 'scenario'];

export interface HostConfig {
  readonly contributions: readonly Contribution[];
  readonly pluginsAvailable: boolean;
  /** When present, only these names may run (CX-1.30). */
  readonly requirements?: readonly string[];
}

const nameOf = (contribution: Contribution): string =>
  contribution.action === 'set' ? contribution.server.config.name : contribution.name;

/** A server that may start, and where. A placement that failed is its startup failure, before any transport exists. */
export interface EffectiveServer extends HostServer {
  readonly name: string;
  readonly placement: Placement;
}

export interface Projection {
  readonly servers: readonly EffectiveServer[];
  readonly left: readonly {
    readonly name: string;
    readonly reason: 'disabled' | 'requirement' | 'environment';
  }[];
  readonly contributors: readonly { origin: Origin; action: 'set' | 'remove'; name: string }[];
}

/** Configuration and environments in, effective servers out; nothing is started and nothing is recorded. */
export function projectConfig(config: HostConfig, environments: readonly Environment[]): Projection {
  const ordered = config.contributions.toSorted(
    (left, right) => RANK.indexOf(left.origin) - RANK.indexOf(right.origin),
  );
  const servers = new Map<string, HostServer>();
  for (const contribution of ordered) {
    if (contribution.action === 'remove') servers.delete(contribution.name);
    else servers.set(nameOf(contribution), contribution.server);
  }
  const effective: EffectiveServer[] = [];
  const left: Projection['left'][number][] = [];
  for (const [name, server] of servers) {
    const placement = placeServer(server, environments);
    if (!server.config.enabled) left.push({ name, reason: 'disabled' });
    else if (config.requirements !== undefined && !config.requirements.includes(name))
      left.push({ name, reason: 'requirement' });
    else if (placement.kind === 'unavailable') left.push({ name, reason: 'environment' });
    else effective.push({ ...server, name, placement });
  }
  const contributors = ordered.map((one) => ({ origin: one.origin, action: one.action, name: nameOf(one) }));
  return { servers: effective, left, contributors };
}

/** Two projections with the same key start the same processes in the same places. */
export const projectionKey = (projection: Projection): string =>
  JSON.stringify(
    projection.servers.map(({ name, config, part, placement }) => [name, config, part, placement]),
  );

/** Records a projection that is about to be used. */
export function recordProjection(
  recorder: Recorder,
  projection: Projection,
  pluginsAvailable: boolean,
): LocalId {
  const { gate } = recorder;
  const stamp = { source: 'host', evidence: 'derived' } as const;
  const id = gate.local('projection');
  recorder.emit({
    ...stamp,
    kind: 'config.projected',
    projection: id,
    contributors: projection.contributors.map(({ origin, action, name }) => ({
      origin,
      action,
      server: gate.server(name),
    })),
    pluginsAvailable,
  });
  for (const { name } of projection.servers)
    recorder.emit({ ...stamp, kind: 'server.effective', server: gate.server(name), kept: true });
  for (const { name, reason } of projection.left) {
    recorder.emit({ ...stamp, kind: 'server.effective', server: gate.server(name), kept: false, reason });
  }
  return id;
}
