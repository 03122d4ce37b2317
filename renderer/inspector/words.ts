import { describeAssumption, describeReason } from '../../shared/hosts/index.ts';

// A capture may come from a newer writer, so a code can be none of those the tables know: they then give nothing.
interface Words {
  of(code: string): string | undefined;
}

const reasons: Words = { of: describeReason };
const assumptions: Words = { of: describeAssumption };

/** A code as the words it is made of. */
export const spell = (code: string): string => code.replaceAll('-', ' ');

export const sayReason = (code: string): string => reasons.of(code) ?? `${spell(code)}.`;
export const sayAssumption = (code: string): string => assumptions.of(code) ?? `${spell(code)}.`;
