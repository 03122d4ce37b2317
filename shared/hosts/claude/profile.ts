import type { CallItemType, PlayedProfile } from '../types.ts';
import { claudeApproval, claudeMemoryKey } from './approval.ts';
import { CLAUDE_PLACES, claudeCallMeta, claudeChildEnv, claudeIdentity } from './identity.ts';
import { hookMatches } from './hooks.ts';
import { claudeNames } from './names.ts';
import { claudePlan } from './plan.ts';
import { claudeError, claudeProject } from './projections.ts';
import { claudeSchema } from './schema.ts';
import { claudeEntry, claudeScopes, claudeServerName } from './scopes.ts';
import { claudeExpand, claudeSettings } from './settings.ts';
import type { ClaudeVersion } from './versions.ts';
import { CLAUDE_ENVELOPES } from './wire.ts';

export function claudeProfile(version: ClaudeVersion): PlayedProfile {
  return {
    id: 'claude',
    version: version.version,
    title: 'Claude Code',
    modelClasses: [
      { id: 'flat', title: 'Flat inline (tool search is off)', rules: ['CC-4.02', 'CC-90.01'] },
      { id: 'search', title: 'Deferred behind ToolSearch', rules: ['CC-4.01', 'CC-90.06'] },
    ],
    defaultModelClass: version.behindProxy,
    wire: 'messages',
    wires: ['messages'],
    confidence: 'high',
    traits: version.traits,
    envelopes: CLAUDE_ENVELOPES,
    identityPlaces: CLAUDE_PLACES,
    configuration: {
      scopes: claudeScopes,
      entry: claudeEntry,
      serverName: claudeServerName,
      expand: claudeExpand,
      settings: claudeSettings,
    },
    hookMatches,
    names: (tools) => claudeNames(version, tools),
    plan: (tools, settings = {}) => claudePlan(version, tools, settings),
    schema: (schema) => claudeSchema(version, schema),
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
