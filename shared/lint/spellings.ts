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
export function eachSpelling(row: NameRow, take: (spelling: Spelling) => void): void {
  const { namespace, name, flat, codeMode, hook } = row;
  if (namespace !== undefined) take(`${namespace}${name}`);
  else if (flat !== undefined) take(flat);
  if (codeMode !== undefined) take(`code\0${codeMode}`);
  // Where the hook's spelling is the name itself, the name says it already.
  if (hook !== undefined && hook !== flat) take(`hook\0${hook}`);
}

/** `probe` is the row of a tool that the server has not: what is its own about the name is the server's. */
export function aloneOf(server: LintServer, rows: readonly ExposureRow[], probe: NameRow | undefined): Alone {
  const namespaces = new Set<string>();
  const odd: number[] = [];
  rows.forEach(({ namespace, findings, reach, dropped }, index) => {
    if (namespace !== undefined) namespaces.add(namespace);
    if (findings.length > 0 || reach === 'none' || dropped === true) odd.push(index);
  });
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

/** A place as one number: which server, and which row of it, or 0 for the server as a whole. */
type Packed = number;
const ROWS = 2 ** 20;

export function spellingIndex(): SpellingIndex {
  // There are very many places, and nearly every spelling stands once: a number each, and a list only for the others.
  const places = new Map<Spelling, Packed | readonly Packed[]>();
  const shared = new Set<Spelling>();
  const numbers = new Map<Alone, number>();
  const byNumber = new Map<number, Alone>();
  let used = 0;

  const serverOf = (place: Packed): number => Math.floor(place / ROWS);
  const packedOf = (spelling: Spelling): readonly Packed[] => {
    const found = places.get(spelling);
    if (found === undefined) return [];
    return typeof found === 'number' ? [found] : found;
  };
  const put = (spelling: Spelling, place: Packed): void => {
    const before = places.get(spelling);
    if (before === undefined) {
      places.set(spelling, place);
      return;
    }
    const all = [...packedOf(spelling), place];
    places.set(spelling, all);
    if (all.some((one) => serverOf(one) !== serverOf(place))) shared.add(spelling);
  };
  const take = (spelling: Spelling, gone: number): void => {
    const left = packedOf(spelling).filter((place) => serverOf(place) !== gone);
    const [first] = left;
    if (first === undefined) places.delete(spelling);
    else places.set(spelling, left.length === 1 ? first : left);
    if (first === undefined || left.every((place) => serverOf(place) === serverOf(first))) {
      shared.delete(spelling);
    }
  };
  return {
    shared,
    of: (spelling) =>
      packedOf(spelling).flatMap((place) => {
        const alone = byNumber.get(serverOf(place));
        const row = place % ROWS;
        return alone === undefined ? [] : [{ alone, row: row === 0 ? 'all' : row - 1 }];
      }),
    add(alone) {
      const first = used * ROWS;
      numbers.set(alone, used);
      byNumber.set(used, alone);
      used += 1;
      for (const spelling of alone.own) put(spelling, first);
      let place = first;
      const here = (spelling: Spelling): void => put(spelling, place);
      for (const row of alone.rows) {
        place += 1;
        eachSpelling(row, here);
      }
    },
    remove(alone) {
      const number = numbers.get(alone);
      if (number === undefined) return;
      for (const spelling of alone.own) take(spelling, number);
      for (const row of alone.rows) eachSpelling(row, (spelling) => take(spelling, number));
      numbers.delete(alone);
      byNumber.delete(number);
    },
  };
}
