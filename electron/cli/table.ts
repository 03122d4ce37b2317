import stringWidth from 'string-width';
import { plainLine } from './plain.ts';

const gap = '  ';

interface TableOptions {
  /** Columns of the terminal; longer lines are cut. */
  readonly width?: number | undefined;
  readonly indent?: number;
}

/** Rows as aligned columns, one line each. Cells are made fit for a terminal here. */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string[] {
  const { width = Number.POSITIVE_INFINITY, indent = 0 } = options;
  const cells = rows.map((row) => row.map(plainLine));
  const widths: number[] = [];
  for (const row of cells) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, stringWidth(cell));
    }
  }
  return cells.map((row) => {
    const padded = row.map((cell, column) =>
      column === row.length - 1 ? cell : cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)),
    );
    return cut(' '.repeat(indent) + padded.join(gap).trimEnd(), width);
  });
}

/** Cuts by terminal cells, never inside a character. */
export function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let out = '';
  let used = 1;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    out += segment;
  }
  return `${out}…`;
}
