import { toolFilter } from '../filter.ts';
import type { CallItemType, PlayedProfile } from '../types.ts';
import { codexApproval, codexMemoryKey } from './approval.ts';
import { codexChildEnv, codexToolMeta } from './config.ts';
import { codexEffective } from './effective.ts';
import { codexApprovalReply, codexServerElicitation } from './elicitation.ts';
import { codexExec } from './exec.ts';
import { codexHttpAnswer, codexRetry } from './http.ts';
import { codexKeepsTokens, codexToken } from './login.ts';
import { codexTable } from './server-table.ts';
import { CODEX_PLACES, codexCallMeta, codexIdentity } from './identity.ts';
import { codexNames } from './names.ts';
import { codexPlan } from './plan.ts';
import { codexError, codexProject } from './projections.ts';
import { codexSchema } from './schema.ts';
import { schemaRulesOf } from './step.ts';
import type { CodexVersion } from './versions.ts';
import { CODEX_ENVELOPES } from './wire.ts';

export function codexProfile(version: CodexVersion): PlayedProfile {
  return {
    id: 'codex',
    version: version.version,
    title: 'Codex',
    modelClasses: [
      {
        id: 'direct',
        title: 'Namespaces inline (a model that Codex does not know)',
        rules: ['CX-5.03', 'CX-90.03'],
      },
      { id: 'search', title: 'Schemas on search', rules: ['CX-5.02', 'CX-90.02'] },
      { id: 'exec', title: 'Code mode only', rules: ['CX-5.2', 'CX-90.01'] },
    ],
    defaultModelClass: 'exec',
    wire: 'responses',
    wires: ['responses'],
    confidence: 'high',
    traits: version.traits,
    envelopes: CODEX_ENVELOPES,
    identityPlaces: CODEX_PLACES,
    exec: codexExec,
    connection: {
      table: codexTable,
      effective: codexEffective,
      httpAnswer: codexHttpAnswer,
      retry: codexRetry,
      token: codexToken,
      keepsTokens: codexKeepsTokens,
      approvalReply: codexApprovalReply,
      serverElicitation: codexServerElicitation,
    },
    names: (tools, settings = {}) => codexNames(tools, settings, version.nameLimit),
    plan: (tools, settings = {}) => codexPlan(version, tools, settings),
    schema: (schema, settings = {}) => codexSchema(schema, schemaRulesOf(version, settings)('')),
    approve: (input) => codexApproval(version, input),
    memoryKey: codexMemoryKey,
    filter: toolFilter,
    callMeta: (ids) => codexCallMeta(version, ids),
    identity: (ids) => codexIdentity(version, ids),
    toolMeta: codexToolMeta,
    childEnv: codexChildEnv,
    project: (result, options = {}) => codexProject(version, result, options),
    errorOutput: codexError,
    outputItem,
  };
}

/** The input item that answers a call; a failed one is ordinary output to the model (CX-7.10). */
function outputItem(type: CallItemType, callId: string, output: unknown): Readonly<Record<string, unknown>> {
  switch (type) {
    case 'function_call':
    case 'tool_use':
      return { type: 'function_call_output', call_id: callId, output };
    case 'custom_tool_call':
      return { type: 'custom_tool_call_output', call_id: callId, output };
    case 'tool_search_call': {
      const base = { type: 'tool_search_output', call_id: callId, execution: 'client' };
      return typeof output === 'string'
        ? { ...base, status: 'failed', tools: [], error: output }
        : { ...base, status: 'completed', tools: output };
    }
  }
}
