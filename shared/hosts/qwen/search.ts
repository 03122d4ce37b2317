import { formatJson } from '../../json.ts';
import type { Findable, OwnTool } from '../listed/host.ts';
import { routeKey } from '../route.ts';
import type { SearchAnswer, SearchQuery } from '../types.ts';

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;
const RULES = ['QW-4.3', 'QW-4.4'] as const;

/** Scores of one word (QW-4.4). */
const SCORE = { nameEnd: 12, inName: 6, hint: 4, description: 2, otherAction: 6 } as const;

/** Words that say nothing about a tool. */
const STOP = new Set(
  'a an and are at be can could did do does for from how i in is it me my of on or please should that the these this those to was were what which with would you'.split(
    ' ',
  ),
);
/** Words of taking away count for one another. */
const ENDING = ['cancel', 'clear', 'delete', 'remove', 'stop'];

/** The two tools through which deferred ones are found and called (QW-4.2); the words are ours. */
export const QWEN_TOOLS: readonly OwnTool[] = [
  {
    name: 'tool_call',
    description: 'Calls a deferred tool by its name.',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the tool.' },
        arguments: { type: 'object', description: 'What it is given.' },
      },
      required: ['name'],
    },
  },
  {
    name: 'tool_search',
    description: 'Shows the declarations of deferred tools: words, or "select:" and names with commas.',
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for.', minLength: 1 },
        max_results: { type: 'integer', description: 'How many at most.', minimum: 1, maximum: MAX_LIMIT },
      },
      required: ['query'],
      additionalProperties: false,
    },
  },
];

export function qwenSearch(candidates: readonly Findable[], { query, limit }: SearchQuery): SearchAnswer {
  const text = query.trim();
  if (text === '') return failed('The query is empty.');
  const count = Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit ?? DEFAULT_LIMIT)));
  if (text.toLowerCase().startsWith('select:')) {
    const wanted = text
      .slice('select:'.length)
      .split(',')
      .map((name) => name.trim().toLowerCase());
    const found = candidates.filter(({ name }) => wanted.includes(name.toLowerCase())).slice(0, count);
    return answer(found.map((one) => ({ one, score: 1 })));
  }
  const words = tokens(text);
  if (words.length === 0) return failed('The query has no word to search for.');
  const scored = candidates
    .filter(({ name }) => words.every((word) => !word.required || inName(name, word.text)))
    .map((one) => ({ one, score: words.reduce((sum, word) => sum + scoreOf(one, word.text), 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.one.name < b.one.name ? -1 : 1));
  return answer(scored.slice(0, count));
}

function failed(error: string): SearchAnswer {
  return { output: error, hits: [], paths: new Map(), error, rules: RULES };
}

/** One part of text with all declarations, so that a hit has no path of its own (QW-4.3, QW-5.1). */
function answer(found: readonly { one: Findable; score: number }[]): SearchAnswer {
  const blocks = found.map(({ one }) => {
    const { name, description, schema } = one;
    const json = formatJson({ name, description, parametersJsonSchema: schema });
    return `<function>${json.replaceAll(/[<>&]/g, escaped)}</function>`;
  });
  const text =
    blocks.length === 0 ? 'No deferred tool matches.' : `<functions>\n${blocks.join('\n')}\n</functions>`;
  return {
    output: [{ type: 'text', text }],
    hits: found.map(({ one, score }) => ({ route: one.route, score })),
    paths: new Map(found.map(({ one }) => [routeKey(one.route), '$[0].text'])),
    rules: RULES,
  };
}

/** So that no text of a server can end the block. */
const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

interface Word {
  text: string;
  required: boolean;
}

function tokens(text: string): Word[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .flatMap((raw) => {
      const required = raw.startsWith('+');
      const word = (required ? raw.slice(1) : raw).replaceAll(
        /^[^\p{L}\p{N}_.+#-]+|[^\p{L}\p{N}_.+#-]+$/gu,
        '',
      );
      return word.length < 2 || STOP.has(word) ? [] : [{ text: word, required }];
    });
}

const variants = (word: string): readonly string[] => (ENDING.includes(word) ? ENDING : [word]);

const inName = (name: string, word: string): boolean =>
  variants(word).some((one) => name.toLowerCase().includes(one));

function scoreOf({ name, description, route }: Findable, word: string): number {
  const low = name.toLowerCase();
  const words = variants(word);
  const hint = ['mcp', ...route.server.toLowerCase().split(/\s+/)];
  const ends = words.some((one) => low === one || low.endsWith(`_${one}`) || low.endsWith(`.${one}`));
  const others = words.filter((one) => one !== word);
  return (
    (ends ? SCORE.nameEnd : inName(name, word) ? SCORE.inName : 0) +
    (hint.some((one) => words.includes(one)) ? SCORE.hint : 0) +
    (words.some((one) => description.toLowerCase().includes(one)) ? SCORE.description : 0) +
    (others.some((one) => low.includes(one) || hint.includes(one)) ? SCORE.otherAction : 0)
  );
}
