import type { AssumptionCode } from '../hosts/index.ts';

const ABOUT_NAMES: readonly AssumptionCode[] = ['no-primary-source', 'name-collision-order', 'server-label'];
const ABOUT_FORM: readonly AssumptionCode[] = ['no-primary-source', 'wire-form'];

/** The guesses that `wanted` names, out of a list that thousands of rows share; the answer is shared as well. */
function among(wanted: readonly AssumptionCode[]) {
  const known = new WeakMap<readonly AssumptionCode[], readonly AssumptionCode[]>();
  return (codes: readonly AssumptionCode[]): readonly AssumptionCode[] => {
    const before = known.get(codes);
    if (before !== undefined) return before;
    const found = codes.filter((code) => wanted.includes(code));
    known.set(codes, found);
    return found;
  };
}

/** Of all that a row rests on, the guesses that touch its name. */
export const aboutNames = among(ABOUT_NAMES);

/** The same, as far as they touch how a definition is written down. */
export const aboutForm = among(ABOUT_FORM);
