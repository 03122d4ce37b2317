export interface Dice {
  /** In [0, 1). */
  next(): number;
  /** A whole number in [0, limit). */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}
export function random(seed: number): Dice;
export const sound: Readonly<Record<string, () => object>>;
export function strayFrame(dice: Dice): Buffer;
export function answerFrame(dice: Dice, id: string | number, method: string): Buffer;
