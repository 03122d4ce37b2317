import { rule } from './rule.ts';

export const schemaTooDeep = rule({
  code: 'schema-too-deep',
  severity: 'warning',
  means: 'The input schema nests so deeply that it was not followed to its end.',
  remedy: 'Flatten the schema.',
  by: 'finding',
  findings: ['schema-too-deep'],
});
