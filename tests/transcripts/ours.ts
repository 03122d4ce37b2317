import { tools as listed } from '../../electron/probe-servers/probe/definitions.ts';
import { resolveHost, type HostTool, type ModelClass } from '../../shared/hosts/index.ts';
import type { Registered } from '../../shared/shapes/sight.ts';
import type { Scenario } from '../../shared/scenario.ts';

export const SERVER = 'shape_probe';

/** The tools of the probe server as a host takes them. */
export const probeTools: readonly HostTool[] = listed.map((tool) => ({
  server: SERVER,
  tool: tool.name,
  title: 'title' in tool ? tool.title : undefined,
  description: tool.description,
  inputSchema: tool.inputSchema,
  outputSchema: 'outputSchema' in tool ? tool.outputSchema : undefined,
  annotations: 'annotations' in tool ? tool.annotations : undefined,
}));

export function registeredFor(client: string, version: string, modelClass?: ModelClass): Registered {
  const host = resolveHost(client, version);
  if (host === undefined) throw new Error(`There is no profile of ${client}.`);
  const { profile } = host;
  const settings = { modelClass: modelClass ?? profile.defaultModelClass };
  return { profile, tools: probeTools, plan: profile.plan(probeTools, settings) };
}

/** What may stand in a transcript as it is. */
export interface Ours {
  /** Whole strings and keys: everything the probe server says of its tools, and what the scenario says. */
  readonly strings: ReadonlySet<string>;
  /** Names that are kept inside of texts; none of them is a word by chance. */
  readonly names: readonly string[];
  readonly registered: Registered;
}

/** Words of the wires' own grammars, kept where they say what something is. */
export const WORDS: ReadonlySet<string> = new Set(
  [
    'message reasoning text input_text output_text input_image image image_url tool_use tool_result',
    'tool_reference function function_call function_call_output custom custom_tool_call',
    'custom_tool_call_output tool_search tool_search_call tool_search_output additional_tools agent_message',
    'namespace ephemeral grammar json_schema client server auto none required enabled disabled adaptive',
    'user assistant system developer tool model completed in_progress response.create turn prewarm',
    'compaction memory object array string number integer boolean null',
  ].flatMap((line) => line.split(' ')),
);

/** Members whose value may be such a word. */
export const WORD_KEYS: ReadonlySet<string> = new Set(
  'type role status tool_choice request_kind execution'.split(' '),
);

/** Keys of the four wires and of MCP's `_meta`: their makers' published vocabulary, and structure only. */
export const KEYS: ReadonlySet<string> = new Set(
  [
    // All wires
    'model messages input contents system instructions tools type role content text name id stream description',
    'parameters strict tool_choice temperature metadata status output arguments function parts',
    // Messages
    'max_tokens thinking cache_control ttl tool_use_id tool_name is_error input_schema defer_loading budget_tokens',
    'stop_sequences context_management edits output_config effort source tool_references',
    // Responses
    'include parallel_tool_calls previous_response_id prompt_cache_key reasoning store client_metadata generate',
    'summary verbosity call_id execution format service_tier namespace author recipient',
    // Chat Completions
    'tool_calls tool_call_id stream_options include_usage max_completion_tokens top_p response_format',
    // Gemini
    'systemInstruction generationConfig functionDeclarations functionCall functionResponse response args',
    'parametersJsonSchema toolConfig safetySettings wait_for_previous thinkingConfig topP topK',
    // Identity: client_metadata, turn metadata, `_meta`
    'session_id thread_id turn_id root_turn_id parent_thread_id parent_turn_id request_kind window_id subagent_kind',
    'x-codex-turn-metadata x-codex-window-id x-codex-parent-thread-id x-codex-installation-id x-openai-subagent',
    'threadId itemId callId sessionId windowId progressToken claudecode/toolUseId user_id',
    // JSON Schema
    'properties required additionalProperties items enum default minimum maximum anyOf oneOf allOf const $ref $defs',
    'title',
  ].flatMap((line) => line.split(' ')),
);

/** Header values that say how a body is to be read. */
export const PLAIN_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-encoding']);

/** Headers that the transport makes anew. */
export const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'upgrade',
  'content-length',
  'transfer-encoding',
  'sec-websocket-key',
  'sec-websocket-version',
  'sec-websocket-extensions',
]);

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const one of value as unknown[]) yield* stringsIn(one);
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value)) {
      yield key;
      yield* stringsIn(one);
    }
}

export function oursFor(registered: Registered, scenario: Scenario): Ours {
  const { plan, profile } = registered;
  const spelled = plan.rows.flatMap(({ name, flat, codeMode, namespace }) =>
    [name, flat, codeMode, namespace].filter((one) => one !== undefined),
  );
  const strings = new Set([
    SERVER,
    ...stringsIn(listed),
    ...spelled,
    ...stringsIn([scenario.prompt, scenario.roles]),
    // The profile's fixed list of what the client has itself.
    ...profile.envelopes.flatMap(({ name, namespace }) => [
      name,
      ...(namespace === undefined ? [] : [namespace]),
    ]),
  ]);
  strings.delete('');
  const names = [...new Set(spelled)].filter((name) => name.includes(SERVER));
  return { strings, names: names.toSorted((left, right) => right.length - left.length), registered };
}
