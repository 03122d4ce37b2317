import { globMatches } from '../glob.ts';
import { modeOf } from '../mode.ts';
import type { GeminiMode, HostMode, PermissionRules, RuleRef, ToolAnnotations, ToolRoute } from '../types.ts';
import { geminiSpelling, serverRuleCovers } from './names.ts';

export interface PolicyInput {
  route: ToolRoute;
  annotations: ToolAnnotations | undefined;
  mode: HostMode | undefined;
  rules: PermissionRules | undefined;
  trust: boolean | undefined;
  allowed: boolean | undefined;
  trustedFolder: boolean | undefined;
  session: boolean | undefined;
  interactive: boolean | undefined;
}

export interface PolicyAnswer {
  decision: 'allow' | 'ask' | 'deny';
  /** The steps that were looked at, in order. */
  path: readonly RuleRef[];
  by: 'rule' | 'trust' | 'memory' | 'mode' | 'default';
}

const MODES: readonly GeminiMode[] = ['default', 'autoEdit', 'yolo', 'plan'];

export const geminiMode = (mode: HostMode | undefined): GeminiMode | undefined => modeOf(mode, MODES);

/**
 * The policy engine: the first rule by priority decides (GM-6.1). The same answer, taken without arguments, says whether
 * the model is shown the tool at all: what is denied is not declared (GM-4.1).
 */
export function geminiPolicy(input: PolicyInput): PolicyAnswer {
  const { route, rules, annotations, interactive = true } = input;
  const mode = geminiMode(input.mode) ?? 'default';
  const { name } = geminiSpelling(route);
  const covered = serverRuleCovers({ server: route.server, name });
  const says = (patterns: readonly string[] | undefined): boolean =>
    (patterns ?? []).some((pattern) => covers(pattern, route, name));
  const path: RuleRef[] = [];
  const step = (number: number): void => void path.push(`GM-6.1/${number}`);
  const answer = (decision: PolicyAnswer['decision'], by: PolicyAnswer['by']): PolicyAnswer => ({
    decision,
    path,
    by,
  });

  step(1);
  if (says(rules?.deny)) return answer('deny', 'rule');
  step(2);
  if (says(rules?.ask)) return answer('ask', 'rule');
  step(3);
  if (says(rules?.allow)) return answer('allow', 'rule');
  if (mode !== 'plan') {
    step(4);
    if (input.trust === true && input.trustedFolder !== false && covered) return answer('allow', 'trust');
    step(5);
    if (input.allowed === true && covered) return answer('allow', 'trust');
  }
  step(6);
  if (input.session === true) return answer('allow', 'memory');
  step(7);
  if (mode === 'yolo') return answer('allow', 'mode');
  if (mode === 'plan') {
    return answer(annotations?.readOnlyHint === true && interactive ? 'ask' : 'deny', 'mode');
  }
  step(8);
  return answer(interactive ? 'ask' : 'deny', 'default');
}

/** `mcp_server_*` compares the raw server name; any other pattern is a tool's whole name or `*` (GM-6.2). */
function covers(pattern: string, route: ToolRoute, name: string): boolean {
  if (pattern === '*' || pattern === 'mcp_*') return true;
  const server = /^mcp_(.*)_\*$/s.exec(pattern)?.[1];
  if (server !== undefined) {
    return server === route.server && serverRuleCovers({ server: route.server, name });
  }
  return globMatches(pattern, name);
}
