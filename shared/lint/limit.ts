import type { ExposureRow } from '../hosts/index.ts';
import type { LintHost, ServerView } from './types.ts';

/** Would the row be declared if there were no limit? */
export const competes = (row: ExposureRow): boolean => row.declared || row.reason === 'over-limit';

/** A limit of tools counts those of all servers; the tools that are first stay. */
export function limiter({ profile: { toolLimit } }: LintHost) {
  let before = new Map<ServerView, { readonly start: number; readonly view: ServerView }>();
  return (views: readonly ServerView[]): readonly ServerView[] => {
    if (toolLimit === undefined) return views;
    const next: typeof before = new Map();
    let count = 0;
    const result = views.map((view) => {
      const start = count;
      count += view.competing;
      if (count <= toolLimit.count) return view;
      // Beyond the limit it no longer matters by how much.
      const from = Math.min(start, toolLimit.count);
      const known = before.get(view);
      const kept =
        known?.start === from
          ? known.view
          : { ...view, rows: withLimit(view.rows, from, toolLimit), base: view };
      next.set(view, { start: from, view: kept });
      return kept;
    });
    before = next;
    return result;
  };
}

function withLimit(
  rows: readonly ExposureRow[],
  start: number,
  limit: NonNullable<LintHost['profile']['toolLimit']>,
): ExposureRow[] {
  let count = start;
  return rows.map((row) => {
    if (!competes(row)) return row;
    count += 1;
    if (count <= limit.count || !row.declared) return row;
    return {
      ...row,
      exposure: 'absent',
      reason: 'over-limit',
      rules: limit.rules,
      declared: false,
      reach: 'none',
      dispatchable: false,
    };
  });
}
