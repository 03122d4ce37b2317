/**
 * Host profiles: how each client turns the full tool set into what a model sees, what it asks about, and what becomes
 * of a result. Everything here is a pure function of its inputs.
 */
import type { HostId, HostProfile } from './types.ts';

export type * from './types.ts';
export { routeKey } from './route.ts';

const PROFILES: readonly HostProfile[] = [];

export interface HostSummary {
  id: HostId;
  title: string;
  /** Newest last. */
  versions: readonly string[];
}

/** Hosts and the versions that profiles exist for. */
export function listHosts(): readonly HostSummary[] {
  const hosts = new Map<HostId, { id: HostId; title: string; versions: string[] }>();
  for (const profile of PROFILES) {
    const host = hosts.get(profile.id) ?? { id: profile.id, title: profile.title, versions: [] };
    host.versions.push(profile.version);
    hosts.set(profile.id, host);
  }
  return [...hosts.values()];
}

export interface ResolvedHost {
  profile: HostProfile;
  /** True when the version asked for has no profile of its own and this is the nearest one. */
  nearest?: true;
  /** The sentence to show with a nearest profile. */
  note?: string;
}

/** The profile for a host and version; without a version the newest one. Undefined when the host is not known. */
export function resolveHost(id: string, version?: string): ResolvedHost | undefined {
  const own = PROFILES.filter((profile) => profile.id === id);
  const exact = version === undefined ? own.at(-1) : own.find((profile) => profile.version === version);
  return exact === undefined ? undefined : { profile: exact };
}
