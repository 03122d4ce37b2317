import { isObject } from '../../json.ts';
import type { ConfigurationRules, Expanded, PermissionRules, ServerTable, SettingsLayer } from '../types.ts';

/** Weakest first (CC-1.04). */
const LAYERS: readonly SettingsLayer[] = ['user', 'project', 'local', 'command-line', 'managed'];
const KINDS = ['deny', 'ask', 'allow'] as const;

/** Rules of all layers add up; of anything else the strongest layer's value counts (CC-1.04). */
export const claudeSettings: ConfigurationRules['settings'] = (layers) => {
  const values: Record<string, unknown> = {};
  const rules = { deny: [], ask: [], allow: [] } as { [Kind in keyof PermissionRules]-?: string[] };
  for (const layer of LAYERS) {
    const { permissions, ...own } = layers[layer] ?? {};
    Object.assign(values, own);
    if (!isObject(permissions)) continue;
    const { deny, ask, allow, ...others } = permissions;
    if (Object.keys(others).length > 0) {
      const before = values['permissions'];
      values['permissions'] = { ...(isObject(before) ? before : {}), ...others };
    }
    const lists = { deny, ask, allow };
    for (const kind of KINDS) {
      const list = lists[kind];
      if (Array.isArray(list)) rules[kind].push(...list.filter((rule) => typeof rule === 'string'));
    }
  }
  return { values, rules, facts: ['CC-1.04'] };
};

const TAKES_VARIABLES = new Set(['command', 'args', 'env', 'url', 'headers']);
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** `${VAR}` and `${VAR:-text}` in five members; what is not set and has no text stays as it is written (CC-1.03, CC-1.07). */
export function claudeExpand(entry: ServerTable, environment: Readonly<Record<string, string>>): Expanded {
  const unset = new Set<string>();
  const into = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value.replaceAll(VARIABLE, (whole, name: string, fallback: string | undefined) => {
        if (Object.hasOwn(environment, name)) return environment[name] ?? '';
        if (fallback === undefined) unset.add(name);
        return fallback ?? whole;
      });
    }
    if (Array.isArray(value)) return value.map(into);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, into(one)]))
      : value;
  };
  const value = Object.fromEntries(
    Object.entries(entry).map(([member, one]) => [member, TAKES_VARIABLES.has(member) ? into(one) : one]),
  );
  return { value, unset: [...unset], rules: unset.size === 0 ? ['CC-1.03'] : ['CC-1.03', 'CC-1.07'] };
}
