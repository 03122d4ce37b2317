import { fieldLost } from './field-lost.ts';
import { rule } from './rule.ts';

export const outputSchemaLost = rule({
  code: 'output-schema-lost',
  severity: 'info',
  means: 'Hosts do not show the output schema to a model before the call.',
  remedy: 'Say in the description what a call returns.',
  gather: true,
  by: 'tool',
  find: fieldLost('outputSchema', () => true),
});
