import { isObject } from '../../shared/json.ts';

const MAX_STEPS = 1000;

/**
 * Does the value have the outline of the schema? Decides which branch of a choice the form shows, on the page itself, so it
 * looks only at what is cheap: types, listed values, required and nested properties. The real check runs in a worker.
 * Loosely, what is not there yet does not count against it.
 */
export function quickMatch(schema: unknown, value: unknown, root: unknown, loosely = false): boolean {
  let steps = 0;

  const matches = (part: unknown, inner: unknown): boolean => {
    if (typeof part === 'boolean') return part;
    if (!isObject(part) || ++steps > MAX_STEPS) return true;
    if (inner === null && part['nullable'] === true) return true;
    if (typeof part['$ref'] === 'string' && !matches(resolveReference(part['$ref'], root), inner))
      return false;
    return (
      hasType(part['type'], inner) &&
      isListed(part, inner) &&
      hasMembers(part, inner) &&
      hasBranches(part, inner)
    );
  };

  const hasMembers = (part: Record<string, unknown>, inner: unknown): boolean => {
    if (Array.isArray(inner)) {
      const { items } = part;
      return items === undefined || Array.isArray(items) || inner.every((item) => matches(items, item));
    }
    if (!isObject(inner)) return true;
    const required = Array.isArray(part['required']) ? part['required'] : [];
    if (!loosely && !required.every((name) => typeof name !== 'string' || inner[name] !== undefined))
      return false;
    const properties = isObject(part['properties']) ? part['properties'] : {};
    return Object.entries(properties).every(
      ([name, member]) => inner[name] === undefined || matches(member, inner[name]),
    );
  };

  const hasBranches = (part: Record<string, unknown>, inner: unknown): boolean => {
    const { allOf, anyOf, oneOf, not } = part;
    if (Array.isArray(allOf) && !allOf.every((branch) => matches(branch, inner))) return false;
    if (Array.isArray(anyOf) && anyOf.length > 0 && !anyOf.some((branch) => matches(branch, inner)))
      return false;
    if (Array.isArray(oneOf) && oneOf.length > 0 && !oneOf.some((branch) => matches(branch, inner)))
      return false;
    return not === undefined || !matches(not, inner);
  };

  return matches(schema, value);
}

/** What a reference within a document points at; undefined where it points nowhere. */
export function resolveReference(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return {};
  let at = root;
  for (const token of reference.slice(1).split('/').slice(1)) {
    const key = decoded(token).replaceAll('~1', '/').replaceAll('~0', '~');
    at = Array.isArray(at) ? at[Number(key)] : isObject(at) ? at[key] : undefined;
  }
  return at;
}

function decoded(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function hasType(type: unknown, value: unknown): boolean {
  if (typeof type === 'string') return isOfType(type, value);
  if (Array.isArray(type)) return type.some((one) => typeof one === 'string' && isOfType(one, value));
  return true;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function isListed(part: Record<string, unknown>, value: unknown): boolean {
  if ('const' in part && !isSame(part['const'], value)) return false;
  return !Array.isArray(part['enum']) || part['enum'].some((one) => isSame(one, value));
}

/** Listed values are nearly always scalars; containers are left to the worker. */
const isSame = (a: unknown, b: unknown): boolean =>
  isObject(a) || Array.isArray(a) ? typeof a === typeof b : a === b;
