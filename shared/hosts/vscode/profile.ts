import { isObject } from '../../json.ts';
import { namedFilter } from '../filter.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { hasStructured, sameCopies } from '../listed/results.ts';
import { routeKey } from '../route.ts';
import type { CallResult, HostTool, Projections, SchemaResult } from '../types.ts';
import { isModelVisible } from '../visibility.ts';
import { vscodeApproval } from './approval.ts';
import { vscodeNames } from './names.ts';

/** Tools that one request may carry (VS-4.1). */
const TOOL_LIMIT = 128;

/** VS Code was read, not run; its version is the month of the source. */
export const VSCODE_VERSIONS = ['2026-03'] as const;

export function vscodeHost(version: string): ListedHost {
  return {
    id: 'vscode',
    version,
    title: 'VS Code',
    confidence: 'medium',
    traits: {
      nameLimit: 64,
      pages: 'all',
      followsListChanged: true,
      waitsForServers: 'bounded',
      startupTimeoutMs: 60_000,
      toolTimeoutMs: 60_000,
    },
    wires: ['chat', 'messages', 'responses'],
    modelClasses: [{ id: 'flat', title: 'One list of tools', rules: ['VS-3.1', 'VS-4.1'] }],
    envelopes: [],
    wireRules: ['VS-3.1', 'VS-9.1'],
    fieldRules: ['VS-9.1'],
    names: vscodeNames,
    collision: { keeps: 'all', rules: ['VS-3.3'] },
    filter: (route, settings) => namedFilter(route, settings, ['VS-9.1'], (entry) => entry === route.tool),
    pageRules: ['VS-2.1'],
    gate,
    toolLimit: { count: TOOL_LIMIT, rules: ['VS-4.1'] },
    describe: ({ description }) => ({
      shown: description === undefined || description === '' ? '<empty>' : description,
      rules: ['VS-5.2'],
    }),
    schema: (schema) => vscodeSchema(schema),
    assumptions: (settings) => [
      'tool-selection',
      'wire-form',
      ...(Object.values(settings.servers ?? {}).some(({ label }) => label !== undefined)
        ? []
        : (['server-label'] as const)),
    ],
    approve: vscodeApproval,
    memoryKey: routeKey,
    project,
    childEnv: inheritedEnv,
  };
}

const LISTED: Gate = { exposure: 'direct', reason: 'listed', rules: ['VS-3.1', 'VS-4.1'] };
const FOR_APPS: Gate = { exposure: 'absent', reason: 'ui-visibility', rules: ['VS-4.2'] };

const gate = (tool: HostTool): Gate => (isModelVisible(tool.meta) ? LISTED : FOR_APPS);

/** An empty map of properties where there is none (VS-5.1). */
function vscodeSchema(schema: unknown): SchemaResult {
  const rules = ['VS-5.1'] as const;
  if (!isObject(schema)) return { schema: { type: 'object', properties: {} }, lost: [], findings: [], rules };
  const result = isObject(schema['properties']) ? schema : { ...schema, properties: {} };
  return { schema: result, lost: [], findings: [], rules };
}

function project(result: CallResult): Projections {
  return sameCopies(result, {
    value: result.content ?? [],
    form: 'content',
    lost: hasStructured(result) ? ['structured-content'] : [],
    rules: ['VS-7.1'],
    assumed: ['result-form'],
  });
}
