import { f64, grownU32, u32, u8 } from './columns.ts';
import { RANK } from './styles.ts';

/** Sixteen slices a block, sixteen blocks a block of the next level. */
export const BLOCK_BITS = 4;
export const BLOCK = 1 << BLOCK_BITS;

/** The columns an index reads: slices sorted by start that never overlap, so their ends are sorted too. */
export interface SliceColumns {
  readonly n: number;
  readonly start: Float64Array;
  readonly end: Float64Array;
  readonly style: Uint8Array;
}

/** True when slice `a` should stand for a block rather than `b`: higher rank first, then longer. */
export function outranks(columns: SliceColumns, a: number, b: number): boolean {
  const rankA = u8(RANK, u8(columns.style, a));
  const rankB = u8(RANK, u8(columns.style, b));
  if (rankA !== rankB) return rankA > rankB;
  return f64(columns.end, a) - f64(columns.start, a) > f64(columns.end, b) - f64(columns.start, b);
}

/**
 * The level-of-detail index of one track: a forest of blocks, one number a block. Because slices do not overlap, the extent
 * of a block is [start of its first, end of its last]; all that has to be stored is which slice represents it.
 */
export class BlockIndex {
  /** `levels[k][b]` represents slices `b·16^(k+1)` to `(b+1)·16^(k+1)`. A level exists once the one below has two blocks. */
  readonly levels: Uint32Array[] = [];
  readonly #columns: SliceColumns;

  constructor(columns: SliceColumns) {
    this.#columns = columns;
  }

  /** A slice was added at the end, at position `i`. */
  pushed(i: number): void {
    for (
      let level = 0, shift = BLOCK_BITS;
      level < this.levels.length || i >> (shift - BLOCK_BITS) > 0;
      level++, shift += BLOCK_BITS
    ) {
      let blocks = this.levels[level];
      if (blocks === undefined) {
        this.levels[level] = new Uint32Array(4);
        this.#rebuildBlock(level, 0);
        continue;
      }
      const block = i >> shift;
      if (block >= blocks.length) {
        blocks = grownU32(blocks, blocks.length * 2);
        this.levels[level] = blocks;
      }
      if ((i & ((1 << shift) - 1)) === 0) blocks[block] = i;
      else if (outranks(this.#columns, i, u32(blocks, block))) blocks[block] = i;
      else break; // it does not represent this block, so it represents no larger one
    }
  }

  /** Slice `i` changed its end or style: one block a level is looked at again. */
  changed(i: number): void {
    for (let level = 0; level < this.levels.length; level++)
      this.#rebuildBlock(level, i >> (BLOCK_BITS * (level + 1)));
  }

  /** Slices from `i` on moved by one place (an insert or a removal before them). */
  shifted(i: number): void {
    const { n } = this.#columns;
    if (n === 0) {
      this.levels.length = 0;
      return;
    }
    const first = Math.min(i, n - 1);
    for (let level = 0, shift = BLOCK_BITS; level < this.levels.length; level++, shift += BLOCK_BITS) {
      const count = ((n - 1) >> shift) + 1;
      const blocks = this.levels[level];
      if (blocks !== undefined && count > blocks.length) this.levels[level] = grownU32(blocks, count * 2);
      for (let block = first >> shift; block < count; block++) this.#rebuildBlock(level, block);
    }
  }

  #rebuildBlock(level: number, block: number): void {
    const columns = this.#columns;
    const shift = BLOCK_BITS * (level + 1);
    const low = block << shift;
    const high = Math.min(columns.n, (block + 1) << shift);
    const blocks = this.levels[level];
    if (blocks === undefined || low >= columns.n) return;
    const below = level === 0 ? undefined : this.levels[level - 1];
    let best = low;
    if (below === undefined) {
      for (let i = low + 1; i < high; i++) if (outranks(columns, i, best)) best = i;
    } else {
      const first = block << BLOCK_BITS;
      const last = ((high - 1) >> (shift - BLOCK_BITS)) + 1;
      best = u32(below, first);
      for (let child = first + 1; child < last; child++) {
        const candidate = u32(below, child);
        if (outranks(columns, candidate, best)) best = candidate;
      }
    }
    blocks[block] = best;
  }
}
