import { rule } from './rule.ts';

export const nameOver64 = rule({
  code: 'name-over-64',
  severity: 'info',
  means: 'The name a host sends has more than 64 characters, which some providers or versions do not take.',
  remedy: 'Shorten the tool name; server and tool together should stay below 56 characters.',
  by: 'finding',
  findings: ['name-over-64'],
});
