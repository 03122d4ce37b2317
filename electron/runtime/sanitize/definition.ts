import { Annotations, ToolDefinition } from '../../../shared/event.ts';
import { isJson, isObject } from '../../../shared/json.ts';

/** A definition larger than this keeps its size only; the finding `tool-too-large` says so. */
export const MAX_DEFINITION_BYTES = 256 * 1024;

const picked = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'execution',
  '_meta',
  'icons',
]);

/** Picks what the specification names out of a listed tool, whatever shape it came in. `bytes` is its size on the wire. */
export function pickDefinition(raw: unknown, bytes: number): ToolDefinition {
  if (!isObject(raw) || bytes > MAX_DEFINITION_BYTES) return ToolDefinition.parse({ bytes });
  const meta = isObject(raw['_meta']) ? raw['_meta'] : {};
  const ui = isObject(meta['ui']) ? meta['ui'] : {};
  const visibility = ui['visibility'];
  const otherKeys = Object.keys(raw).filter((key) => !picked.has(key)).length;
  return ToolDefinition.parse({
    bytes,
    ...text('title', raw['title']),
    ...text('description', raw['description']),
    ...json('inputSchema', raw['inputSchema']),
    ...json('outputSchema', raw['outputSchema']),
    ...annotations(raw['annotations']),
    ...taskSupport(raw['execution']),
    ...(Array.isArray(visibility)
      ? {
          uiVisibility: visibility.map((entry: unknown) =>
            entry === 'model' || entry === 'app' ? entry : 'other',
          ),
        }
      : {}),
    ...flag('alwaysLoad', meta['anthropic/alwaysLoad']),
    ...flag('requiresUserInteraction', meta['anthropic/requiresUserInteraction']),
    ...(typeof meta['anthropic/maxResultSizeChars'] === 'number'
      ? { maxResultSizeChars: meta['anthropic/maxResultSizeChars'] }
      : {}),
    ...(otherKeys === 0 ? {} : { otherKeys }),
  });
}

const text = (key: string, value: unknown) => (typeof value === 'string' ? { [key]: value } : {});
const flag = (key: string, value: unknown) => (typeof value === 'boolean' ? { [key]: value } : {});
const json = (key: string, value: unknown) => (value !== undefined && isJson(value) ? { [key]: value } : {});

function annotations(value: unknown) {
  if (!isObject(value)) return {};
  const hints: Record<string, unknown> = {};
  for (const key of Object.keys(Annotations.shape)) {
    const hint = value[key];
    if (key === 'title' ? typeof hint === 'string' : typeof hint === 'boolean') hints[key] = hint;
  }
  return { annotations: hints };
}

function taskSupport(value: unknown) {
  const support = isObject(value) ? value['taskSupport'] : undefined;
  return support === 'forbidden' || support === 'optional' || support === 'required'
    ? { taskSupport: support }
    : {};
}
