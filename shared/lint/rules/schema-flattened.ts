import { rule } from './rule.ts';

export const schemaFlattened = rule({
  code: 'schema-flattened',
  severity: 'warning',
  means:
    'A host flattens anyOf, oneOf or allOf at the root, so the model no longer sees which members go together.',
  remedy: 'Use one object at the root; put alternatives below a property, or make one tool of each.',
  by: 'finding',
  findings: ['schema-flattened'],
});
