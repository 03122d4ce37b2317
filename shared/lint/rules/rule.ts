import type { LintRule } from '../types.ts';

/** Keeps the code of a rule as a word of its own, so that all codes together are a type. */
export const rule = <const Code extends string>(own: LintRule<Code>): LintRule<Code> => own;
