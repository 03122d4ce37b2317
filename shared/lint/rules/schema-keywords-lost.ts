import { isObject } from '../../json.ts';
import type { LostKeyword } from '../../hosts/index.ts';
import { aboutForm } from '../assumed.ts';
import { atPointer } from '../pointer.ts';
import type { ToolContext } from '../types.ts';
import { rule } from './rule.ts';

/** Keywords that tell a model what to write. Others, such as $schema or title, tell programs and people something. */
const TELLING = new Set([
  'default',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'prefixItems',
  'contains',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'not',
  'if',
  'examples',
]);

export const schemaKeywordsLost = rule({
  code: 'schema-keywords-lost',
  severity: 'info',
  means: 'Hosts take keywords out of the input schema that tell the model which values are right.',
  remedy: 'Say it in the description of the property as well, such as "1 to 100, 10 if left out".',
  by: 'tool',
  find: (context) => {
    const { losses, tool, row } = context;
    if (losses === undefined || losses.lost.length === 0 || losses.schema === null) return undefined;
    if (row.exposure === 'absent') return undefined;
    const missed = losses.lost.filter((lost) => TELLING.has(lost.keyword) && isMissed(lost, context));
    const [first] = missed;
    if (first === undefined) return undefined;
    const words = [...new Set(missed.map(({ keyword }) => keyword))].toSorted().join(', ');
    return {
      says: `The model is not shown ${words}.`,
      rules: losses.rules,
      assumed: aboutForm(row.assumed),
      place: tool.inputSchema === undefined ? '' : `/inputSchema${first.path}`,
    };
  },
});

const NUMBER_FORMATS: readonly unknown[] = ['int32', 'int64', 'uint32', 'uint64', 'float', 'double'];

/** Did the keyword mean something, and does nothing else say it? */
function isMissed({ path, keyword }: LostKeyword, { tool, losses }: ToolContext): boolean {
  const before = atPointer(tool.inputSchema, path);
  const value = isObject(before) ? before[keyword] : undefined;
  return !isEmpty(keyword, value) && !isTold(keyword, value, atPointer(losses?.schema, path));
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
function isTold(keyword: string, value: unknown, after: unknown): boolean {
  const description = isObject(after) ? after['description'] : undefined;
  if (typeof description !== 'string') return false;
  const text = description.toLowerCase();
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
