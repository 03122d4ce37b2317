import { ok } from '../../../shared/fault.ts';
import type { ApprovalDesk } from '../desk.ts';
import type { Handlers } from '../handlers.ts';

/** Approvals that wait for a person. */
export function approvalCommands(desk: ApprovalDesk): Pick<Handlers, 'approval.get' | 'approval.decide'> {
  return {
    'approval.get': ({ capture, approval }) => desk.detail(capture, approval),
    'approval.decide': (answer) => {
      const decided = desk.decide(answer);
      return decided.ok ? ok({}) : decided;
    },
  };
}
