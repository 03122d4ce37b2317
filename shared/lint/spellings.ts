import type { ExposureRow, NameRow } from '../hosts/index.ts';
import type { LintServer } from './types.ts';

/**
 * A spelling with its kind in front, so that different kinds never meet. Names have no mark: there are very many of them,
 * and one that began with a mark would only have two tools looked at together that need not be.
 */
export type Spelling = string;

/** One server as if there were no other. */
export interface Alone {
  readonly server: LintServer;
  readonly rows: readonly ExposureRow[];
  /** What the server as a whole is called: its namespaces, and what any tool of it begins with. */
  readonly own: readonly Spelling[];
  /** Rows with more behind them than their spelling shows: a hash, a collision, a reason to be left out. */
  readonly odd: readonly number[];
}

/** Where a spelling stands: a row of a server, or the server as a whole. */
export interface Place {
  readonly alone: Alone;
  readonly row: number | 'all';
}

/** What a tool is called, in every form that could be another tool's as well. */
export function spellingsOf({ namespace, name, flat, codeMode, hook }: NameRow): Spelling[] {
  const all: Spelling[] = [];
  if (namespace !== undefined) all.push(`${namespace}${name}`);
  else if (flat !== undefined) all.push(flat);
  if (codeMode !== undefined) all.push(`code\0${codeMode}`);
  // Where the hook's spelling is the name itself, the name says it already.
  if (hook !== undefined && hook !== flat) all.push(`hook\0${hook}`);
  return all;
}

/** `probe` is the row of a tool that the server has not: what is its own about the name is the server's. */
export function aloneOf(server: LintServer, rows: readonly ExposureRow[], probe: NameRow | undefined): Alone {
  const namespaces = new Set<string>();
  const odd: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (row.namespace !== undefined) namespaces.add(row.namespace);
    if (row.findings.length > 0 || row.reach === 'none' || row.dropped === true) odd.push(index);
  }
  const own = [...namespaces].map((namespace) => `space\0${namespace}`);
  const begins = probe?.namespace ?? probe?.flat;
  // A host that does not put the server into the name tells no servers apart, and none can be another's.
  if (begins !== undefined && begins !== probe?.tool) own.push(`begin\0${begins}`);
  return { server, rows, own, odd };
}

/** Who has which spelling; knows at all times which ones several servers have. */
export interface SpellingIndex {
  add(alone: Alone): void;
  remove(alone: Alone): void;
  /** Everyone who has the spelling. */
  of(spelling: Spelling): readonly Place[];
  /** Spellings of more than one server. */
  readonly shared: ReadonlySet<Spelling>;
}

export function spellingIndex(): SpellingIndex {
  // Nearly all stand once, so that a list is made only for the others.
  const places = new Map<Spelling, Place | readonly Place[]>();
  const shared = new Set<Spelling>();
  const of = (spelling: Spelling): readonly Place[] => {
    const found = places.get(spelling);
    if (found === undefined) return [];
    return 'alone' in found ? [found] : found;
  };
  const put = (spelling: Spelling, place: Place): void => {
    const before = places.get(spelling);
    if (before === undefined) {
      places.set(spelling, place);
      return;
    }
    const all = [...of(spelling), place];
    places.set(spelling, all);
    if (all.some(({ alone }) => alone !== place.alone)) shared.add(spelling);
  };
  const take = (spelling: Spelling, gone: Alone): void => {
    const left = of(spelling).filter(({ alone }) => alone !== gone);
    const [first] = left;
    if (first === undefined) places.delete(spelling);
    else places.set(spelling, left.length === 1 ? first : left);
    if (left.every(({ alone }) => alone === first?.alone)) shared.delete(spelling);
  };
  return {
    shared,
    of,
    add(alone) {
      for (const spelling of alone.own) put(spelling, { alone, row: 'all' });
      for (const [row, one] of alone.rows.entries()) {
        const place: Place = { alone, row };
        for (const spelling of spellingsOf(one)) put(spelling, place);
      }
    },
    remove(alone) {
      for (const spelling of alone.own) take(spelling, alone);
      for (const row of alone.rows) for (const spelling of spellingsOf(row)) take(spelling, alone);
    },
  };
}
