import { gradeOf, type AssumptionCode, type RuleRef } from '../hosts/index.ts';
import type { Grade, Severity } from './types.ts';

/** Most severe first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
/** Strongest first. */
const GRADES: readonly Grade[] = ['measured', 'read', 'documented', 'reported'];

export const compareSeverity = (left: Severity, right: Severity): number =>
  SEVERITIES.indexOf(left) - SEVERITIES.indexOf(right);

const atMost = (severity: Severity, limit: Severity): Severity =>
  compareSeverity(severity, limit) < 0 ? limit : severity;

export const worst = (among: readonly { readonly severity: Severity }[]): Severity =>
  SEVERITIES.find((severity) => among.some((one) => one.severity === severity)) ?? 'info';

/** At least one of them is known this well. */
export const strongest = (among: readonly { readonly grade: Grade | undefined }[]): Grade | undefined =>
  GRADES.find((grade) => among.some((one) => one.grade === grade));

/** Guesses that touch the very thing that an alarm says, as far as it is about names and tools. */
const WEAKENING: readonly AssumptionCode[] = ['name-collision-order', 'wire-form', 'server-label'];

const known = new Map<string, Grade | undefined>();

export function gradeFor(rules: readonly RuleRef[]): Grade | undefined {
  const key = rules.join(' ');
  if (!known.has(key)) known.set(key, gradeOf(rules));
  return known.get(key);
}

/** A host without a first-hand source carries a hint at most; a report, or a guessed order or form, no error. */
export function borne(
  severity: Severity,
  grade: Grade | undefined,
  assumed: readonly AssumptionCode[],
): Severity {
  if (grade === undefined || assumed.includes('no-primary-source')) return 'info';
  const weak = grade === 'reported' || assumed.some((code) => WEAKENING.includes(code));
  return weak ? atMost(severity, 'warning') : severity;
}
