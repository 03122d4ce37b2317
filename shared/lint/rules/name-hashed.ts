import { rule } from './rule.ts';

export const nameHashed = rule({
  code: 'name-hashed',
  severity: 'warning',
  means: 'A host adds a hash to the name, so the model reads a name that nobody wrote.',
  remedy:
    'Choose a tool name that is short and stays different from all others when everything but letters, digits and _ becomes _.',
  by: 'finding',
  findings: ['name-hashed', 'name-hashed-by-hidden'],
});
