import { formatJson, isObject } from '../../json.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { hasStructured, sameCopies } from '../listed/results.ts';
import { hasLooseProperty, lostKeywords } from '../listed/walk.ts';
import type {
  AssumptionCode,
  CallResult,
  HostSettings,
  HostTool,
  NameRow,
  Projections,
  SchemaResult,
} from '../types.ts';
import { continueApproval } from './approval.ts';
import { continueNames } from './names.ts';
import { continueMode, continuePolicy } from './policy.ts';

export const CONTINUE_VERSIONS = ['1.5.47'] as const;

export function continueHost(version: string): ListedHost {
  return {
    id: 'continue',
    version,
    title: 'Continue',
    confidence: 'high',
    traits: {
      pages: 'first',
      followsListChanged: false,
      waitsForServers: 'all',
      startupTimeoutMs: 60_000,
      toolTimeoutMs: 60_000,
    },
    wires: ['chat'],
    modelClasses: [{ id: 'flat', title: 'One list of tools', rules: ['CN-90.01'] }],
    envelopes: [],
    wireRules: ['CN-90.01'],
    fieldRules: ['CN-90.01'],
    names: (tools) => continueNames(tools),
    collision: { keeps: 'all', rules: ['CN-3.2'] },
    filter: () => ({ allowed: true, rules: ['CN-4.1'] }),
    pageRules: ['CN-2.1'],
    gate,
    refusesList: (tools) =>
      tools.some(({ inputSchema }) => hasLooseProperty(inputSchema)) ? ['CN-90.03'] : undefined,
    describe: ({ description = '' }) => ({ shown: description, rules: ['CN-90.02'] }),
    schema: (schema) => continueSchema(schema),
    assumptions: () => [],
    approve: continueApproval,
    memoryKey: () => undefined,
    project,
    childEnv: inheritedEnv,
  };
}

/** Three members of the root are taken over, and nothing else of it (CN-5.1). */
function continueSchema(schema: unknown): SchemaResult {
  const given = isObject(schema) ? schema : {};
  const { required } = given;
  const result = {
    type: 'object',
    ...(required === undefined ? {} : { required }),
    properties: given['properties'] ?? {},
  };
  const findings = isDangling(given)
    ? ([
        {
          code: 'schema-ref-dangling',
          severity: 'warning',
          message: 'Definitions go and the references to them stay.',
          rules: ['CN-5.1'],
        },
      ] as const)
    : [];
  return { schema: result, lost: lostKeywords(given, result), findings, rules: ['CN-5.1'] };
}

const isDangling = (schema: Record<string, unknown>): boolean =>
  (schema['$defs'] ?? schema['definitions']) !== undefined &&
  formatJson(schema['properties']).includes('"$ref"');

/** Excluded tools are not declared, and in a headless run neither are tools that would be asked about (CN-4.1). */
function gate(tool: HostTool, _row: NameRow, settings: HostSettings): Gate {
  const { interactive } = settings;
  const { decision, by } = continuePolicy(tool.tool, settings.mode, settings.rules, interactive ?? true);
  const gates = continueMode(settings.mode) === undefined ? MODE_GUESSED : MODE_GIVEN;
  if (decision === 'exclude') return gates.excluded;
  if (decision === 'ask' && by === 'rule' && interactive === false) return gates.asked;
  return gates.listed;
}

const gatesFor = (assumed: readonly AssumptionCode[]) =>
  ({
    excluded: { exposure: 'absent', reason: 'deny-rule', rules: ['CN-4.1'], assumed },
    asked: { exposure: 'absent', reason: 'ask-headless', rules: ['CN-4.1'], assumed },
    listed: { exposure: 'direct', reason: 'listed', rules: ['CN-90.01'], assumed },
  }) satisfies Record<string, Gate>;
const MODE_GIVEN = gatesFor([]);
const MODE_GUESSED = gatesFor(['approval-mode']);

/** The content blocks as JSON; nothing else of the result (CN-7.1). */
function project(result: CallResult): Projections {
  return sameCopies(result, {
    value: formatJson(result.content ?? []),
    form: 'text',
    lost: hasStructured(result) ? ['structured-content'] : [],
    rules: ['CN-7.1'],
  });
}
