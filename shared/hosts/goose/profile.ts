import { namedFilter } from '../filter.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { hasStructured, sameCopies } from '../listed/results.ts';
import type { CallResult, Projections } from '../types.ts';
import { gooseApproval } from './approval.ts';
import { gooseName, gooseNames } from './names.ts';

/** Goose was read at one commit, not run; the commit stands for a version. */
export const GOOSE_VERSIONS = ['005a5658'] as const;

const LISTED: Gate = { exposure: 'direct', reason: 'listed', rules: ['GS-3.1', 'GS-4.1'] };

export function gooseHost(version: string): ListedHost {
  return {
    id: 'goose',
    version,
    title: 'Goose',
    confidence: 'medium',
    traits: {
      pages: 'all',
      followsListChanged: false,
      waitsForServers: 'all',
      startupTimeoutMs: 300_000,
      toolTimeoutMs: 300_000,
    },
    wires: ['chat', 'messages', 'responses', 'gemini'],
    modelClasses: [{ id: 'flat', title: 'One list of tools', rules: ['GS-3.1', 'GS-4.1'] }],
    envelopes: [],
    wireRules: ['GS-3.1', 'GS-5.1'],
    fieldRules: ['GS-5.1'],
    geminiKey: 'parameters',
    names: (tools) => gooseNames(tools),
    collision: { keeps: 'first', rules: ['GS-3.2'] },
    filter: (route, settings) => namedFilter(route, settings, ['GS-2.2'], (entry) => entry === route.tool),
    pageRules: ['GS-2.1'],
    gate: () => LISTED,
    toolAdvice: { count: 25, rules: ['GS-4.1'] },
    describe: ({ description = '' }) => ({ shown: description, rules: ['GS-5.1'] }),
    schema: (schema) => ({
      schema: schema ?? { type: 'object', properties: {} },
      lost: [],
      findings: [],
      rules: ['GS-5.1'],
    }),
    assumptions: () => ['wire-form'],
    approve: gooseApproval,
    memoryKey: gooseName,
    project,
    childEnv: inheritedEnv,
  };
}

function project(result: CallResult): Projections {
  return sameCopies(result, {
    value: result.content ?? [],
    form: 'content',
    lost: hasStructured(result) ? ['structured-content'] : [],
    rules: ['GS-7.1'],
    assumed: ['result-form'],
  });
}
