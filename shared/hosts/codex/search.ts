import { isObject } from '../../json.ts';
import { bm25Index, type Bm25Index } from '../bm25.ts';
import type { HostTool } from '../types.ts';
import { joinedName } from './names.ts';

/** Tools per search when the model gives no number (CX-5.4). */
export const SEARCH_DEFAULT_LIMIT = 8;

export interface SearchEntry {
  tool: HostTool;
  namespace: string;
  name: string;
  namespaceDescription: string;
}

/** Everything of a tool that a search can match (CX-5.22): of the schema, the names of top-level properties only. */
function searchableText(entry: SearchEntry): string {
  const { tool } = entry;
  const properties =
    isObject(tool.inputSchema) && isObject(tool.inputSchema['properties'])
      ? tool.inputSchema['properties']
      : {};
  return [
    joinedName(entry.namespace, entry.name),
    entry.name,
    tool.tool,
    tool.server,
    tool.title,
    tool.description,
    entry.namespaceDescription,
    ...Object.keys(properties),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

export function searchIndex(entries: readonly SearchEntry[]): Bm25Index {
  return bm25Index(entries.map(searchableText));
}

/** What is wrong with a query, in words for the model; undefined when it can be answered (CX-5.22). */
export function queryError(query: string, limit: number | undefined): string | undefined {
  if (query.trim() === '') return 'The search query is empty. Say in a few words what the tool should do.';
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    return 'The limit must be a whole number of at least 1.';
  }
  return undefined;
}
