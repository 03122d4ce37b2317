import { isObject, parseJson } from '../../../shared/json.ts';

/** One line of a JSON stream as an object; undefined for anything else that a program may print. */
export function jsonLine(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value = parseJson(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const objectIn = (value: unknown, key: string): Record<string, unknown> => {
  const inner = isObject(value) ? value[key] : undefined;
  return isObject(inner) ? inner : {};
};

export const textIn = (value: unknown, key: string): string | undefined => {
  const inner = isObject(value) ? value[key] : undefined;
  return typeof inner === 'string' ? inner : undefined;
};

export const listIn = (value: unknown, key: string): readonly unknown[] => {
  const inner = isObject(value) ? value[key] : undefined;
  return Array.isArray(inner) ? inner : [];
};
