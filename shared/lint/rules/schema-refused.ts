import { rule } from './rule.ts';

export const schemaRefused = rule({
  code: 'schema-refused',
  severity: 'error',
  means: 'A host leaves the tool out because of its input schema.',
  remedy: 'Give the input schema a root of {"type":"object","properties":{…}}.',
  by: 'tool',
  find: ({ row, losses }) => {
    if (row.reason !== 'null-schema' && row.reason !== 'schema-refused') return undefined;
    const finding = losses?.findings.find(({ severity }) => severity === 'error');
    return {
      says: finding?.message ?? 'It cannot take this schema.',
      rules: finding?.rules ?? row.rules,
      place: '/inputSchema',
    };
  },
});
