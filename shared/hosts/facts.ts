/** The facts that host profiles rest on. `docs/hosts.md` prints this list; a test keeps the two in step. */
import { CLAUDE_FACTS } from './facts/claude.ts';
import { CODEX_FACTS } from './facts/codex.ts';
import type { Fact } from './facts/fact.ts';

export type { Fact };

export type FactId = (typeof CODEX_FACTS | typeof CLAUDE_FACTS)[number]['id'];

export const FACTS: readonly Fact[] = [...CODEX_FACTS, ...CLAUDE_FACTS];

const byId = new Map(FACTS.map((fact) => [fact.id, fact]));

/** The fact behind a rule reference such as `CX-6.1/2`. */
export function factOf(rule: string): Fact | undefined {
  const slash = rule.indexOf('/');
  return byId.get(slash === -1 ? rule : rule.slice(0, slash));
}
