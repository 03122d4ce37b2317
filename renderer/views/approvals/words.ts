import type { ApprovalDetail, PendingApproval } from '../../../shared/contract.ts';
import type { Decision } from '../../../shared/event.ts';

/** What the server says of its own tool, each hint in words: "destructive, not idempotent". */
export function hintsText(hints: ApprovalDetail['hints']): string {
  const destroys = hints.some(({ hint, value }) => hint === 'destructiveHint' && value);
  const telling = hints.filter(({ hint, value }) => !(destroys && hint === 'readOnlyHint' && !value));
  return telling.map(({ hint, value }) => hintText(hint.replace(/Hint$/, ''), value)).join(', ');
}

function hintText(hint: string, value: boolean): string {
  switch (hint) {
    case 'readOnly':
      return value ? 'read-only' : 'not read-only';
    case 'openWorld':
      return value ? 'open world' : 'closed world';
    default:
      return value ? hint : `not ${hint}`;
  }
}

/** Who asks, as a sentence. */
export function askerText({ threadRole }: PendingApproval): string {
  switch (threadRole) {
    case 'root':
      return 'Asked by the parent thread.';
    case 'child':
      return 'Asked by a child thread.';
    case 'view':
      return 'Asked by a view that the server itself made.';
    case 'unknown':
      return 'Asked by a thread that is not known.';
  }
}

/** How an approval ended, in one word or two. */
export function decisionWord(decision: Decision): string {
  switch (decision) {
    case 'run':
      return 'unasked';
    case 'accept':
      return 'allowed once';
    case 'acceptForSession':
      return 'allowed for the session';
    case 'acceptAndRemember':
      return 'always allowed';
    case 'decline':
      return 'declined';
    case 'cancel':
      return 'turn cancelled';
    case 'skip':
      return 'skipped';
  }
}

export const approvalKey = ({ capture, approval }: Pick<PendingApproval, 'capture' | 'approval'>): string =>
  `${capture}/${approval}`;
