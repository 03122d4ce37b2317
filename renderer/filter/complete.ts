import { fields, isNumberField, isWordField, type WordField } from './fields.ts';
import { tokenize } from './syntax.ts';

export interface Completion {
  /** What replaces the text between `from` and `to`. */
  readonly insert: string;
  readonly label: string;
  readonly says: string;
}

export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
}

const MOST = 12;

/** What can stand at the cursor. `seen` gives the values of a field that occur in the capture. */
export function completeFilter(
  line: string,
  cursor: number,
  seen: (field: WordField) => readonly string[],
): Completions {
  const token = tokenize(line).find((candidate) => candidate.from <= cursor && cursor <= candidate.to);
  const from = token?.from ?? cursor;
  const typed = line.slice(from, cursor);
  const minus = typed.startsWith('-') ? '-' : '';
  const colon = typed.indexOf(':');
  const to = token?.to ?? cursor;
  if (colon < 0) return { from, to, options: fieldOptions(typed.slice(minus.length), minus) };

  const name = typed.slice(minus.length, colon);
  if (!isWordField(name)) return { from, to, options: [] };
  const start = from + Math.max(colon, typed.lastIndexOf(',')) + 1;
  const partial = line.slice(start, cursor).replace(/^"/, '').toLowerCase();
  const values = fields[name].values ?? seen(name);
  const options = values
    .filter((value) => value.toLowerCase().includes(partial) && value.toLowerCase() !== partial)
    .slice(0, MOST)
    .map((value) => ({
      insert: /[\s",]/.test(value) ? JSON.stringify(value) : value,
      label: value,
      says: name,
    }));
  return { from: start, to, options };
}

function fieldOptions(partial: string, minus: string): readonly Completion[] {
  return Object.entries(fields)
    .filter(([name]) => name.startsWith(partial.toLowerCase()))
    .slice(0, MOST)
    .map(([name, { says }]) => ({
      insert: `${minus}${name}${isNumberField(name) ? '>' : ':'}`,
      label: `${name}${isNumberField(name) ? '>' : ':'}`,
      says,
    }));
}
