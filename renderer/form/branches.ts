import { isObject } from '../../shared/json.ts';
import { quickMatch } from './quickMatch.ts';

const propertiesOf = (branch: unknown): Record<string, unknown> =>
  isObject(branch) && isObject(branch['properties']) ? branch['properties'] : {};

/** How many members of a value a branch speaks of. */
const known = (branch: unknown, value: unknown): number => {
  const properties = propertiesOf(branch);
  return isObject(value) ? Object.keys(value).filter((name) => Object.hasOwn(properties, name)).length : 0;
};

/**
 * Which branch of a union shows a value. The chosen one stays while nothing speaks against it: a branch that is being
 * filled in does not fit yet. It gives way to one that fits and speaks of more of the value.
 */
export function branchOf(
  branches: readonly unknown[],
  value: unknown,
  root: unknown,
  chosen: number | undefined,
): number {
  const fits = (at: number): boolean => quickMatch(branches[at], value, root);
  const stays =
    chosen !== undefined &&
    chosen < branches.length &&
    (value === undefined || quickMatch(branches[chosen], value, root, true));
  if (stays) {
    const own = known(branches[chosen], value);
    const better = branches.findIndex((branch, at) => fits(at) && known(branch, value) > own);
    return better < 0 ? chosen : better;
  }
  if (value === undefined) return 0;
  const score = (branch: unknown, at: number): number =>
    (fits(at) ? 2000 : quickMatch(branch, value, root, true) ? 1000 : 0) +
    Math.min(999, known(branch, value));
  const scores = branches.map(score);
  return Math.max(0, scores.indexOf(Math.max(...scores)));
}

/** Members that a branch requires and that can have one value only, such as the one that names the branch. */
export function fixedMembers(branch: unknown): Readonly<Record<string, unknown>> {
  const required: unknown = isObject(branch) ? branch['required'] : undefined;
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.fromEntries(
    Object.entries(propertiesOf(branch)).flatMap(([name, member]) => {
      const list: unknown = isObject(member) ? member['enum'] : undefined;
      return names.includes(name) && Array.isArray(list) && list.length === 1 ? [[name, list[0]]] : [];
    }),
  );
}

/** A value carried over to another branch: what fits there stays, what only the old branch speaks of goes. */
export function carryOver(from: unknown, to: unknown, value: unknown, root: unknown): unknown {
  const isForm = Object.keys(propertiesOf(to)).length > 0;
  if (!isForm) {
    if (isObject(to) && Array.isArray(to['enum']) && to['enum'].length === 1) return to['enum'][0];
    if (isObject(to) && to['type'] === 'null') return null;
    return value !== undefined && quickMatch(to, value, root, true) ? value : undefined;
  }
  const kept = Object.entries(isObject(value) ? value : {}).filter(([name, member]) => {
    const there = propertiesOf(to)[name];
    return there === undefined
      ? !Object.hasOwn(propertiesOf(from), name)
      : quickMatch(there, member, root, true);
  });
  return { ...Object.fromEntries(kept), ...fixedMembers(to) };
}
