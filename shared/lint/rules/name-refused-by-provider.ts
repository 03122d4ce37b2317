import { rule } from './rule.ts';

export const nameRefusedByProvider = rule({
  code: 'name-refused-by-provider',
  severity: 'warning',
  means: 'A host sends the name as it is, with characters that many providers refuse.',
  remedy: 'Use letters, digits, _ and - only.',
  by: 'finding',
  findings: ['name-charset'],
});
