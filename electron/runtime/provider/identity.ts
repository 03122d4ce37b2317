import type { IncomingHttpHeaders } from 'node:http';
import type { HostProfile, IdPlace } from '../../../shared/hosts/index.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import type { JsonBody } from './request-body.ts';

/** Ids of one request as they stood on the wire; raw, for joins inside the provider only. */
export interface WireIdentity {
  readonly session?: string | undefined;
  readonly thread?: string | undefined;
  readonly agent?: string | undefined;
  readonly parent?: string | undefined;
  /** `turn` unless the client says that this request serves something else. */
  readonly purpose: 'turn' | 'prewarm' | 'other';
}

/**
 * The raw name of a thread: its own id where the client has one (Codex), else session and agent together (Claude).
 * A provider and a host that both use it mint the same id for the same thread.
 */
export function threadKey(ids: {
  session?: string | undefined;
  thread?: string | undefined;
  agent?: string | undefined;
}): string | undefined {
  if (ids.thread !== undefined) return ids.thread;
  if (ids.session === undefined) return undefined;
  return ids.agent === undefined ? ids.session : `${ids.session} ${ids.agent}`;
}

export interface ParentLink {
  readonly key: string;
  readonly evidence: 'measured' | 'derived';
}

/** A parent named on the wire is measured; an agent without one is a child of its session's root, derived (CX-9.1, CC-7.03). */
export function parentOf(ids: WireIdentity): ParentLink | undefined {
  if (ids.parent !== undefined) {
    const key =
      ids.thread === undefined ? threadKey({ session: ids.session, agent: ids.parent }) : ids.parent;
    return key === undefined ? undefined : { key, evidence: 'measured' };
  }
  if (ids.thread === undefined && ids.agent !== undefined && ids.session !== undefined) {
    return { key: ids.session, evidence: 'derived' };
  }
  return undefined;
}

const MAX_ID = 512;

/** Headers that name a conversation by themselves. OpenCode sends them on every wire, whatever its provider package. */
const SESSION_THREAD: readonly IdPlace[] = [{ place: 'header', name: 'x-session-id' }];
const SESSION_PARENT: readonly IdPlace[] = [{ place: 'header', name: 'x-parent-session-id' }];

const frameFirst = (left: IdPlace, right: IdPlace): number =>
  Number(left.place === 'header') - Number(right.place === 'header');

/** The body's own metadata wins over headers: a socket's headers may be those of an earlier request (CX-8.34). */
export function readIdentity(
  profile: HostProfile,
  headers: IncomingHttpHeaders,
  body: JsonBody,
): WireIdentity {
  const metadata = isObject(body['client_metadata']) ? body['client_metadata'] : {};
  const turn =
    turnMetadata(metadata['x-codex-turn-metadata']) ?? turnMetadata(headers['x-codex-turn-metadata']) ?? {};
  const sources = { header: headers, 'client-metadata': metadata, 'turn-metadata': turn } as const;
  const read = (places: readonly IdPlace[]): string | undefined => {
    for (const { place, name } of places.toSorted(frameFirst)) {
      if (place === 'call-meta' || place === 'call-turn-metadata') continue;
      const value = sources[place][name];
      if (typeof value === 'string' && value !== '' && value.length <= MAX_ID) return value;
    }
    return undefined;
  };
  const places = profile.identityPlaces;
  const [session, thread] = [read(places.session), read(places.thread)];
  const isNamed = session !== undefined || thread !== undefined;
  const kind = turn['request_kind'];
  return {
    session,
    thread: isNamed ? thread : read(SESSION_THREAD),
    agent: read(places.agent),
    parent: isNamed ? read(places.parent) : read(SESSION_PARENT),
    purpose:
      body['generate'] === false || kind === 'prewarm'
        ? 'prewarm'
        : kind === undefined || kind === 'turn'
          ? 'turn'
          : 'other',
  };
}

function turnMetadata(value: unknown): Record<string, unknown> | undefined {
  if (isObject(value)) return value;
  if (typeof value !== 'string') return undefined;
  try {
    const parsed = parseJson(value);
    return isObject(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
