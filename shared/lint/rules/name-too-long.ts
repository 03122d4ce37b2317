import { rule } from './rule.ts';

export const nameTooLong = rule({
  code: 'name-too-long',
  severity: 'error',
  means:
    'The name is longer than a provider takes: a host leaves the tool out, or every request that declares it is refused.',
  remedy: 'Shorten the tool name.',
  by: 'finding',
  findings: ['name-too-long'],
});
