import { rule } from './rule.ts';

export const nameListedTwice = rule({
  code: 'name-listed-twice',
  severity: 'error',
  means: 'The server lists this name more than once; only one of the tools can be called.',
  remedy: 'Give every tool its own name.',
  by: 'finding',
  findings: ['name-duplicate-dropped'],
});
