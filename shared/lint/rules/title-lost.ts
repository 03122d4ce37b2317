import { fieldLost } from './field-lost.ts';
import { rule } from './rule.ts';

export const titleLost = rule({
  code: 'title-lost',
  severity: 'info',
  means: 'Titles are for people: hosts do not show them to a model.',
  remedy: 'Nothing, as long as name and description say what the title says.',
  gather: true,
  by: 'tool',
  find: fieldLost('title', () => true),
});
