import type { DiffLine } from '../../components/DiffView.tsx';

const MOST = 2000;

/** The lines of two texts side by side, by their longest common subsequence. Texts beyond 2,000 lines are replaced whole. */
export function textDiff(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  const removed = (lines: readonly string[]): DiffLine[] =>
    lines.map((text) => ({ change: 'removed', text }));
  const added = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ change: 'added', text }));
  if (a.length > MOST || b.length > MOST) return [...removed(a), ...added(b)];

  const lengths = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i] ?? '', b[j] ?? ''];
    if (left === right) {
      lines.push({ change: 'kept', text: left });
      i++;
      j++;
    } else if (at(lengths, i + 1, j) >= at(lengths, i, j + 1)) {
      lines.push({ change: 'removed', text: left });
      i++;
    } else {
      lines.push({ change: 'added', text: right });
      j++;
    }
  }
  return [...lines, ...removed(a.slice(i)), ...added(b.slice(j))];
}

const at = (table: readonly Uint16Array[], i: number, j: number): number => table[i]?.[j] ?? 0;

/** `table[i][j]`: how many lines the rest of `a` from i and the rest of `b` from j have in common, in order. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const row = table[i];
      if (row)
        row[j] =
          a[i] === b[j] ? at(table, i + 1, j + 1) + 1 : Math.max(at(table, i + 1, j), at(table, i, j + 1));
    }
  }
  return table;
}
