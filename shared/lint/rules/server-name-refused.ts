import { rule } from './rule.ts';

export const serverNameRefused = rule({
  code: 'server-name-refused',
  severity: 'error',
  means: 'A host does not start a server that is configured under this name.',
  remedy: 'In your documentation, configure the server under a name of A-Z a-z 0-9 _ and - only.',
  gather: true,
  by: 'finding',
  findings: ['server-name-refused'],
});
