import type { Event } from '../../shared/event.ts';
import { numberOf, wordsOf, type RoleOf } from './fields.ts';
import type { Comparison, Filter, Term } from './syntax.ts';

/** Makes a test for events out of a filter. `*` in a value stands for any text; case does not matter. */
export function matcher(filter: Filter, roleOf: RoleOf = () => undefined): (event: Event) => boolean {
  const tests = filter.map((term) => termTest(term, roleOf));
  return (event) => tests.every((test) => test(event));
}

function termTest(term: Term, roleOf: RoleOf): (event: Event) => boolean {
  const positive = positiveTest(term, roleOf);
  return term.not ? (event) => !positive(event) : positive;
}

function positiveTest(term: Term, roleOf: RoleOf): (event: Event) => boolean {
  switch (term.type) {
    case 'words': {
      const patterns = term.patterns.map(pattern);
      return (event) =>
        wordsOf(event, term.field, roleOf).some((word) => patterns.some((test) => test(word)));
    }
    case 'number':
      return (event) => {
        const value = numberOf(event, term.field);
        return value !== undefined && compare(value, term.op, term.value);
      };
    case 'text': {
      const wanted = term.text.toLowerCase();
      return (event) => searchText(event).includes(wanted);
    }
  }
}

function pattern(text: string): (word: string) => boolean {
  const wanted = text.toLowerCase();
  if (!wanted.includes('*')) return (word) => word.toLowerCase() === wanted;
  const [head = '', ...tail] = wanted.split('*');
  return (word) => globMatches(word.toLowerCase(), head, tail);
}

/** Greedy from the left; linear, so that no pattern can hang the window. */
function globMatches(word: string, head: string, tail: readonly string[]): boolean {
  if (!word.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of tail.entries()) {
    if (index === tail.length - 1) return word.length - part.length >= at && word.endsWith(part);
    const found = word.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}

function compare(value: number, op: Comparison, bound: number): boolean {
  switch (op) {
    case '=':
      return value === bound;
    case '>':
      return value > bound;
    case '>=':
      return value >= bound;
    case '<':
      return value < bound;
    case '<=':
      return value <= bound;
  }
}

/** Every string of an event, its nested facts included, but not tool definitions: those are long and searched on their own page. */
function searchText(event: Event): string {
  const words: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') words.push(value);
    else if (Array.isArray(value)) value.forEach(collect);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for (const [key, value] of Object.entries(event)) if (key !== 'definition') collect(value);
  return words.join('\n').toLowerCase();
}
