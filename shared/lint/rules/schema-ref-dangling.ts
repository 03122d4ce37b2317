import { rule } from './rule.ts';

export const schemaRefDangling = rule({
  code: 'schema-ref-dangling',
  severity: 'warning',
  means:
    'A host drops the definitions of the schema and keeps the references, so the model reads references to nothing.',
  remedy: 'Write the schema without $ref: put each definition where it is used.',
  by: 'finding',
  findings: ['schema-ref-dangling'],
});
