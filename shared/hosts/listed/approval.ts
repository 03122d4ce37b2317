import { globMatches } from '../glob.ts';
import type {
  ApprovalInput,
  ApprovalResult,
  AssumptionCode,
  RuleRef,
  ToolRoute,
  UserAnswer,
} from '../types.ts';

/** What one step of an approval comes to; undefined leaves it to the next. */
export type Outcome =
  | { kind: 'run'; by: ApprovalResult['by'] }
  | { kind: 'deny'; by: ApprovalResult['by']; message: string }
  | { kind: 'ask'; why: string }
  | { kind: 'guardian' };

export interface Flow {
  readonly input: ApprovalInput;
  readonly route: ToolRoute;
  assume(code: AssumptionCode): void;
  /** A further fact that the decision rests on. */
  rest(...rules: readonly RuleRef[]): void;
}

export interface Step {
  /** The numbered step of the fact that describes the order. */
  readonly rule: RuleRef;
  decide(flow: Flow): Outcome | undefined;
}

export interface LastStage {
  readonly rule: RuleRef;
  readonly offers: readonly UserAnswer['choice'][];
  /** What becomes of a question that nobody can answer. */
  readonly headless: Outcome;
  readonly remember: (
    route: ToolRoute,
    choice: 'acceptForSession' | 'acceptAndRemember',
  ) => ApprovalResult['remember'] | undefined;
}

const TEXTS = {
  rejected: 'The user rejected this call.',
  cancelled: 'The user cancelled.',
} as const;

/** Walks the steps in order; whatever nobody decided goes to the user. */
export function walkApproval(input: ApprovalInput, steps: readonly Step[], last: LastStage): ApprovalResult {
  const path: RuleRef[] = [];
  const rules: RuleRef[] = [];
  const assumed: AssumptionCode[] = [];
  const flow: Flow = {
    input,
    route: input.route ?? { server: '', tool: '' },
    assume: (code) => void (assumed.includes(code) || assumed.push(code)),
    rest: (...more) => void rules.push(...more.filter((rule) => !rules.includes(rule))),
  };
  const common = { path, rules, assumed };
  let why = 'Nothing allows this call beforehand.';
  for (const step of steps) {
    path.push(step.rule);
    const outcome = step.decide(flow);
    if (outcome === undefined) continue;
    if (outcome.kind !== 'ask') return finish(common, outcome);
    why = outcome.why;
    break;
  }
  path.push(last.rule);
  if (input.answer !== undefined) return answered(common, flow.route, input.answer, last);
  if (input.interactive === undefined) flow.assume('interactive');
  if (input.interactive === false) return finish(common, last.headless);
  return {
    ...common,
    decision: 'ask',
    by: 'user',
    question: { kind: 'user', via: 'prompt', offers: last.offers, why },
  };
}

type Common = Pick<ApprovalResult, 'path' | 'rules' | 'assumed'>;

function finish(common: Common, outcome: Outcome): ApprovalResult {
  switch (outcome.kind) {
    case 'run':
      return { ...common, decision: 'run', outcome: 'run', by: outcome.by };
    case 'deny':
      return { ...common, decision: 'deny', outcome: 'decline', by: outcome.by, message: outcome.message };
    case 'guardian':
      return { ...common, decision: 'ask', by: 'guardian', question: { kind: 'guardian' } };
    case 'ask':
      return {
        ...common,
        decision: 'ask',
        by: 'user',
        question: { kind: 'user', via: 'prompt', offers: [], why: outcome.why },
      };
  }
}

function answered(
  common: Common,
  route: ToolRoute,
  answer: UserAnswer,
  { remember, offers }: LastStage,
): ApprovalResult {
  switch (answer.choice) {
    case 'accept':
      return { ...common, decision: 'run', outcome: 'accept', by: 'user' };
    case 'acceptForSession':
    case 'acceptAndRemember': {
      // A host that does not offer to remember takes the answer for this once.
      const kept = offers.includes(answer.choice) ? remember(route, answer.choice) : undefined;
      return {
        ...common,
        decision: 'run',
        outcome: kept === undefined ? 'accept' : answer.choice,
        by: 'user',
        ...(kept === undefined ? {} : { remember: kept }),
      };
    }
    case 'decline':
      return finish(common, { kind: 'deny', by: 'user', message: answer.message ?? TEXTS.rejected });
    case 'cancel':
      return { ...common, decision: 'deny', outcome: 'cancel', by: 'user', message: TEXTS.cancelled };
  }
}

/** Does one of these patterns name the tool in one of its spellings? */
export function names(patterns: readonly string[] | undefined, ...spellings: readonly string[]): boolean {
  if (patterns === undefined) return false;
  return patterns.some((pattern) => spellings.some((one) => globMatches(pattern, one)));
}
