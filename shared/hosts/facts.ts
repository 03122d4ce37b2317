/** The facts that host profiles rest on. `docs/hosts.md` prints this list; a test keeps the two in step. */
import { CLAUDE_BACKGROUND_FACTS } from './facts/claude-background.ts';
import { CLAUDE_FACTS } from './facts/claude.ts';
import { CLINE_FACTS } from './facts/cline.ts';
import { CODEX_FACTS } from './facts/codex.ts';
import { CONTINUE_FACTS } from './facts/continue.ts';
import { COPILOT_FACTS } from './facts/copilot.ts';
import { CURSOR_FACTS } from './facts/cursor.ts';
import { GEMINI_FACTS } from './facts/gemini.ts';
import { GOOSE_FACTS } from './facts/goose.ts';
import { OPENCODE_FACTS } from './facts/opencode.ts';
import { QWEN_FACTS } from './facts/qwen.ts';
import { VSCODE_FACTS } from './facts/vscode.ts';
import type { Fact } from './facts/fact.ts';

export type { Fact };

const EVERY = [
  ...CODEX_FACTS,
  ...CLAUDE_FACTS,
  ...CLAUDE_BACKGROUND_FACTS,
  ...GEMINI_FACTS,
  ...QWEN_FACTS,
  ...OPENCODE_FACTS,
  ...COPILOT_FACTS,
  ...CLINE_FACTS,
  ...CONTINUE_FACTS,
  ...VSCODE_FACTS,
  ...GOOSE_FACTS,
  ...CURSOR_FACTS,
] as const;

export type FactId = (typeof EVERY)[number]['id'];

export const FACTS: readonly Fact[] = EVERY;

const byId = new Map(FACTS.map((fact) => [fact.id, fact]));

/** The fact behind a rule reference such as `CX-6.1/2`. */
export function factOf(rule: string): Fact | undefined {
  const slash = rule.indexOf('/');
  return byId.get(slash === -1 ? rule : rule.slice(0, slash));
}

/** Strongest first. */
const GRADES: readonly Fact['grade'][] = ['measured', 'read', 'documented', 'reported'];

/** The weakest grade among the facts behind these rules: a statement is as sure as the least of what it rests on. */
export function gradeOf(rules: readonly string[]): Fact['grade'] | undefined {
  const ranks = rules.flatMap((rule) => {
    const fact = factOf(rule);
    return fact === undefined ? [] : [GRADES.indexOf(fact.grade)];
  });
  return ranks.length === 0 ? undefined : GRADES[Math.max(...ranks)];
}
