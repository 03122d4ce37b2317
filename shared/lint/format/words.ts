import { resolveHost } from '../../hosts/index.ts';
import type { AffectedHost, Alarm } from '../types.ts';

/** Names of tools that are written out; of more the rest is counted. */
const NAMED = 6;

export const titleOf = ({ host, version, modelClass }: AffectedHost): string =>
  `${resolveHost(host)?.profile.title ?? host} ${version} (${modelClass})`;

/** `measured`, or what else stands behind a host's entry, with the facts. */
export const evidenceOf = ({ grade, assumed, rules }: AffectedHost): string =>
  [
    grade ?? 'no fact',
    ...(assumed.length === 0 ? [] : [`assumed: ${assumed.join(', ')}`]),
    rules.join(' '),
  ].join('; ');

export const hostLine = (host: AffectedHost): string =>
  `${titleOf(host)}: ${host.says} [${evidenceOf(host)}]`;

/** What an alarm is about, in a few words. */
export function aboutOf({ server, tool, tools }: Alarm): string {
  if (tool !== undefined) return tool === '' ? '(empty name)' : tool;
  if (tools !== undefined) return toolNames(tools);
  return server ?? 'all servers';
}

/** `a, b, c and 4 more`. */
export function toolNames(tools: readonly string[]): string {
  const named = tools.slice(0, NAMED).join(', ');
  return tools.length > NAMED ? `${named} and ${tools.length - NAMED} more` : named;
}
