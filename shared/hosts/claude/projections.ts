import { formatJson, isObject } from '../../json.ts';
import { byteLength } from '../text.ts';
import type { AssumptionCode, CallResult, Projection, ProjectOptions, Projections } from '../types.ts';

/** Tokens of one result at most, four characters taken as one (CC-6.01). */
const MAX_TOKENS = 25_000;
const CHARACTERS_PER_TOKEN = 4;
/** Characters that a tool may ask for at most by `anthropic/maxResultSizeChars`. */
const MAX_OWN_LIMIT = 500_000;

type Lost = Projection['lost'][number];
type Block = Readonly<Record<string, unknown>>;

/** The copies of one result; event stream and history repeat the model's (CC-6.01, CC-6.02). */
export function claudeProject(
  result: CallResult,
  options: ProjectOptions,
  toolMeta?: Readonly<Record<string, unknown>>,
): Projections {
  const assumed: AssumptionCode[] = ['token-estimate'];
  const lost: Lost[] = result._meta === undefined ? [] : ['meta'];
  const content = result.content ?? [];
  const structured = result.structuredContent;
  const hasStructured = structured !== undefined && structured !== null;
  if (hasStructured) {
    assumed.push('structured-form');
    if (content.some((block) => !isImage(block))) lost.push('content');
  }
  const images = options.imageInput === false ? [] : content.filter(isImage).map(imageBlock);
  if (options.imageInput === false && content.some(isImage)) lost.push('images');
  const texts = hasStructured
    ? [textBlock(formatJson(structured))]
    : content.filter((block) => !isImage(block)).map(otherBlock);
  const fitted = fit(texts, limitOf(toolMeta));
  if (fitted !== texts) lost.push('text-cut');
  const value = [...fitted, ...images];
  const model: Projection = {
    value,
    bytes: byteLength(formatJson(value)),
    form: fitted === texts ? (hasStructured ? 'structured' : 'content') : 'folded',
    lost,
    rules: ['CC-6.01', 'CC-6.02'],
  };
  return {
    status: result.isError === true ? 'failed' : 'completed',
    model,
    event: model,
    history: model,
    assumed,
  };
}

export function claudeError(message: string): Projection {
  return { value: message, bytes: byteLength(message), form: 'error', lost: [], rules: ['CC-7.04'] };
}

function limitOf(toolMeta: Readonly<Record<string, unknown>> | undefined): number {
  const own = toolMeta?.['anthropic/maxResultSizeChars'];
  return typeof own === 'number' && own > 0
    ? Math.min(own, MAX_OWN_LIMIT)
    : MAX_TOKENS * CHARACTERS_PER_TOKEN;
}

/** What passes the limit goes to a file; the model gets a note of it. Returns the same list when nothing was cut. */
function fit(blocks: readonly Block[], limit: number): readonly Block[] {
  const characters = blocks.reduce((sum, block) => sum + String(block['text']).length, 0);
  if (characters <= limit) return blocks;
  return [textBlock(`The result has ${characters} characters, more than ${limit}. It was saved to a file.`)];
}

function textBlock(text: string): Block {
  return { type: 'text', text };
}

function isImage(block: unknown): block is Record<string, unknown> & { data: string } {
  return isObject(block) && block['type'] === 'image' && typeof block['data'] === 'string';
}

function imageBlock(block: Record<string, unknown> & { data: string }): Block {
  const mime = typeof block['mimeType'] === 'string' ? block['mimeType'] : 'application/octet-stream';
  return { type: 'image', source: { type: 'base64', media_type: mime, data: block.data } };
}

function otherBlock(block: unknown): Block {
  const isText = isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string';
  return textBlock(isText ? String(block['text']) : formatJson(block));
}
