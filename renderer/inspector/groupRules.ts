export interface RuleGroup {
  readonly fact: string;
  /** The steps of the fact's procedure that were walked. */
  readonly steps: readonly string[];
}

/** Steps of one fact together: `CX-6.1/1`, `CX-6.1/2` become CX-6.1 with steps 1 and 2. */
export function groupRules(rules: readonly string[]): readonly RuleGroup[] {
  const groups = new Map<string, string[]>();
  for (const rule of rules) {
    const [fact = rule, step] = rule.split('/');
    const steps = groups.get(fact) ?? [];
    if (step !== undefined) steps.push(step);
    groups.set(fact, steps);
  }
  return [...groups].map(([fact, steps]) => ({ fact, steps }));
}
