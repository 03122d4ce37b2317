import type { HostTool } from '../../hosts/index.ts';
import type { LintHost } from '../types.ts';
import { rule } from './rule.ts';

export const listRefused = rule({
  code: 'list-refused',
  severity: 'error',
  means: 'A host cannot read the list because of these tools, so it has no tool of this server at all.',
  remedy:
    'Give every input schema a root of {"type":"object"} whose properties are all objects: {} instead of true.',
  gather: true,
  by: 'tool',
  find: ({ host, row, tool }) =>
    row.reason === 'list-refused' && isCause(host, tool)
      ? {
          says: 'It takes no tool of the server.',
          rules: row.rules,
          place: '/inputSchema',
        }
      : undefined,
});

/** Would the list be refused if this were its only tool? */
const isCause = ({ profile, settings }: LintHost, tool: HostTool): boolean =>
  profile.plan([tool], settings).rows[0]?.reason === 'list-refused';
