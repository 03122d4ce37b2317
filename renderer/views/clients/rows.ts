import type { CaptureSummary, ClientId, ClientOffer } from '../../../shared/contract.ts';

/** Stands for a version where the program on PATH is meant. */
export const ON_PATH = 'path';

/** One client in one version, or the one on PATH: a row of the list and a page of its own. */
export interface ClientRow {
  /** `codex@0.154.0`, `codex@path`. */
  readonly key: string;
  readonly id: ClientId;
  readonly title: string;
  /** As a probe takes it: exact, or `path`. */
  readonly wanted: string;
  /** Absent while nobody asked the program on PATH. */
  readonly version: string | undefined;
  readonly place: 'cache' | 'path' | 'none';
  readonly bytes: number | undefined;
  readonly installing: { readonly elapsedMs: number } | undefined;
  /** Newest first. */
  readonly runs: readonly ClientRun[];
}

export type ClientRun = CaptureSummary & { readonly run: NonNullable<CaptureSummary['run']> };

const isRun = (summary: CaptureSummary): summary is ClientRun => summary.run !== undefined;

/** The rows of one client: pinned versions oldest first, others in the cache, the program on PATH. */
export function rowsOf(offer: ClientOffer, captures: readonly CaptureSummary[]): ClientRow[] {
  const { id, title, pinned, others, onPath, bytes, installing } = offer;
  const own = captures
    .filter(isRun)
    .filter(({ run }) => run.client === id)
    .toSorted((a, b) => b.startedAt.localeCompare(a.startedAt));
  const inCache = (version: string, installed: boolean): ClientRow => ({
    key: `${id}@${version}`,
    id,
    title,
    wanted: version,
    version,
    place: installed ? 'cache' : 'none',
    bytes: bytes[version],
    installing: installing?.version === version ? installing : undefined,
    runs: own.filter(({ run }) => run.origin !== 'path' && run.version === version),
  });
  return [
    ...pinned.map(({ version, installed }) => inCache(version, installed)),
    ...others.map((version) => inCache(version, true)),
    ...(onPath === undefined
      ? []
      : [
          {
            key: `${id}@${ON_PATH}`,
            id,
            title,
            wanted: ON_PATH,
            version: onPath.version,
            place: 'path' as const,
            bytes: undefined,
            installing: undefined,
            runs: own.filter(({ run }) => run.origin === 'path'),
          },
        ]),
  ];
}

/** A part of the place: `codex@0.154.0`, or with a tab `codex@0.154.0/shown`. */
export function splitPart(part: string | undefined): { key: string; tab: string } | undefined {
  if (part === undefined) return undefined;
  const [key = '', tab = ''] = part.split('/');
  return { key, tab };
}
