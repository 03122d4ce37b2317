import { describeReason, type ExposureReason } from '../../hosts/index.ts';
import { rule } from './rule.ts';

/** Decisions of the user's, not of the server's. */
const SETTINGS = new Set<ExposureReason>([
  'filtered',
  'deny-rule',
  'not-trusted',
  'mode-denies',
  'ask-headless',
  'all-surfaces-omitted',
]);

export const toolNotOffered = rule({
  code: 'tool-not-offered',
  severity: 'info',
  means: 'The settings of a host keep these tools from its model.',
  remedy: 'Nothing, if that is wanted; else change the filter, rule or mode.',
  gather: true,
  by: 'tool',
  find: ({ row }) =>
    row.reach === 'none' && SETTINGS.has(row.reason)
      ? { says: describeReason(row.reason), rules: row.rules, assumed: row.assumed }
      : undefined,
});
