import { stripVTControlCharacters } from 'node:util';
import { formatJson } from '../../shared/json.ts';

/**
 * Characters that a terminal obeys or that hide or reorder text: controls, bidirectional marks, invisible characters and
 * tags, line separators. The two joiners stay: emoji and several scripts need them.
 */
const unseen = /(?![\t\n\u{200c}\u{200d}])[\p{Cc}\p{Cf}\u{2028}\u{2029}]/gu;

/** Text from a server, a client or a file, made fit for a terminal. Tabs and line feeds stay. */
export const plain = (text: string): string =>
  stripVTControlCharacters(text).replaceAll('\r\n', '\n').replaceAll(unseen, '').toWellFormed();

/** The same in one line. */
export const plainLine = (text: string): string => plain(text).replaceAll(/\s+/g, ' ').trim();

/** JSON for stdout: nothing is lost, but what a terminal would obey is written as an escape. `indent` as in JSON.stringify. */
export const plainJson = (value: unknown, indent?: number): string =>
  formatJson(value, indent).replaceAll(unseen, (character) =>
    // Line feeds that indent the text are not in the set; inside a string they are escaped already.
    Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index))}`).join(''),
  );

const hex = (unit: number): string => unit.toString(16).padStart(4, '0');
