import { formatJson } from '../../json.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { sameCopies } from '../listed/results.ts';
import type { CallResult, HostTool, Projections } from '../types.ts';
import { clineApproval } from './approval.ts';
import { clineNames, clineSpelling } from './names.ts';
import { clineSchema } from './schema.ts';

export const CLINE_VERSIONS = ['3.0.65'] as const;

const LISTED: Gate = { exposure: 'direct', reason: 'listed', rules: ['CL-90.01'] };

export function clineHost(version: string): ListedHost {
  return {
    id: 'cline',
    version,
    title: 'Cline',
    confidence: 'high',
    // CL-2.2
    traits: {
      nameLimit: 64,
      pages: 'first',
      followsListChanged: false,
      waitsForServers: 'bounded',
      startupTimeoutMs: 3000,
      toolTimeoutMs: 30_000,
    },
    wires: ['chat'],
    modelClasses: [{ id: 'flat', title: 'One list of tools', rules: ['CL-90.01'] }],
    envelopes: [{ name: 'spawn_agent', role: 'agent', opensWindow: false }],
    wireRules: ['CL-90.01'],
    fieldRules: ['CL-90.01'],
    names: (tools) => clineNames(tools),
    collision: { keeps: 'last', rules: ['CL-3.1'], assumed: ['name-collision-order'] },
    filter: (route, settings) => {
      const allowed = settings?.disabledTools?.includes(route.tool) !== true;
      return { allowed, rules: ['CL-3.2'] };
    },
    pageRules: ['CL-2.1'],
    gate: () => LISTED,
    describe,
    schema: (schema) => clineSchema(schema),
    assumptions: () => [],
    approve: clineApproval,
    memoryKey: (route) => clineSpelling(route).name,
    project,
    childEnv: inheritedEnv,
  };
}

/** A missing description is made up for; the sentence is ours (CL-90.02). */
function describe({ server, tool, description }: HostTool): { shown: string; rules: ['CL-90.02'] } {
  const text = description?.trim() ?? '';
  return {
    shown: text === '' ? `Calls the tool ${tool} of the server ${server}.` : text,
    rules: ['CL-90.02'],
  };
}

/** The whole result as JSON, whatever is in it (CL-7.1). */
function project(result: CallResult): Projections {
  return sameCopies(result, {
    value: formatJson(result),
    form: result.isError === true ? 'error' : 'text',
    lost: [],
    rules: ['CL-7.1'],
    keepsMeta: true,
  });
}
