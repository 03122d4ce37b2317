import type { RuleRef } from '../hosts/index.ts';
import { formatJson } from '../json.ts';
import { NO_INSTRUCTIONS } from './host-facts.ts';
import type { LintHost } from './types.ts';

/** Enough of a text to know it by. */
const START = 40;

export interface InstructionsFate {
  /** `elsewhere`: not in the first request of this model class; whether later is not known. */
  readonly fate: 'whole' | 'cut' | 'not-sent' | 'elsewhere';
  readonly rules: readonly RuleRef[];
}

/** What becomes of a server's instructions. One tool stands for all: how they are shown does not depend on the tools. */
export function instructionsFate(
  { profile, settings }: LintHost,
  server: string,
  text: string,
): InstructionsFate {
  const never = NO_INSTRUCTIONS[profile.id];
  if (never !== undefined) return { fate: 'not-sent', rules: [never] };
  const plan = profile.plan([{ server, tool: 'x', inputSchema: { type: 'object', properties: {} } }], {
    ...settings,
    servers: { [server]: { instructions: text } },
  });
  const { body, rules } = plan.declare({ agents: false });
  const said = formatJson(body);
  const inner = (part: string): string => formatJson(part).slice(1, -1);
  if (said.includes(inner(text))) return { fate: 'whole', rules };
  return { fate: said.includes(inner(text.slice(0, START))) ? 'cut' : 'elsewhere', rules };
}
