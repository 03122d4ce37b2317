import type { HostTool, ServerSettings } from '../hosts/index.ts';
import { isObject } from '../json.ts';
import type { LintServer } from './types.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** One entry of `tools/list` as it stood on the wire; undefined when it has no name to call it by. */
export function wireTool(server: string, entry: unknown, page: number): HostTool | undefined {
  if (!isObject(entry) || typeof entry['name'] !== 'string') return undefined;
  const { name, annotations, _meta: meta } = entry;
  return {
    server,
    tool: name,
    title: text(entry['title']),
    description: text(entry['description']),
    inputSchema: entry['inputSchema'],
    outputSchema: entry['outputSchema'],
    annotations:
      isObject(annotations) && Object.keys(annotations).length > 0 ? hints(annotations) : undefined,
    icons: entry['icons'],
    meta: isObject(meta) ? meta : undefined,
    page,
  };
}

function hints(annotations: Record<string, unknown>): HostTool['annotations'] {
  const flag = (key: string): boolean | undefined => {
    const value = annotations[key];
    return typeof value === 'boolean' ? value : undefined;
  };
  return {
    title: text(annotations['title']),
    readOnlyHint: flag('readOnlyHint'),
    destructiveHint: flag('destructiveHint'),
    idempotentHint: flag('idempotentHint'),
    openWorldHint: flag('openWorldHint'),
  };
}

/**
 * Reads a list of tools in any of the forms in which people keep one: a result of `tools/list`, the JSON-RPC response
 * around it, the bare array, or an array with one result a page. Undefined when it is none of these.
 */
export function readToolList(
  server: string,
  json: unknown,
  settings?: ServerSettings,
): LintServer | undefined {
  const pages = pagesOf(json);
  if (pages === undefined) return undefined;
  const tools = pages.flatMap((entries, page) =>
    entries.flatMap((entry) => wireTool(server, entry, page) ?? []),
  );
  return { server, tools, ...(settings === undefined ? {} : { settings }) };
}

function pagesOf(json: unknown): (readonly unknown[])[] | undefined {
  if (Array.isArray(json)) {
    const entries: readonly unknown[] = json;
    const pages = entries.map(pageOf);
    const all = pages.flatMap((page) => (page === undefined ? [] : [page]));
    return entries.length > 0 && all.length === entries.length ? all : [entries];
  }
  const page = pageOf(json);
  return page === undefined ? undefined : [page];
}

function pageOf(json: unknown): readonly unknown[] | undefined {
  if (!isObject(json)) return undefined;
  const tools: unknown = json['tools'];
  if (isList(tools)) return tools;
  return pageOf(json['result']);
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
