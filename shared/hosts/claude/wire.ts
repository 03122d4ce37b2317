import type { Envelope } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Everything of Claude Code itself that a reader of its traffic may name. */
export const CLAUDE_ENVELOPES: readonly Envelope[] = [
  { name: 'ToolSearch', role: 'search', opensWindow: false },
  { name: 'Agent', role: 'agent', opensWindow: false },
  { name: 'Task', role: 'agent', opensWindow: false },
  { name: 'WaitForMcpServers', role: 'wait', opensWindow: false },
  { name: 'ListMcpResourcesTool', role: 'resource', opensWindow: false },
  { name: 'ReadMcpResourceTool', role: 'resource', opensWindow: false },
];

export function toolSpec(name: string, description: string, inputSchema: unknown, deferred: boolean): Json {
  return { name, description, input_schema: inputSchema, ...(deferred ? { defer_loading: true } : {}) };
}

export function agentSpec(): Json {
  return toolSpec(
    'Agent',
    'Starts an agent on a task of its own and returns its answer.',
    {
      type: 'object',
      properties: {
        description: { type: 'string', description: 'The task in a few words.' },
        prompt: { type: 'string', description: 'The task.' },
        subagent_type: { type: 'string', description: 'Which kind of agent.' },
      },
      required: ['description', 'prompt'],
    },
    false,
  );
}

export function toolSearchSpec(): Json {
  return toolSpec(
    'ToolSearch',
    'Loads the definitions of deferred tools. The query is a few words, or "select:" and exact names with commas.',
    {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for.' },
        max_results: { type: 'number', description: 'How many tools to load at most; 5 when left out.' },
      },
      required: ['query'],
    },
    false,
  );
}
