import { ok, type Result } from '../../../shared/fault.ts';
import { canonicalJson } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import { walkPages, type PageReply } from './pages.ts';
import { readToolEntry } from './tool-entry.ts';
import type { FailedPage, JsonObject, RawTool } from './types.ts';

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
  readonly failed?: FailedPage;
}

/** Walks every page of tools/list. Only a first page that fails is a failure. */
export const listAllTools = async (options: ListOptions): Promise<Result<Listed>> => {
  const names = new Set<string>();
  const walk = await walkPages<RawTool>({
    fetchPage: options.fetchPage,
    member: 'tools',
    memberMissing: finding('list-tools-missing'),
    read: (raw, place) => {
      const { tool, findings } = readToolEntry(raw, place, options);
      if (tool === undefined) return { findings };
      const twice = names.has(tool.name)
        ? [finding('tool-name-duplicate', { tool: tool.name, index: tool.index, pointer: '/name' })]
        : [];
      names.add(tool.name);
      return { findings, item: { ...tool, findings: [...findings, ...twice] } };
    },
  });
  if (!walk.ok) return walk;
  const { items: tools, pages, failed } = walk;
  return ok({
    tools,
    findings: [
      ...walk.findings,
      ...(!options.announced && tools.length > 0 ? [finding('tools-not-announced')] : []),
      ...tools.flatMap((tool) => tool.findings),
    ],
    pages,
    ...(failed === undefined ? {} : { failed }),
  });
};

interface Comparable {
  readonly wire: JsonObject;
  readonly enabled?: boolean;
}

/** How a list differs from the one before: by key and, among entries of one key, by order. */
export const compareLists = <T extends Comparable>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (entry: T) => string,
) => {
  const keyed = (entries: readonly T[]): Map<string, { entry: T; text: string }> => {
    const seen = new Map<string, number>();
    return new Map(
      entries.map((entry) => {
        const key = keyOf(entry);
        const nth = seen.get(key) ?? 0;
        seen.set(key, nth + 1);
        return [JSON.stringify([key, nth]), { entry, text: canonicalJson(entry.wire) }];
      }),
    );
  };
  const [old, now] = [keyed(before), keyed(after)];
  const added: T[] = [];
  const changed: T[] = [];
  for (const [key, { entry, text }] of now) {
    const was = old.get(key);
    if (was === undefined) added.push(entry);
    else if (was.text !== text || was.entry.enabled !== entry.enabled) changed.push(entry);
  }
  const removed = [...old].filter(([key]) => !now.has(key)).map(([, { entry }]) => entry);
  return { added, changed, removed, same: added.length + changed.length + removed.length === 0 };
};

/** The server announces a capability, in whatever form: servers also write `tools: true`. */
export const announces = (capabilities: JsonObject, name: string): boolean => {
  const value = capabilities[name];
  return value !== undefined && value !== null && value !== false;
};
