import { aboutNames } from '../assumed.ts';
import { NAMING } from '../host-facts.ts';
import { rule } from './rule.ts';

/** Findings that say already why the name is another one. */
const TOLD = new Set(['name-hashed', 'name-hashed-by-hidden', 'name-cut']);

export const nameCharactersReplaced = rule({
  code: 'name-characters-replaced',
  severity: 'info',
  means: 'Hosts replace characters of these names, so the model knows the tools under other names.',
  remedy: 'Use letters, digits and _ only, if prompts or documentation speak of the tools by name.',
  gather: true,
  by: 'tool',
  find: ({ host, row, tool }) => {
    const spelled = row.flat ?? row.name;
    if (row.exposure === 'absent' || row.dropped === true || spelled.includes(tool.tool)) return undefined;
    if (row.findings.some(({ code }) => TOLD.has(code))) return undefined;
    return {
      says: `${tool.tool} becomes ${spelled}.`,
      rules: [NAMING[host.profile.id]],
      assumed: aboutNames(row.assumed),
    };
  },
});
