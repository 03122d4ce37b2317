import { names } from '../listed/approval.ts';
import { modeOf } from '../mode.ts';
import type { ContinueMode, HostMode, PermissionRules } from '../types.ts';

const MODES: readonly ContinueMode[] = ['normal', 'auto', 'plan'];

export const continueMode = (mode: HostMode | undefined): ContinueMode | undefined => modeOf(mode, MODES);

export type Policy = { decision: 'allow' | 'ask' | 'exclude'; by: 'mode' | 'rule' | 'default' };

/** The permission of a tool before anybody is asked (CN-6.1). */
export function continuePolicy(
  tool: string,
  mode: HostMode | undefined,
  rules: PermissionRules | undefined,
  interactive: boolean,
): Policy {
  if ((continueMode(mode) ?? 'normal') !== 'normal') return { decision: 'allow', by: 'mode' };
  if (names(rules?.deny, tool)) return { decision: 'exclude', by: 'rule' };
  if (names(rules?.ask, tool)) return { decision: 'ask', by: 'rule' };
  if (names(rules?.allow, tool)) return { decision: 'allow', by: 'rule' };
  return { decision: interactive ? 'ask' : 'allow', by: 'default' };
}
