import { ok, type Fault, type Result } from '../../../shared/fault.ts';
import { canonicalJson } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import { readToolEntry } from './tool-entry.ts';
import type { JsonObject, RawTool } from './types.ts';

export type PageReply =
  | { readonly kind: 'page'; readonly result: JsonObject }
  /** The server does not know the method at all. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly fault: Fault };

interface ListOptions {
  readonly fetchPage: (cursor: string | undefined) => Promise<PageReply>;
  readonly allowed: (name: string) => boolean;
  /** The transport mirrors arguments to headers, so a bad annotation makes a tool uncallable. */
  readonly mirrorsHeaders: boolean;
  /** The server's capabilities announce tools. */
  readonly announced: boolean;
}

export interface Listed {
  readonly tools: readonly RawTool[];
  readonly findings: readonly McpFinding[];
  readonly pages: number;
}

const maxPages = 200;

/** The cursor to go on with; undefined ends the walk. An empty string is a cursor like any other. */
const cursorOf = (result: JsonObject, seen: Set<string>, odd: McpFinding[]): string | undefined => {
  const next = result['nextCursor'];
  if (next === undefined) return undefined;
  if (typeof next !== 'string') {
    odd.push(finding('list-cursor-null'));
    return undefined;
  }
  if (seen.has(next)) {
    odd.push(finding('list-cursor-repeats'));
    return undefined;
  }
  seen.add(next);
  return next;
};

/** Walks every page of tools/list and reads each entry by itself. Only a first page that fails is a failure. */
export const listAllTools = async (options: ListOptions): Promise<Result<Listed>> => {
  const findings: McpFinding[] = [];
  const tools: RawTool[] = [];
  const cursors = new Set<string>();
  const pageTexts = new Set<string>();
  const names = new Set<string>();
  let cursor: string | undefined;
  let index = 0;
  let page = 0;

  for (; page < maxPages; page += 1) {
    const reply = await options.fetchPage(cursor);
    if (reply.kind === 'unknown' && page === 0) return ok({ tools, findings, pages: 0 });
    if (reply.kind !== 'page') {
      if (page === 0 && reply.kind === 'failed') return { ok: false, fault: reply.fault };
      findings.push(finding('list-page-failed', { detail: `page ${page + 1}` }));
      break;
    }
    const entries = reply.result['tools'];
    if (!Array.isArray(entries)) findings.push(finding('list-tools-missing'));
    const list: unknown[] = Array.isArray(entries) ? entries : [];
    // A server that ignores the cursor sends the same page for ever, under new cursors or the old one.
    const text = list.length === 0 ? undefined : canonicalJson(list);
    if (text !== undefined && pageTexts.has(text)) {
      findings.push(finding('list-cursor-repeats'));
      break;
    }
    if (text !== undefined) pageTexts.add(text);
    for (const entry of list) {
      const read = readToolEntry(entry, { index, page }, options);
      index += 1;
      const { tool } = read;
      if (tool === undefined) {
        findings.push(...read.findings);
        continue;
      }
      const twice = names.has(tool.name)
        ? [finding('tool-name-duplicate', { tool: tool.name, index: tool.index, pointer: '/name' })]
        : [];
      names.add(tool.name);
      tools.push({ ...tool, findings: [...read.findings, ...twice] });
    }
    cursor = cursorOf(reply.result, cursors, findings);
    if (cursor === undefined) {
      page += 1;
      break;
    }
  }
  if (page === maxPages && cursor !== undefined)
    findings.push(finding('list-too-long', { detail: `${maxPages} pages` }));
  if (!options.announced && tools.length > 0) findings.push(finding('tools-not-announced'));
  return ok({ tools, findings: [...findings, ...tools.flatMap((tool) => tool.findings)], pages: page });
};

/** How a list differs from the one before: by name and, among tools of one name, by order. */
export const compareLists = (before: readonly RawTool[], after: readonly RawTool[]) => {
  const keyed = (tools: readonly RawTool[]): Map<string, { tool: RawTool; text: string }> => {
    const seen = new Map<string, number>();
    return new Map(
      tools.map((tool) => {
        const nth = seen.get(tool.name) ?? 0;
        seen.set(tool.name, nth + 1);
        return [JSON.stringify([tool.name, nth]), { tool, text: canonicalJson(tool.wire) }];
      }),
    );
  };
  const [old, now] = [keyed(before), keyed(after)];
  const added: RawTool[] = [];
  const changed: RawTool[] = [];
  for (const [key, { tool, text }] of now) {
    const was = old.get(key);
    if (was === undefined) added.push(tool);
    else if (was.text !== text || was.tool.enabled !== tool.enabled) changed.push(tool);
  }
  const removed = [...old].filter(([key]) => !now.has(key)).map(([, { tool }]) => tool);
  return { added, changed, removed, same: added.length + changed.length + removed.length === 0 };
};

/** Servers also write `tools: true`. */
export const announcesTools = ({ tools }: JsonObject): boolean =>
  tools !== undefined && tools !== null && tools !== false;
