import { formatJson, isObject } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import { readIcons } from './icons.ts';
import type { Place } from './pages.ts';
import { scanParamHeaders } from './param-headers.ts';
import { schemaFaults } from './schema-shape.ts';
import { readToolUi } from './tool-ui.ts';
import type { JsonObject, RawTool, ToolHints } from './types.ts';

const knownKeys = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'execution',
  'icons',
  '_meta',
]);
const usualName = /^[A-Za-z0-9_.-]{1,128}$/;
const hintNames = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
/** Definitions above this size keep no more than their size in a capture, bytes. */
const largeDefinition = 256 * 1024;

const readHints = (raw: unknown, odd: (pointer: string) => void): ToolHints => {
  if (raw === undefined) return {};
  if (!isObject(raw)) {
    odd('/annotations');
    return {};
  }
  const hints: { -readonly [K in keyof ToolHints]: ToolHints[K] } = {};
  if (typeof raw['title'] === 'string') hints.title = raw['title'];
  else if (raw['title'] !== undefined) odd('/annotations/title');
  for (const name of hintNames) {
    const value = raw[name];
    if (typeof value === 'boolean') hints[name] = value;
    else if (value !== undefined) odd(`/annotations/${name}`);
  }
  return hints;
};

const isTaskSupport = (value: unknown): value is 'forbidden' | 'optional' | 'required' =>
  value === 'forbidden' || value === 'optional' || value === 'required';

/**
 * Reads one entry of tools/list by itself, so that a bad one costs no other. Returns what it is as a tool, if it can be
 * one at all, and everything that is wrong with it.
 */
export const readToolEntry = (
  raw: unknown,
  place: Place,
  options: { readonly allowed: (name: string) => boolean; readonly mirrorsHeaders: boolean },
): { readonly tool?: RawTool; readonly findings: readonly McpFinding[] } => {
  const { index, page } = place;
  if (!isObject(raw)) return { findings: [finding('tool-not-an-object', { index })] };
  const name = raw['name'];
  if (typeof name !== 'string')
    return { findings: [finding('tool-name-missing', { index, pointer: '/name' })] };

  const findings: McpFinding[] = [];
  const odd = (code: McpFinding['code'], pointer: string, detail?: string): void =>
    void findings.push(
      finding(code, { tool: name, index, pointer, ...(detail === undefined ? {} : { detail }) }),
    );

  if (name === '') odd('tool-name-missing', '/name');
  else if (!usualName.test(name)) odd('tool-name-unusual', '/name');
  for (const key of Object.keys(raw))
    if (!knownKeys.has(key)) odd('tool-unknown-keys', `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);

  const { title, description, inputSchema, outputSchema } = raw;
  if (title !== undefined && typeof title !== 'string') odd('tool-title-not-text', '/title');
  if (description !== undefined && typeof description !== 'string')
    odd('tool-description-not-text', '/description');
  const meta = raw['_meta'];
  if (meta !== undefined && !isObject(meta)) odd('tool-meta-not-object', '/_meta');

  if (inputSchema === undefined) odd('tool-input-schema-missing', '/inputSchema');
  else if (!isObject(inputSchema) || inputSchema['type'] !== 'object')
    odd('tool-input-schema-not-object', '/inputSchema');
  if (isObject(inputSchema)) {
    for (const { pointer, detail } of schemaFaults(inputSchema))
      odd('tool-input-schema-invalid', `/inputSchema${pointer}`, detail);
  }
  if (outputSchema !== undefined) {
    for (const { pointer, detail } of schemaFaults(outputSchema))
      odd('tool-output-schema-invalid', `/outputSchema${pointer}`, detail);
  }
  const hints = readHints(raw['annotations'], (pointer) => odd('tool-annotations-invalid', pointer));

  const execution = raw['execution'];
  const taskSupport = isObject(execution) ? execution['taskSupport'] : undefined;

  const headers = scanParamHeaders(inputSchema);
  if (!headers.valid) odd('tool-header-annotation-invalid', `/inputSchema${headers.pointer}`, headers.detail);
  if (Buffer.byteLength(formatJson(raw)) > largeDefinition) odd('tool-too-large', '');

  const wire: JsonObject = raw;
  return {
    findings,
    tool: {
      index,
      page,
      name,
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      ...(isObject(inputSchema) ? { inputSchema } : {}),
      ...(isObject(outputSchema) ? { outputSchema } : {}),
      ...(isObject(meta) ? { meta } : {}),
      hints,
      icons: readIcons(raw['icons'], (pointer) => odd('icon-refused', pointer)),
      ui: readToolUi(meta, (pointer) => odd('ui-visibility-invalid', pointer)),
      ...(isTaskSupport(taskSupport) ? { taskSupport } : {}),
      wire,
      enabled: options.allowed(name) && (headers.valid || !options.mirrorsHeaders),
      findings,
    },
  };
};

/** Exact names, case included: an allow-list if there is one, then the deny-list, which wins (CX-7.02). */
export const toolFilter = (config: {
  readonly enabledTools?: readonly string[] | undefined;
  readonly disabledTools: readonly string[];
}) => {
  const enabled = config.enabledTools === undefined ? undefined : new Set(config.enabledTools);
  const disabled = new Set(config.disabledTools);
  return (name: string): boolean => (enabled?.has(name) ?? true) && !disabled.has(name);
};
