import { rule } from './rule.ts';

export const nameTooLong = rule({
  code: 'name-too-long',
  severity: 'error',
  means: 'The name is so long that the provider refuses every request that declares the tool.',
  remedy: 'Shorten the tool name.',
  by: 'finding',
  findings: ['name-too-long'],
});
