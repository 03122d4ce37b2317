import { inheritedEnv } from '../listed/env.ts';
import { names, walkApproval, type LastStage, type Step } from '../listed/approval.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { spelledRows } from '../listed/names.ts';
import { sameCopies } from '../listed/results.ts';
import { routeKey } from '../route.ts';
import type { ApprovalInput, ApprovalResult, CallResult, Projections, ToolRoute } from '../types.ts';

/** Which version the guides are about is not known. */
export const CURSOR_VERSIONS = ['unknown'] as const;

const LISTED: Gate = { exposure: 'direct', reason: 'listed', rules: ['CU-1.1'] };

/** The least that all guides share; everything in it says that it has no first-hand source (CU-1.1). */
export function cursorHost(version: string): ListedHost {
  return {
    id: 'cursor',
    version,
    title: 'Cursor',
    confidence: 'low',
    traits: {
      pages: 'all',
      followsListChanged: true,
      waitsForServers: 'all',
      startupTimeoutMs: 60_000,
      toolTimeoutMs: 60_000,
    },
    wires: ['chat'],
    modelClasses: [{ id: 'flat', title: 'One list of tools, as far as is said', rules: ['CU-1.1'] }],
    envelopes: [],
    wireRules: ['CU-1.1'],
    fieldRules: ['CU-1.1'],
    names: (tools) =>
      spelledRows(tools, ({ tool }: ToolRoute) => ({ name: tool }), {
        names: ['CU-1.1'],
        collision: ['CU-1.1'],
        shared: 'Whether the host tells them apart is not known.',
      }),
    collision: { keeps: 'all', rules: ['CU-1.1'] },
    filter: () => ({ allowed: true, rules: ['CU-1.1'] }),
    pageRules: ['CU-1.1'],
    gate: () => LISTED,
    toolAdvice: { count: 40, rules: ['CU-4.1'] },
    describe: ({ description = '' }) => ({ shown: description, rules: ['CU-1.1'] }),
    schema: (schema) => ({ schema: schema ?? { type: 'object' }, lost: [], findings: [], rules: ['CU-1.1'] }),
    assumptions: () => ['no-primary-source', 'tool-selection'],
    approve: cursorApproval,
    memoryKey: routeKey,
    project,
    childEnv: inheritedEnv,
  };
}

const steps: readonly Step[] = [
  {
    rule: 'CU-6.1/1',
    decide: (flow) => {
      flow.assume('no-primary-source');
      const { rules } = flow.input;
      if (rules === undefined) flow.assume('rules');
      return names(rules?.allow, flow.route.tool) ? { kind: 'run', by: 'policy' } : undefined;
    },
  },
];

const last: LastStage = {
  rule: 'CU-6.1/2',
  offers: ['accept', 'decline'],
  headless: { kind: 'deny', by: 'caller', message: 'The call needs a person, and nobody is there.' },
  remember: () => undefined,
};

function cursorApproval(input: ApprovalInput): ApprovalResult {
  return walkApproval(input, steps, last);
}

function project(result: CallResult): Projections {
  return sameCopies(result, {
    value: result.content ?? [],
    form: 'content',
    lost: [],
    rules: ['CU-1.1'],
    assumed: ['no-primary-source'],
  });
}
