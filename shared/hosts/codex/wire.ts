import { compareBytes, cutToBytes } from '../text.ts';
import type { Envelope } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bytes of a namespace description at most (CX-5.21). */
const NAMESPACE_DESCRIPTION_MAX = 512 * 1024;

export interface WireTool {
  namespace: string;
  name: string;
  description: string;
  parameters: unknown;
}

/** One function as it stands inside a namespace object (CX-5.20). */
function functionSpec(tool: WireTool, deferred: boolean): Json {
  return {
    type: 'function',
    name: tool.name,
    description: tool.description,
    strict: false,
    ...(deferred ? { defer_loading: true } : {}),
    parameters: tool.parameters,
  };
}

/** What a namespace says of itself: the server's instructions, else one plain sentence (CX-5.20). */
export function namespaceDescription(namespace: string, instructions: string | undefined): string {
  const text =
    instructions === undefined || instructions === '' ? `Tools in the ${namespace} namespace.` : instructions;
  return cutToBytes(text, NAMESPACE_DESCRIPTION_MAX);
}

export interface NamespaceSpec {
  spec: Json;
  /** The namespace's tools in the order of `spec.tools`. */
  tools: readonly WireTool[];
}

/**
 * One object a namespace, in the order in which namespaces first occur. Declared functions are sorted by name (CX-5.20),
 * found ones stay in the order of their rank and are deferred (CX-90.02).
 */
export function namespaceSpecs(
  tools: readonly WireTool[],
  describe: (namespace: string) => string,
  how: 'declared' | 'found',
): NamespaceSpec[] {
  return [...Map.groupBy(tools, (tool) => tool.namespace)].map(([namespace, own]) => {
    const sorted = how === 'found' ? own : own.toSorted((left, right) => compareBytes(left.name, right.name));
    return {
      spec: {
        type: 'namespace',
        name: namespace,
        description: describe(namespace),
        tools: sorted.map((tool) => functionSpec(tool, how === 'found')),
      },
      tools: sorted,
    };
  });
}

/** The client-run search tool; up to some version its description lists what can be searched (CX-5.4, CX-90.14). */
export function toolSearchSpec(sources: readonly { name: string; description: string }[] | undefined): Json {
  const list = sources?.map((source) => `- ${source.name}: ${source.description}`).join('\n');
  return {
    type: 'tool_search',
    execution: 'client',
    description: `Finds tools whose definitions are not loaded yet. The words of the query are ranked with BM25 over names, descriptions and parameter names; what is found can be called in the next step.${list === undefined ? '' : ` Sources:\n${list}`}`,
    parameters: {
      type: 'object',
      properties: {
        limit: { type: 'number', description: 'How many tools to load at most; 8 when left out.' },
        query: { type: 'string', description: 'What the tool should do.' },
      },
      required: ['query'],
      additionalProperties: false,
    },
  };
}

/** First line `// @exec: {json}` may set limits; everything after it is the program (CX-5.30). */
const EXEC_GRAMMAR = `start: pragma? source
pragma: "// @exec:" /[^\\n]*/ "\\n"
source: /[\\s\\S]+/`;

export interface ExecDocs {
  /** Declarations of nested tools that the description shows. */
  declarations: readonly string[];
  /** Are there nested tools that the description leaves out? */
  omitsDeferred: boolean;
}

function execDescription({ declarations, omitsDeferred }: ExecDocs): string {
  const parts = [
    'Runs JavaScript in a fresh cell without network, files or console.',
    'Nested tools are functions on the object `tools`; their names are made into identifiers, for example `tools.mcp__server__tool`. Call them with one object of arguments and await the promise.',
    '`ALL_TOOLS` lists every nested tool as {name, description}.',
    'Only what the program gives to `text()` or `image()` is shown to you.',
  ];
  if (omitsDeferred) {
    parts.push('Some nested tools are deferred and not described here; look them up in `ALL_TOOLS`.');
  }
  return [...parts, ...declarations].join('\n');
}

const string = (description: string): Json => ({ type: 'string', description });
const number = (description: string): Json => ({ type: 'number', description });

function callable(name: string, description: string, properties: Json, required: readonly string[]): Json {
  return {
    type: 'function',
    name,
    description,
    strict: false,
    parameters: { type: 'object', properties, required, additionalProperties: false },
  };
}

const QUESTION = { question: string('The question to put to the user.') };

/** `exec`, `wait` and the questions: the top-level tools of code mode (CX-5.30, CX-90.01). */
export function codeModeSpecs(docs: ExecDocs): Json[] {
  return [
    {
      type: 'custom',
      name: 'exec',
      description: execDescription(docs),
      format: { type: 'grammar', syntax: 'lark', definition: EXEC_GRAMMAR },
    },
    callable(
      'wait',
      'Waits for a cell that still runs, or ends it.',
      {
        cell_id: string('The cell.'),
        yield_time_ms: number('Milliseconds to wait.'),
        max_tokens: number('Tokens of output at most.'),
        terminate: { type: 'boolean', description: 'End the cell instead.' },
      },
      ['cell_id'],
    ),
    ...questionSpecs(),
  ];
}

export function questionSpecs(): Json[] {
  return [
    callable('request_user_input', 'Asks the user and waits for the answer.', QUESTION, ['question']),
    callable('request_user_input_async', 'Asks the user and goes on.', QUESTION, ['question']),
  ];
}

/** The tools that start, steer and await child agents (CX-90.01). */
export function collaborationSpec(): Json {
  const target = { agent: string('Name of the agent.') };
  const message = { message: string('Text for the agent.') };
  return {
    type: 'namespace',
    name: 'collaboration',
    description: 'Work with other agents.',
    tools: [
      callable('followup_task', 'Gives a finished agent more to do.', { ...target, ...message }, [
        'agent',
        'message',
      ]),
      callable('interrupt_agent', 'Stops what an agent is doing.', target, ['agent']),
      callable('list_agents', 'Lists the agents.', {}, []),
      callable('send_message', 'Sends a message to an agent.', { ...target, ...message }, [
        'agent',
        'message',
      ]),
      callable(
        'spawn_agent',
        'Starts an agent on a task of its own.',
        {
          task_name: string('A short name.'),
          ...message,
          fork_turns: string('Which turns of this thread the agent sees: "none" or "all".'),
        },
        ['task_name', 'message'],
      ),
      callable(
        'wait_agent',
        'Waits until an agent has finished.',
        { ...target, timeout_ms: number('Milliseconds.') },
        [],
      ),
    ],
  };
}

const COLLABORATION = [
  'followup_task',
  'interrupt_agent',
  'list_agents',
  'send_message',
  'spawn_agent',
  'wait_agent',
];

/** Everything of Codex itself that a reader of its traffic may name (CX-90.01). */
export const CODEX_ENVELOPES: readonly Envelope[] = [
  { name: 'exec', namespace: 'functions', role: 'exec', opensWindow: true },
  { name: 'wait', namespace: 'functions', role: 'wait', opensWindow: false },
  { name: 'tool_search', role: 'search', opensWindow: false },
  { name: 'request_user_input', namespace: 'functions', role: 'question', opensWindow: false },
  { name: 'request_user_input_async', namespace: 'functions', role: 'question', opensWindow: false },
  ...COLLABORATION.map((name) => ({
    name,
    namespace: 'collaboration',
    role: 'agent' as const,
    opensWindow: false,
  })),
  ...['list_mcp_resources', 'list_mcp_resource_templates', 'read_mcp_resource'].map((name) => ({
    name,
    namespace: 'functions',
    role: 'resource' as const,
    opensWindow: false,
  })),
];
