import type { ExposureRow, HostFinding, HostPlan, HostTool } from '../hosts/index.ts';
import { NO_FINDINGS } from '../hosts/rows.ts';
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

interface RuleHit {
  readonly rule: Rule;
  readonly hit: Hit;
}

/** What was found about one server at one host. */
export interface Judged {
  readonly raised: readonly Raised[];
  /** The same by tool, for a later view that differs in some rows only. */
  readonly hits: readonly (readonly RuleHit[])[];
}

/** Every hit of every rule about one server at one host. `plan` tells what its tools lose. */
export function judgeServer(host: LintHost, view: ServerView, plan: HostPlan): Judged {
  const share = sharedLists();
  const hits = view.server.tools.map((tool, index) => share(judgeTool(host, view, index, tool, plan)));
  return assemble(host, view, hits);
}

/** The same for a view that was made of one that is judged already; only the rows that differ are looked at. */
export function judgeChanged(
  host: LintHost,
  view: ServerView,
  before: { readonly view: ServerView; readonly judged: Judged },
  planOf: (tools: readonly HostTool[]) => HostPlan,
): Judged {
  const { tools } = view.server;
  const isSame = (index: number): boolean => view.rows[index] === before.view.rows[index];
  const plan = planOf(tools.filter((_, index) => !isSame(index)));
  const hits = tools.map((tool, index) =>
    isSame(index) ? (before.judged.hits[index] ?? NONE) : judgeTool(host, view, index, tool, plan),
  );
  return assemble(host, view, hits);
}

/** Nearly every tool has none at a given host; they share one list. */
const NONE: readonly RuleHit[] = [];

function judgeTool(
  host: LintHost,
  view: ServerView,
  index: number,
  tool: HostTool,
  plan: HostPlan,
): readonly RuleHit[] {
  const row = view.rows[index];
  if (row === undefined) return NONE;
  // A duplicate is not a tool of its own: what its route loses was said of the first.
  const losses = row.dropped === true ? undefined : plan.losses(tool);
  let found: RuleHit[] | undefined;
  for (const finding of row.findings) {
    const hit = ofFinding(finding, row);
    if (hit !== undefined) (found ??= []).push(hit);
  }
  for (const finding of losses?.findings ?? NO_FINDINGS) {
    const hit = ofFinding(finding, row);
    if (hit !== undefined) (found ??= []).push(hit);
  }
  const context: ToolContext = { host, view, tool, row, losses };
  for (const rule of toolRules) {
    const hit = rule.find(context);
    if (hit !== undefined) (found ??= []).push(ruleHit(rule, hit));
  }
  return found ?? NONE;
}

/** Tools of one server mostly have the same hits; equal lists become one, and none keeps the room that it grew by. */
function sharedLists(): (list: readonly RuleHit[]) => readonly RuleHit[] {
  const latest: (readonly RuleHit[])[] = [];
  return (list) => {
    if (list.length === 0) return NONE;
    const same = latest.find((one) => one.length === list.length && one.every((hit, at) => hit === list[at]));
    if (same !== undefined) return same;
    const kept = list.slice();
    latest.unshift(kept);
    if (latest.length > MOST_LATEST) latest.pop();
    return kept;
  };
}

const MOST_LATEST = 8;

function ofFinding({ code, message, rules: facts }: HostFinding, row: ExposureRow): RuleHit | undefined {
  const rule = byFinding.get(code);
  return rule && { rule, hit: { says: message, rules: facts, assumed: aboutNames(row.assumed) } };
}

/** Many tools share a hit in which nothing is about one of them; then they share this as well. */
const ruleHits = new WeakMap<Hit, RuleHit>();

function ruleHit(rule: Rule, hit: Hit): RuleHit {
  if (hit.place !== undefined) return { rule, hit };
  const known = ruleHits.get(hit);
  if (known?.rule === rule) return known;
  const made = { rule, hit };
  ruleHits.set(hit, made);
  return made;
}

function assemble(host: LintHost, view: ServerView, hits: Judged['hits']): Judged {
  const raised: Raised[] = [];
  const gathered = new Map<Rule, { readonly hit: Hit; readonly tools: string[] }>();
  view.server.tools.forEach(({ tool }, index) => {
    for (const { rule, hit } of hits[index] ?? NONE) {
      if (rule.gather !== true) {
        raised.push({ rule, host, tool, hit });
        continue;
      }
      const before = gathered.get(rule);
      if (before === undefined) gathered.set(rule, { hit, tools: [tool] });
      else before.tools.push(tool);
    }
  });
  for (const [rule, { hit, tools }] of gathered) raised.push({ rule, host, tools, hit });
  for (const rule of serverRules) {
    const hit = rule.find({ host, view });
    if (hit !== undefined) raised.push({ rule, host, hit });
  }
  return { raised, hits };
}

export function judgeSet(context: SetContext): readonly Raised[] {
  return setRules.flatMap((rule) => {
    const hit = rule.find(context);
    return hit === undefined ? [] : [{ rule, host: context.host, hit }];
  });
}
