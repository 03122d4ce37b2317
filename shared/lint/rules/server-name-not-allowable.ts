import { rule } from './rule.ts';

export const serverNameNotAllowable = rule({
  code: 'server-name-not-allowable',
  severity: 'warning',
  means: 'A server that is configured under this name cannot be allowed beforehand.',
  remedy: 'In your documentation, configure the server under a name of printable ASCII without spaces.',
  gather: true,
  by: 'finding',
  findings: ['server-name-not-allowable'],
});
