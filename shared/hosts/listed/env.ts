import type { ChildEnvSettings } from '../types.ts';

/** A stdio child that inherits everything, its own variables on top. What such a host holds back is not known. */
export function inheritedEnv(
  parent: Readonly<Record<string, string>>,
  own: ChildEnvSettings,
): Record<string, string> {
  return { ...parent, ...own.env };
}
