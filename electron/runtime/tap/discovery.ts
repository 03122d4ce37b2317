import { isObject } from '../../../shared/json.ts';
import type { McpFinding } from '../mcp/findings.ts';
import { compareLists } from '../mcp/listing.ts';
import type { Recording } from '../mcp/recording.ts';
import { readToolEntry } from '../mcp/tool-entry.ts';
import type { JsonObject, RawTool } from '../mcp/types.ts';

const lenient = { allowed: () => true, mirrorsHeaders: false };

/** Follows the lists that a client asks for: the first one page by page, every later one as a whole against the last. */
export function createDiscovery(recording: Recording, find: (found: McpFinding) => void) {
  let walk: RawTool[] = [];
  let page = 0;
  let complete: readonly RawTool[] | undefined;

  return {
    /** Tools of the latest list, as far as the client read it. */
    tools: (): readonly RawTool[] => (walk.length > 0 ? walk : (complete ?? [])),

    /** The answer to one tools/list; `continues` when the question named a cursor. */
    listed: (result: JsonObject, continues: boolean): void => {
      if (!continues) {
        walk = [];
        page = 0;
      }
      const entries: unknown[] = Array.isArray(result['tools']) ? result['tools'] : [];
      for (const entry of entries) {
        const read = readToolEntry(entry, { index: walk.length, page }, lenient);
        if (complete === undefined) read.findings.forEach(find);
        if (read.tool === undefined) continue;
        walk.push(read.tool);
        if (complete === undefined) recording.listed('tool.discovered', read.tool);
      }
      page += 1;
      if (typeof result['nextCursor'] === 'string') return;
      if (complete !== undefined) {
        const { added, changed, removed } = compareLists(complete, walk, ({ name }) => name);
        for (const tool of added) recording.listed('tool.discovered', tool);
        for (const tool of changed) recording.listed('tool.changed', tool);
        for (const tool of removed) recording.removed(tool.name);
      }
      complete = walk;
      walk = [];
    },
  };
}

/** Whether a tools/list asks for a further page. */
export const asksForMore = (message: JsonObject): boolean =>
  isObject(message['params']) && message['params']['cursor'] !== undefined;
