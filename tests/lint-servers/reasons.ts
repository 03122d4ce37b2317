/**
 * Why each kind of alarm about each server is right, in words that the server's author would accept. What holds for several
 * servers in the same way is said once.
 */
const HINTS =
  'The tools carry hints, and hosts read them for approval only. What a call changes stands in the descriptions already; there is nothing to do.';
const TITLES =
  'The titles repeat the names in words. They are for lists that people read; there is nothing to do.';
const OUTPUT =
  'The structured result is described by a schema that only programs read. A model learns its form from the first result, or from the description.';
const HYPHENS =
  'The names have hyphens, and Codex turns them into underscores. It matters where prompts or a README name the tools.';
const MANY = (count: number): string =>
  `With ${count} tools the server alone is over the 25 that Goose advises; with other servers beside it the model has more to choose from than is good.`;
const NOT_SENT =
  'The server explains itself in its instructions, and three hosts send none. What a tool needs has to stand in its own description.';

export const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  everything: {
    'annotations-lost': HINTS,
    'instructions-not-shown': NOT_SENT,
    'name-characters-replaced': HYPHENS,
    'output-schema-lost': OUTPUT,
    'schema-keywords-lost':
      'Defaults, such as 10 seconds for a long operation, stand in the schema only; the model of Codex cannot know them.',
    'title-lost': TITLES,
  },
  filesystem: {
    'annotations-lost': HINTS,
    'output-schema-lost': OUTPUT,
    'schema-keywords-lost':
      'That dryRun is false when left out stands in the schema only. A model that takes a dry run for granted edits the file.',
    'title-lost': TITLES,
  },
  memory: {
    'annotations-lost': HINTS,
    'output-schema-lost': OUTPUT,
    'title-lost': TITLES,
  },
  'sequential-thinking': {
    'annotations-lost': HINTS,
    'output-schema-lost': OUTPUT,
    'schema-keywords-lost': 'That the number of a branch starts at 1 stands in the schema only.',
    'title-lost': TITLES,
  },
  github: {
    'annotations-missing':
      'No tool has hints, so reading a file is treated like deleting a branch: three hosts ask each time, or refuse when nobody is there.',
    'schema-keywords-lost':
      'page and per_page have no description, so that a page has at most 100 entries stands in the schema only.',
    'tools-over-advice': MANY(26),
  },
  playwright: {
    'annotations-lost': HINTS,
  },
  'chrome-devtools': {
    'annotations-lost': HINTS,
    'schema-keywords-lost':
      'That throttling goes up to 20, and that an audit is for a desktop when nothing is said, stands in the schema only.',
    'tools-over-advice': MANY(32),
  },
  notionApi: {
    'annotations-lost': HINTS,
    'name-characters-replaced': HYPHENS,
    'schema-keywords-lost':
      'That ids are UUIDs, that a page has 100 entries, and that a block is archived when nothing is said, stands in the schema only.',
    'schema-ref-dangling':
      'The schemas of six tools refer to $defs. Continue keeps the references and drops the $defs, so its model cannot know the form of a parent or a block.',
  },
  'mcp-server-chart': {
    'annotations-lost': HINTS,
    'schema-keywords-lost':
      'Whether charts are grouped or stacked when nothing is said stands in the schema only.',
    'tools-over-advice': MANY(27),
  },
  context7: {
    'annotations-lost': HINTS,
    'instructions-not-shown': NOT_SENT,
    'name-characters-replaced': HYPHENS,
    'title-lost': TITLES,
  },
};
