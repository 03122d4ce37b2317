import { formatJson, isObject } from '../../json.ts';
import { byteLength, cutMiddle, cutToBytes } from '../text.ts';
import type { AssumptionCode, CallResult, Projection, ProjectOptions, Projections } from '../types.ts';
import type { CodexVersion } from './versions.ts';

/** Bytes of the serialised result above which the event copy is folded (CX-7.2). */
export const EVENT_MAX_BYTES = 1_048_576;
/** Bytes of model text under the fallback truncation policy, before the allowance of one fifth (CX-5.03, CX-7.2). */
const MODEL_TRUNCATION_BYTES = 10_000;
const NO_IMAGES = '<image content omitted because you do not support image input>';

type Lost = Projection['lost'][number];

/** The three copies of one result (CX-7.2). */
export function codexProject(
  version: CodexVersion,
  result: CallResult,
  options: ProjectOptions,
): Projections {
  const assumed: AssumptionCode[] = options.imageInput === undefined ? ['image-input'] : [];
  const model = modelProjection(result, options);
  return {
    status: result.isError === true ? 'failed' : 'completed',
    model,
    event: eventProjection(result),
    history: historyProjection(model, version.historyMaxBytes),
    assumed,
  };
}

/** The output as the model got it, bounded in some versions (CX-7.20). */
function historyProjection(model: Projection, maxBytes: number | undefined): Projection {
  if (maxBytes === undefined || model.bytes <= maxBytes) return model;
  const text = typeof model.value === 'string' ? model.value : formatJson(model.value);
  const value = cutToBytes(text, maxBytes);
  return {
    value,
    bytes: byteLength(value),
    form: 'folded',
    lost: model.lost.includes('text-cut') ? model.lost : [...model.lost, 'text-cut'],
    rules: ['CX-7.20'],
  };
}

/** A failure of the client itself, as the model reads it (CX-7.10). */
export function codexError(message: string): Projection {
  return { value: message, bytes: byteLength(message), form: 'error', lost: [], rules: ['CX-7.10'] };
}

function modelProjection(result: CallResult, options: ProjectOptions): Projection {
  const content = result.content ?? [];
  const structured = result.structuredContent;
  const lost: Lost[] = result._meta === undefined ? [] : ['meta'];
  if (structured !== undefined && structured !== null) {
    if (content.length > 0) lost.push('content');
    return textProjection(formatJson(structured), 'structured', lost, options);
  }
  const seen = options.imageInput === false ? content.map(withoutImage) : content;
  if (options.imageInput === false && content.some(isImage)) lost.push('images');
  if (!seen.some(isImage)) return textProjection(formatJson(seen), 'text', lost, options);
  const items = [...prefixItem(options), ...seen.map(contentItem)];
  return { value: items, bytes: jsonBytes(items), form: 'content', lost, rules: ['CX-7.2'] };
}

function textProjection(
  text: string,
  form: 'structured' | 'text',
  lost: readonly Lost[],
  options: ProjectOptions,
): Projection {
  const limit = Math.floor((options.modelMaxBytes ?? MODEL_TRUNCATION_BYTES) * 1.2);
  const shown = cutMiddle(text, limit);
  const value = `${prefix(options)}${shown}`;
  return {
    value,
    bytes: byteLength(value),
    form,
    lost: shown === text ? lost : [...lost, 'text-cut'],
    rules: ['CX-7.2'],
  };
}

function prefix({ wallMs }: ProjectOptions): string {
  return wallMs === undefined ? '' : `Wall time: ${(wallMs / 1000).toFixed(4)} seconds\nOutput:\n`;
}

function prefixItem(options: ProjectOptions): unknown[] {
  const text = prefix(options);
  return text === '' ? [] : [{ type: 'input_text', text }];
}

function isImage(block: unknown): block is Record<string, unknown> & { data: string } {
  return isObject(block) && block['type'] === 'image' && typeof block['data'] === 'string';
}

function withoutImage(block: unknown): unknown {
  return isImage(block) ? { type: 'text', text: NO_IMAGES } : block;
}

function contentItem(block: unknown): unknown {
  if (isImage(block)) {
    const mime = typeof block['mimeType'] === 'string' ? block['mimeType'] : 'application/octet-stream';
    const meta = block['_meta'];
    const detail = isObject(meta) ? meta['codex/imageDetail'] : undefined;
    return {
      type: 'input_image',
      image_url: `data:${mime};base64,${block.data}`,
      ...(typeof detail === 'string' ? { detail } : {}),
    };
  }
  if (isObject(block) && block['type'] === 'text' && typeof block['text'] === 'string') {
    return { type: 'input_text', text: block['text'] };
  }
  return { type: 'input_text', text: formatJson(block) };
}

function eventProjection(result: CallResult): Projection {
  const json = formatJson(result);
  const bytes = byteLength(json);
  if (bytes <= EVENT_MAX_BYTES) return { value: result, bytes, form: 'content', lost: [], rules: ['CX-7.2'] };
  const value: CallResult = {
    content: [{ type: 'text', text: cutToBytes(json, EVENT_MAX_BYTES) }],
    ...(result.isError === undefined ? {} : { isError: result.isError }),
  };
  const lost: Lost[] = ['content', 'text-cut'];
  if (result.structuredContent !== undefined) lost.push('structured-content');
  if (result._meta !== undefined) lost.push('meta');
  return { value, bytes: jsonBytes(value), form: 'folded', lost, rules: ['CX-7.2'] };
}

function jsonBytes(value: unknown): number {
  return byteLength(formatJson(value));
}
