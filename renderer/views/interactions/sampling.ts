import { isObject } from '../../../shared/json.ts';

/** What a sampling request asks for, each part taken only if it is what it should be. */
export interface SamplingFacts {
  readonly system: string | undefined;
  readonly messages: readonly { readonly role: string; readonly blocks: readonly unknown[] }[];
  readonly rows: readonly { readonly name: string; readonly value: string }[];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const namesOf = (value: unknown): string[] =>
  listOf(value).flatMap((one) => (isObject(one) ? (textOf(one['name']) ?? []) : []));

/** Reads the parameters of `sampling/createMessage`. */
export function readSampling(params: unknown): SamplingFacts {
  const of = (key: string): unknown => (isObject(params) ? params[key] : undefined);
  const preferences = of('modelPreferences');
  const hints = isObject(preferences) ? namesOf(preferences['hints']) : [];
  const tools = namesOf(of('tools'));
  const limit = of('maxTokens');
  const warmth = of('temperature');
  const stops = listOf(of('stopSequences')).filter((one) => typeof one === 'string');
  const context = textOf(of('includeContext'));
  return {
    system: textOf(of('systemPrompt')),
    messages: listOf(of('messages')).map((message) => {
      const content = isObject(message) ? message['content'] : undefined;
      return {
        role: (isObject(message) ? textOf(message['role']) : undefined) ?? 'no role',
        blocks: Array.isArray(content) ? content : [content],
      };
    }),
    rows: [
      ...(limit === undefined ? [] : [{ name: 'at most', value: `${JSON.stringify(limit)} tokens` }]),
      ...(warmth === undefined ? [] : [{ name: 'temperature', value: JSON.stringify(warmth) }]),
      ...(hints.length === 0 ? [] : [{ name: 'would like', value: hints.join(', ') }]),
      ...(stops.length === 0 ? [] : [{ name: 'stops at', value: JSON.stringify(stops) }]),
      ...(tools.length === 0 ? [] : [{ name: 'offers tools', value: tools.join(', ') }]),
      ...(context === undefined || context === 'none' ? [] : [{ name: 'wants context', value: context }]),
    ],
  };
}

/** A result that says one text. */
export const textResult = (text: string): Record<string, unknown> => ({
  role: 'assistant',
  content: { type: 'text', text },
  model: 'written-by-hand',
  stopReason: 'endTurn',
});

/** The text of a result that says one text, or undefined for any other. */
export function resultText(result: unknown): string | undefined {
  const content = isObject(result) ? result['content'] : undefined;
  return isObject(content) && content['type'] === 'text' ? textOf(content['text']) : undefined;
}

/** What a fake model would say: the same for the same request, within its limit, with a tool where one is required. */
export function fakeResult(params: unknown): Record<string, unknown> {
  const of = (key: string): unknown => (isObject(params) ? params[key] : undefined);
  const [tool] = namesOf(of('tools'));
  const choice = of('toolChoice');
  const about = { role: 'assistant', model: 'throughline-fake' };
  if (tool !== undefined && isObject(choice) && choice['mode'] === 'required') {
    const use = { type: 'tool_use', id: 'fake-1', name: tool, input: {} };
    return { ...about, content: use, stopReason: 'toolUse' };
  }
  const last = readSampling(params).messages.at(-1)?.blocks[0];
  const asked = isObject(last) ? (textOf(last['text']) ?? '') : '';
  const words = `This is a synthetic answer to: ${asked.slice(0, 200)}`.trim().split(' ');
  const limit = of('maxTokens');
  // A word is not a token; what matters is that a small limit shows.
  const cut = typeof limit === 'number' && limit >= 1 && words.length > limit ? Math.floor(limit) : undefined;
  return {
    ...about,
    content: { type: 'text', text: words.slice(0, cut).join(' ') },
    stopReason: cut === undefined ? 'endTurn' : 'maxTokens',
  };
}
