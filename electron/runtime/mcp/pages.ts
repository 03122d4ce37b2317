import type { Fault } from '../../../shared/fault.ts';
import { canonicalJson } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import type { JsonObject, FailedPage } from './types.ts';

export type PageReply =
  | { readonly kind: 'page'; readonly result: JsonObject }
  /** The server does not know the method at all. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'failed'; readonly fault: Fault };

export interface Place {
  /** Position in the whole list, all pages together, from 0. */
  readonly index: number;
  /** From 0. */
  readonly page: number;
}

interface WalkOptions<T> {
  readonly fetchPage: (cursor: string | undefined) => Promise<PageReply>;
  /** Which member of the result holds the entries. */
  readonly member: string;
  readonly read: (
    raw: unknown,
    place: Place,
  ) => { readonly item?: T; readonly findings: readonly McpFinding[] };
  readonly memberMissing: McpFinding;
}

export type Walk<T> =
  | {
      readonly ok: true;
      readonly items: readonly T[];
      /** Findings of the list, and of entries that are no items. */
      readonly findings: readonly McpFinding[];
      readonly pages: number;
      /** A later page that failed; what was listed before it stands. */
      readonly failed?: FailedPage;
    }
  | { readonly ok: false; readonly fault: Fault };

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

/** Walks every page of a list and reads each entry by itself. Only a first page that fails is a failure. */
export const walkPages = async <T>(options: WalkOptions<T>): Promise<Walk<T>> => {
  const findings: McpFinding[] = [];
  const items: T[] = [];
  const cursors = new Set<string>();
  const pageTexts = new Set<string>();
  let failed: FailedPage | undefined;
  let cursor: string | undefined;
  let index = 0;
  let page = 0;

  for (; page < maxPages; page += 1) {
    const reply = await options.fetchPage(cursor);
    if (reply.kind === 'unknown' && page === 0) return { ok: true, items, findings, pages: 0 };
    if (reply.kind !== 'page') {
      if (reply.kind === 'failed') {
        if (page === 0) return { ok: false, fault: reply.fault };
        failed = { page, fault: reply.fault };
      }
      findings.push(finding('list-page-failed', { detail: `page ${page + 1}` }));
      break;
    }
    const entries = reply.result[options.member];
    if (!Array.isArray(entries)) findings.push(options.memberMissing);
    const list: unknown[] = Array.isArray(entries) ? entries : [];
    // A server that ignores the cursor sends the same page for ever, under new cursors or the old one.
    const text = list.length === 0 ? undefined : canonicalJson(list);
    if (text !== undefined && pageTexts.has(text)) {
      findings.push(finding('list-cursor-repeats'));
      break;
    }
    if (text !== undefined) pageTexts.add(text);
    for (const entry of list) {
      const { item, findings: found } = options.read(entry, { index, page });
      index += 1;
      if (item === undefined) findings.push(...found);
      else items.push(item);
    }
    cursor = cursorOf(reply.result, cursors, findings);
    if (cursor === undefined) {
      page += 1;
      break;
    }
  }
  if (page === maxPages && cursor !== undefined)
    findings.push(finding('list-too-long', { detail: `${maxPages} pages` }));
  return { ok: true, items, findings, pages: page, ...(failed === undefined ? {} : { failed }) };
};
