import { fieldLost } from './field-lost.ts';
import { rule } from './rule.ts';

export const annotationsLost = rule({
  code: 'annotations-lost',
  severity: 'info',
  means: 'Annotations are for the host: no model is shown them.',
  remedy: 'Say in the description what a call changes, if the model has to know it.',
  gather: true,
  by: 'tool',
  find: fieldLost('annotations', ({ tool }) => Object.keys(tool.annotations ?? {}).length > 0),
});
