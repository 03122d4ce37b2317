import { rule } from './rule.ts';

export const nameCut = rule({
  code: 'name-cut',
  severity: 'warning',
  means: 'A host cuts the name, so the model reads a part of it.',
  remedy: 'Shorten the tool name; server and tool together should stay below 56 characters.',
  by: 'finding',
  findings: ['name-cut'],
});
