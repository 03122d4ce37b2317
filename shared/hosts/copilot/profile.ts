import { formatJson } from '../../json.ts';
import { namedFilter } from '../filter.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { hasStructured, isMedia, sameCopies, textsOf } from '../listed/results.ts';
import type { CallResult, Projection, Projections } from '../types.ts';
import { copilotApproval, copilotKey } from './approval.ts';
import { compare, copilotNames } from './names.ts';
import { copilotSchema } from './schema.ts';

export const COPILOT_VERSIONS = ['1.0.102'] as const;

const LISTED: Gate = { exposure: 'direct', reason: 'listed', rules: ['CP-90.01'] };

export function copilotHost(version: string): ListedHost {
  return {
    id: 'copilot',
    version,
    title: 'GitHub Copilot CLI',
    confidence: 'high',
    traits: {
      nameLimit: 64,
      pages: 'all',
      followsListChanged: true,
      waitsForServers: 'all',
      startupTimeoutMs: 60_000,
      toolTimeoutMs: 60_000,
    },
    wires: ['chat', 'messages', 'responses'],
    modelClasses: [{ id: 'flat', title: 'One list of tools', rules: ['CP-90.01'] }],
    envelopes: [{ name: 'task', role: 'agent', opensWindow: false }],
    wireRules: ['CP-90.01'],
    fieldRules: ['CP-90.01'],
    names: (tools) => copilotNames(tools),
    collision: { keeps: 'last', rules: ['CP-3.4'], order: compare },
    filter: (route, settings) =>
      namedFilter(route, settings, ['CP-2.2'], (entry) => entry === '*' || entry === route.tool),
    pageRules: ['CP-2.1'],
    gate: () => LISTED,
    describe: ({ description = '' }) => ({ shown: description, rules: ['CP-90.02'] }),
    schema: copilotSchema,
    assumptions: () => [],
    approve: copilotApproval,
    memoryKey: copilotKey,
    project,
    childEnv: inheritedEnv,
  };
}

/** Texts of the content without a gap, then the structured content (CP-7.1). */
function project(result: CallResult): Projections {
  const content = result.content ?? [];
  const text = textsOf(content).join('');
  const structured = hasStructured(result) ? formatJson(result.structuredContent) : '';
  const lost: Projection['lost'][number][] = content.some(isMedia) ? ['images'] : [];
  return sameCopies(result, {
    value: [text, structured].filter((part) => part !== '').join('\n\n'),
    form: result.isError === true ? 'error' : 'text',
    lost,
    rules: ['CP-7.1'],
    ...(lost.length === 0 ? {} : { assumed: ['image-input'] }),
  });
}
