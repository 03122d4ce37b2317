import { rule } from './rule.ts';

export const schemaMissing = rule({
  code: 'schema-missing',
  severity: 'error',
  means: 'The tool has no usable input schema; some hosts refuse the whole list because of it.',
  remedy: 'Add {"type":"object","properties":{}} at least.',
  by: 'finding',
  findings: ['schema-missing'],
});
