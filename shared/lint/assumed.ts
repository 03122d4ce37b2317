import type { AssumptionCode } from '../hosts/index.ts';

const ABOUT_NAMES: readonly AssumptionCode[] = ['no-primary-source', 'name-collision-order', 'server-label'];
const ABOUT_FORM: readonly AssumptionCode[] = ['no-primary-source', 'wire-form'];

/** Of all that a row rests on, the guesses that touch its name. */
export const aboutNames = (codes: readonly AssumptionCode[]): AssumptionCode[] =>
  codes.filter((code) => ABOUT_NAMES.includes(code));

/** The same, as far as they touch how a definition is written down. */
export const aboutForm = (codes: readonly AssumptionCode[]): AssumptionCode[] =>
  codes.filter((code) => ABOUT_FORM.includes(code));
