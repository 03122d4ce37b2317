import type { HostPlan } from '../hosts/index.ts';
import { aboutNames } from './assumed.ts';
import { RULES, type LintCode } from './rules.ts';
import type { Hit, LintHost, LintRule, ServerView, SetContext, ToolContext } from './types.ts';

/** One hit of one rule at one host. */
export interface Raised {
  readonly rule: LintRule<LintCode>;
  readonly host: LintHost;
  readonly tool?: string;
  /** Of a rule that gathers: every tool that it hit; `hit` is the first. */
  readonly tools?: readonly string[];
  readonly hit: Hit;
}

type Rule = LintRule<LintCode>;

const rules: readonly Rule[] = RULES;
const byFinding = new Map(
  rules.flatMap((rule) => (rule.by === 'finding' ? rule.findings.map((code) => [code, rule] as const) : [])),
);
const toolRules = rules.filter((rule) => rule.by === 'tool');
const serverRules = rules.filter((rule) => rule.by === 'server');
const setRules = rules.filter((rule) => rule.by === 'set');

/** Every hit of every rule about one server at one host. `plan` tells what its tools lose. */
export function judgeServer(host: LintHost, view: ServerView, plan: HostPlan): readonly Raised[] {
  const raised: Raised[] = [];
  const gathered = new Map<Rule, { readonly hit: Hit; readonly tools: string[] }>();
  const raise = (rule: Rule, tool: string, hit: Hit): void => {
    if (rule.gather !== true) raised.push({ rule, host, tool, hit });
    else {
      const before = gathered.get(rule);
      if (before === undefined) gathered.set(rule, { hit, tools: [tool] });
      else before.tools.push(tool);
    }
  };
  for (const [index, tool] of view.server.tools.entries()) {
    const row = view.rows[index];
    if (row === undefined) continue;
    // A duplicate is not a tool of its own: what its route loses was said of the first.
    const losses = row.dropped === true ? undefined : plan.losses(tool);
    const context: ToolContext = { host, view, tool, row, losses };
    for (const findings of [row.findings, losses?.findings ?? []]) {
      for (const { code, message, rules: facts } of findings) {
        const rule = byFinding.get(code);
        if (rule === undefined) continue;
        raise(rule, tool.tool, { says: message, rules: facts, assumed: aboutNames(row.assumed) });
      }
    }
    for (const rule of toolRules) {
      const hit = rule.find(context);
      if (hit !== undefined) raise(rule, tool.tool, hit);
    }
  }
  for (const [rule, { hit, tools }] of gathered) raised.push({ rule, host, tools, hit });
  for (const rule of serverRules) {
    const hit = rule.find({ host, view });
    if (hit !== undefined) raised.push({ rule, host, hit });
  }
  return raised;
}

export function judgeSet(context: SetContext): readonly Raised[] {
  return setRules.flatMap((rule) => {
    const hit = rule.find(context);
    return hit === undefined ? [] : [{ rule, host: context.host, hit }];
  });
}
