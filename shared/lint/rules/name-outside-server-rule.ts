import { rule } from './rule.ts';

export const nameOutsideServerRule = rule({
  code: 'name-outside-server-rule',
  severity: 'info',
  means: 'Trust that a user puts in the whole server does not reach this tool.',
  remedy:
    'Shorten the tool name; ask users to configure the server under a name of letters, digits and - only.',
  gather: true,
  by: 'finding',
  findings: ['name-leaves-server-rule'],
});
