import { rule } from './rule.ts';

export const toolHidesItself = rule({
  code: 'tool-hides-itself',
  severity: 'info',
  means:
    'The tools say in _meta.ui.visibility that they are not for a model; the hosts named here obey, others do not.',
  remedy: 'Nothing, if that is wanted. A host that does not obey shows the tools all the same.',
  gather: true,
  by: 'tool',
  find: ({ row }) =>
    row.reason === 'ui-visibility'
      ? { says: 'Its model is not shown these tools.', rules: row.rules }
      : undefined,
});
