import { escapePointer, isObject } from '../../../shared/json.ts';
import { isTemplate } from '../../../shared/uri-template.ts';
import { finding, type McpFinding } from './findings.ts';
import { readIcons } from './icons.ts';
import type { Place } from './pages.ts';
import type { ItemKind, JsonObject, RawItem, RawPromptArgument } from './types.ts';

interface KindShape {
  readonly method: string;
  readonly member: string;
  /** The capability that announces the kind. */
  readonly capability: string;
  readonly listChanged: string;
  /** The member that an entry is asked for by. */
  readonly key: string;
  readonly fields: readonly string[];
}

const common = ['name', 'title', 'description', 'icons', '_meta'];

/** How each kind stands in the protocol. */
export const kindShapes: Readonly<Record<ItemKind, KindShape>> = {
  resources: {
    method: 'resources/list',
    member: 'resources',
    capability: 'resources',
    listChanged: 'notifications/resources/list_changed',
    key: 'uri',
    fields: [...common, 'uri', 'mimeType', 'annotations', 'size'],
  },
  templates: {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    capability: 'resources',
    listChanged: 'notifications/resources/list_changed',
    key: 'uriTemplate',
    fields: [...common, 'uriTemplate', 'mimeType', 'annotations'],
  },
  prompts: {
    method: 'prompts/list',
    member: 'prompts',
    capability: 'prompts',
    listChanged: 'notifications/prompts/list_changed',
    key: 'name',
    fields: [...common, 'arguments'],
  },
};

const readArguments = (raw: unknown, odd: (pointer: string) => void): readonly RawPromptArgument[] => {
  if (raw === undefined) return [];
  if (!Array.isArray(raw)) {
    odd('/arguments');
    return [];
  }
  return raw.flatMap((entry: unknown, index): RawPromptArgument[] => {
    const name = isObject(entry) ? entry['name'] : undefined;
    if (!isObject(entry) || typeof name !== 'string') {
      odd(`/arguments/${index}`);
      return [];
    }
    const { title, description, required } = entry;
    if (required !== undefined && typeof required !== 'boolean') odd(`/arguments/${index}/required`);
    return [
      {
        name,
        required: required === true,
        ...(typeof title === 'string' ? { title } : {}),
        ...(typeof description === 'string' ? { description } : {}),
      },
    ];
  });
};

/** Reads one entry of a list of resources, templates or prompts by itself, so that a bad one costs no other. */
export const readItemEntry = (
  kind: ItemKind,
  raw: unknown,
  { index, page }: Place,
): { readonly item?: RawItem; readonly findings: readonly McpFinding[] } => {
  const shape = kindShapes[kind];
  const findings: McpFinding[] = [];
  const odd = (code: McpFinding['code'], pointer: string): void =>
    void findings.push(finding(code, { list: kind, index, pointer }));
  if (!isObject(raw)) {
    odd('item-not-an-object', '');
    return { findings };
  }
  const key = raw[shape.key];
  if (typeof key !== 'string' || key === '') {
    odd('item-key-missing', `/${shape.key}`);
    return { findings };
  }
  const text = (field: string): string | undefined => {
    const value = raw[field];
    if (value !== undefined && typeof value !== 'string') odd('item-field-invalid', `/${field}`);
    return typeof value === 'string' ? value : undefined;
  };
  const [name, title, description] = [text('name'), text('title'), text('description')];
  const mimeType = kind === 'prompts' ? undefined : text('mimeType');
  if (kind !== 'prompts' && raw['name'] === undefined) odd('item-name-missing', '/name');
  if (kind === 'resources' && !URL.canParse(key)) odd('resource-uri-invalid', '/uri');
  if (kind === 'templates' && !isTemplate(key)) odd('template-invalid', '/uriTemplate');
  const { size, annotations, _meta: meta } = raw;
  if (kind === 'resources' && size !== undefined && (typeof size !== 'number' || size < 0))
    odd('item-field-invalid', '/size');
  if (kind !== 'prompts' && annotations !== undefined && !isObject(annotations))
    odd('item-field-invalid', '/annotations');
  if (meta !== undefined && !isObject(meta)) odd('item-field-invalid', '/_meta');
  for (const field of Object.keys(raw))
    if (!shape.fields.includes(field)) odd('item-unknown-keys', `/${escapePointer(field)}`);
  const icons = readIcons(raw['icons'], (pointer) => odd('icon-refused', pointer));
  const args =
    kind === 'prompts'
      ? { arguments: readArguments(raw['arguments'], (pointer) => odd('item-field-invalid', pointer)) }
      : {};
  const wire: JsonObject = raw;
  return {
    findings,
    item: {
      kind,
      index,
      page,
      key,
      ...(name === undefined ? {} : { name }),
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(mimeType === undefined ? {} : { mimeType }),
      ...args,
      icons,
      ...(isObject(meta) ? { meta } : {}),
      wire,
      findings,
    },
  };
};
