import { formatMs } from '../../frame/format.ts';

/** Calls that took from `from` to `to`, ms. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

export const binLabel = ({ to }: Bin): string => `≤ ${formatMs(to)}`;
