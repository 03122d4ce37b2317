import { isObject, spell } from '../../json.ts';
import { globMatches } from '../glob.ts';
import type { ToolRoute } from '../types.ts';
import { claudeName, sanitiseClaude } from './names.ts';

export type RuleKind = 'deny' | 'ask' | 'allow';

/** Does a permission rule cover this call (CC-5.02)? */
export function ruleMatches(rule: string, kind: RuleKind, route: ToolRoute, args?: unknown): boolean {
  const parameter = /^(.*?)\(([^:()]+):(.*)\)$/s.exec(rule);
  if (parameter !== null) {
    const [, pattern = '', name = '', value = ''] = parameter;
    // An omitted parameter never matches, and an allow rule cannot look at parameters.
    if (kind === 'allow' || !isObject(args) || !Object.hasOwn(args, name)) return false;
    return spell(args[name]) === value && ruleMatches(pattern, kind, route);
  }
  const server = `mcp__${sanitiseClaude(route.server)}`;
  if (rule === server) return true;
  const star = rule.indexOf('*');
  if (star === -1) return rule === claudeName(route);
  if (kind === 'allow' && !rule.slice(0, star).startsWith(`${server}__`)) return false;
  return globMatches(rule, claudeName(route));
}

/** A bare or glob deny rule takes the tool out of the context altogether (CC-4.06). */
export function removesFromContext(rule: string, route: ToolRoute): boolean {
  return !rule.includes('(') && ruleMatches(rule, 'deny', route);
}
