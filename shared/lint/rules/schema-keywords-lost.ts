import { isObject } from '../../json.ts';
import type { LostKeyword, ToolLosses } from '../../hosts/index.ts';
import { aboutForm } from '../assumed.ts';
import { atPointer } from '../pointer.ts';
import { rule } from './rule.ts';

/** Keywords that tell a model what to write, by name. Others, such as $schema or title, tell programs and people something. */
const TELLING = [
  'const',
  'contains',
  'default',
  'enum',
  'examples',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'format',
  'if',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'pattern',
  'patternProperties',
  'prefixItems',
  'propertyNames',
  'dependentRequired',
  'uniqueItems',
].toSorted();
const BIT = new Map(TELLING.map((keyword, index) => [keyword, 1 << index]));

/** Sentences by the keywords in them: thousands of tools lose the same. */
const sentences = new Map<number, string>();

function sentence(missed: number): string {
  const known = sentences.get(missed);
  if (known !== undefined) return known;
  const words = TELLING.filter((_, index) => (missed & (1 << index)) !== 0).join(', ');
  const made = `The model is not shown ${words}.`;
  sentences.set(missed, made);
  return made;
}

export const schemaKeywordsLost = rule({
  code: 'schema-keywords-lost',
  severity: 'info',
  means: 'Hosts take keywords out of the input schema that tell the model which values are right.',
  remedy: 'Say it in the description of the property as well, such as "1 to 100, 10 if left out".',
  by: 'tool',
  find: ({ losses, tool, row }) => {
    if (losses === undefined || losses.lost.length === 0 || losses.schema === null) return undefined;
    if (row.exposure === 'absent') return undefined;
    const { first, missed } = missedIn(losses, tool.inputSchema);
    if (first === undefined) return undefined;
    return {
      says: sentence(missed),
      rules: losses.rules,
      assumed: aboutForm(row.assumed),
      place: tool.inputSchema === undefined ? '' : `/inputSchema${first.path}`,
    };
  },
});

const NUMBER_FORMATS: readonly unknown[] = ['int32', 'int64', 'uint32', 'uint64', 'float', 'double'];

/** Keywords that meant something and that nothing else says, as bits, and the first of their places. */
function missedIn({ lost, schema }: ToolLosses, listed: unknown): { first?: LostKeyword; missed: number } {
  let first: LostKeyword | undefined;
  let missed = 0;
  // What is lost in one place stands together in the list, so that a place is looked up once.
  let at: string | undefined;
  let before: unknown;
  let text = '';
  for (const one of lost) {
    const bit = BIT.get(one.keyword);
    if (bit === undefined) continue;
    if (one.path !== at) {
      at = one.path;
      before = atPointer(listed, at);
      text = descriptionOf(atPointer(schema, at));
    }
    const value = isObject(before) ? before[one.keyword] : undefined;
    if (isEmpty(one.keyword, value) || isTold(one.keyword, value, text)) continue;
    first ??= one;
    missed |= bit;
  }
  return first === undefined ? { missed } : { first, missed };
}

function descriptionOf(schema: unknown): string {
  const description = isObject(schema) ? schema['description'] : undefined;
  return typeof description === 'string' ? description.toLowerCase() : '';
}

/** What schema generators write down without anybody having meant it: it says nothing to a model. */
function isEmpty(keyword: string, value: unknown): boolean {
  switch (keyword) {
    case 'default':
    case 'examples':
      return (
        value === '' || value === null || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
      );
    case 'propertyNames':
      return isObject(value) && Object.keys(value).length === 1 && value['type'] === 'string';
    case 'format':
      return NUMBER_FORMATS.includes(value);
    default:
      // The ends of the integers that a double can hold.
      return typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER;
  }
}

/** Does the description beside it say the same? Some hosts write a dropped keyword there, and so do some authors. */
function isTold(keyword: string, value: unknown, text: string): boolean {
  if (text === '') return false;
  if (text.includes(keyword.toLowerCase())) return true;
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const said = String(value).toLowerCase();
  return said !== '' && standsIn(text, said);
}

/** Does the word stand in the text by itself, not inside another? */
function standsIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!INNER.test(text.charAt(at - 1)) && !INNER.test(text.charAt(at + word.length))) return true;
  }
  return false;
}

const INNER = /[\p{L}\p{N}]/u;
