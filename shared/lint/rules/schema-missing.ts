import { rule } from './rule.ts';

export const schemaMissing = rule({
  code: 'schema-missing',
  severity: 'warning',
  means: 'The tool has no usable input schema, so the model is shown one without properties.',
  remedy: 'Add {"type":"object","properties":{}} at least.',
  by: 'finding',
  findings: ['schema-missing'],
});
