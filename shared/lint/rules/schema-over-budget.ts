import { rule } from './rule.ts';

export const schemaOverBudget = rule({
  code: 'schema-over-budget',
  severity: 'warning',
  means: 'The input schema is larger than a host allows, so parts of it are taken out until it fits.',
  remedy: 'Shorten descriptions inside the schema, flatten it, or split the tool.',
  by: 'finding',
  findings: ['schema-over-budget'],
});
