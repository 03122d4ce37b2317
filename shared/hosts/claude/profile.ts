import type { CallItemType, HostTraits, PlayedProfile } from '../types.ts';
import { claudeApproval, claudeMemoryKey } from './approval.ts';
import { CLAUDE_PLACES, claudeCallMeta, claudeChildEnv, claudeIdentity } from './identity.ts';
import { claudeNames } from './names.ts';
import { claudePlan } from './plan.ts';
import { claudeError, claudeProject } from './projections.ts';
import { claudeSchema } from './schema.ts';
import { CLAUDE_ENVELOPES } from './wire.ts';

/** What changes from one Claude Code version to another; a further version is one more entry. */
export interface ClaudeVersion {
  version: string;
  traits: HostTraits;
}

export const CLAUDE_VERSIONS: readonly ClaudeVersion[] = [
  {
    version: '2.1.268',
    traits: {
      pages: 'all',
      followsListChanged: true,
      waitsForServers: 'bounded',
      startupTimeoutMs: 30_000,
      toolTimeoutMs: 100_000_000,
    },
  },
];

export function claudeProfile({ version, traits }: ClaudeVersion): PlayedProfile {
  return {
    id: 'claude',
    version,
    title: 'Claude Code',
    modelClasses: [
      { id: 'flat', title: 'Flat inline (base URL is not first-party)', rules: ['CC-4.02', 'CC-90.01'] },
      { id: 'search', title: 'Deferred behind ToolSearch', rules: ['CC-4.01', 'CC-90.06'] },
    ],
    defaultModelClass: 'flat',
    wire: 'messages',
    wires: ['messages'],
    confidence: 'high',
    traits,
    envelopes: CLAUDE_ENVELOPES,
    identityPlaces: CLAUDE_PLACES,
    names: (tools) => claudeNames(tools),
    plan: (tools, settings = {}) => claudePlan(version, tools, settings),
    schema: (schema) => claudeSchema(schema),
    approve: claudeApproval,
    memoryKey: claudeMemoryKey,
    // There is no filter by server; a deny rule takes a tool away instead.
    filter: () => ({ allowed: true, rules: ['CC-4.06'] }),
    callMeta: claudeCallMeta,
    identity: claudeIdentity,
    toolMeta: (meta) => meta,
    childEnv: claudeChildEnv,
    project: (result, options = {}) => claudeProject(result, options, options.toolMeta),
    errorOutput: claudeError,
    outputItem,
  };
}

function outputItem(
  _type: CallItemType,
  callId: string,
  output: unknown,
  failed = false,
): Readonly<Record<string, unknown>> {
  return { type: 'tool_result', tool_use_id: callId, content: output, ...(failed ? { is_error: true } : {}) };
}
