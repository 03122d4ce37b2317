import type { CallItemType, HostWire } from '../types.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Entry {
  name: string;
  description: string | undefined;
  schema: unknown;
}

const defined = (description: string | undefined): Json => (description === undefined ? {} : { description });

/** One tool as it stands in the request body of this wire. */
export function entryOf(
  wire: HostWire,
  { name, description, schema }: Entry,
  geminiKey: 'parametersJsonSchema' | 'parameters',
): Json {
  switch (wire) {
    case 'messages':
      return { name, ...defined(description), input_schema: schema };
    case 'chat':
      return {
        type: 'function',
        function: { name, ...defined(description), ...member('parameters', schema) },
      };
    case 'responses':
      return { type: 'function', name, ...defined(description), strict: false, parameters: schema };
    case 'gemini':
      return { name, ...defined(description), ...member(geminiKey, schema) };
  }
}

/** A tool without arguments can go without a schema; then the member is not there. */
const member = (key: string, value: unknown): Json => (value === undefined ? {} : { [key]: value });

/** JSON path of the tool at this position of the list. */
export function pathOf(wire: HostWire, position: number): string {
  switch (wire) {
    case 'messages':
    case 'responses':
      return `$.tools[${position}]`;
    case 'chat':
      return `$.tools[${position}].function`;
    case 'gemini':
      return `$.tools[0].functionDeclarations[${position}]`;
  }
}

/** The members of a request body that carry tools and system text. */
export function bodyOf(wire: HostWire, entries: readonly Json[], system: readonly string[]): Json {
  const text = system.join('\n\n');
  switch (wire) {
    case 'messages':
      return { ...(text === '' ? {} : { system: [{ type: 'text', text }] }), tools: entries };
    case 'responses':
      return { ...(text === '' ? {} : { instructions: text }), tools: entries };
    case 'chat':
      return { ...(text === '' ? {} : { messages: [{ role: 'system', content: text }] }), tools: entries };
    case 'gemini':
      return {
        ...(text === '' ? {} : { systemInstruction: { role: 'user', parts: [{ text }] } }),
        tools: [{ functionDeclarations: entries }],
      };
  }
}

/** What answers a call on this wire. */
export function outputOf(
  wire: HostWire,
  type: CallItemType,
  callId: string,
  output: unknown,
  failed: boolean,
): Json {
  switch (wire) {
    case 'messages':
      return {
        type: 'tool_result',
        tool_use_id: callId,
        content: output,
        ...(failed ? { is_error: true } : {}),
      };
    case 'responses':
      return type === 'custom_tool_call'
        ? { type: 'custom_tool_call_output', call_id: callId, output }
        : { type: 'function_call_output', call_id: callId, output };
    case 'chat':
      return { role: 'tool', tool_call_id: callId, content: output };
    case 'gemini':
      return { functionResponse: { id: callId, response: failed ? { error: output } : { output } } };
  }
}
