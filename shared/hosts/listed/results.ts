import { formatJson, isObject, spell } from '../../json.ts';
import { byteLength } from '../text.ts';
import type { AssumptionCode, CallResult, Projection, Projections, RuleRef } from '../types.ts';

export type Block = Readonly<Record<string, unknown>>;

export const textOf = (block: unknown): string | undefined =>
  isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string'
    ? block['text']
    : undefined;

export const hasStructured = (result: CallResult): boolean =>
  result.structuredContent !== undefined && result.structuredContent !== null;

export interface ModelCopy {
  value: unknown;
  form: Projection['form'];
  lost: readonly Projection['lost'][number][];
  rules: readonly RuleRef[];
  assumed?: readonly AssumptionCode[];
  /** Does `_meta` of the result go along? Hardly ever. */
  keepsMeta?: boolean;
}

/** Texts of the content, embedded ones too, in order. */
export function textsOf(content: readonly unknown[]): string[] {
  return content.flatMap((block) => {
    const text = textOf(block);
    if (text !== undefined) return [text];
    const resource = isObject(block) && block['type'] === 'resource' ? block['resource'] : undefined;
    return isObject(resource) && typeof resource['text'] === 'string' ? [resource['text']] : [];
  });
}

export const isMedia = (block: unknown): boolean =>
  isObject(block) && (block['type'] === 'image' || block['type'] === 'audio');

/** The copies of a result, of which only the model's is known: what a host shows and keeps is taken to be the same. */
export function sameCopies(result: CallResult, copy: ModelCopy): Projections {
  const model: Projection = {
    value: copy.value,
    bytes: byteLength(typeof copy.value === 'string' ? copy.value : formatJson(copy.value)),
    form: copy.form,
    lost: result._meta === undefined || copy.keepsMeta === true ? copy.lost : [...copy.lost, 'meta'],
    rules: copy.rules,
  };
  return {
    status: result.isError === true ? 'failed' : 'completed',
    model,
    event: model,
    history: model,
    assumed: copy.assumed ?? [],
  };
}

/** Parts whose texts are joined into one, as they come together on the wire; media follow. */
export function joinParts(parts: readonly Block[]): string | readonly Block[] {
  const text = parts.flatMap((part) => (typeof part['text'] === 'string' ? [part['text']] : [])).join('\n');
  const media = parts.filter((part) => part['text'] === undefined);
  return media.length === 0 ? text : [{ text }, ...media];
}

/** Content blocks as Gemini parts, the way Gemini CLI and Qwen Code write them; `wrap` marks text of a server. */
export function toParts(content: readonly unknown[], wrap: (text: string) => string): Block[] {
  return content.flatMap((block): Block[] => {
    if (!isObject(block)) return [];
    const text = textOf(block);
    if (text !== undefined) return [{ text: wrap(text) }];
    switch (block['type']) {
      case 'image':
      case 'audio':
        return [
          { text: `[${block['type']} data of type ${spell(block['mimeType'])}]` },
          { inlineData: { mimeType: block['mimeType'], data: block['data'] } },
        ];
      case 'resource':
        return resourceParts(block['resource'], wrap);
      case 'resource_link':
        return [
          { text: `Resource Link: ${spell(block['title'] ?? block['name'])} at ${spell(block['uri'])}` },
        ];
      default:
        return [];
    }
  });
}

function resourceParts(resource: unknown, wrap: (text: string) => string): Block[] {
  if (!isObject(resource)) return [];
  if (typeof resource['text'] === 'string' && resource['text'] !== '') {
    return [{ text: wrap(resource['text']) }];
  }
  if (typeof resource['blob'] !== 'string') return [];
  const mimeType =
    typeof resource['mimeType'] === 'string' ? resource['mimeType'] : 'application/octet-stream';
  return [
    { text: `[embedded resource of type ${mimeType}]` },
    { inlineData: { mimeType, data: resource['blob'] } },
  ];
}
