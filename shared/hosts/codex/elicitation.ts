import type { ElicitationDecision, ElicitationReply, RuleRef, ServerElicitation } from '../types.ts';

/** What a reply to Codex's own question about a call decides (CX-6.22). */
export function codexApprovalReply(reply: ElicitationReply | undefined): ElicitationDecision {
  if (reply === undefined) return 'cancel';
  if (reply.action !== 'accept') return reply.action;
  if (reply.persist === 'session') return 'acceptForSession';
  return reply.persist === 'always' ? 'acceptAndRemember' : 'accept';
}

/** What becomes of a question that a server asks, in the order of CX-6.7. */
export function codexServerElicitation(asked: ServerElicitation): {
  outcome: 'decline' | 'accept-empty' | 'shown';
  rules: readonly RuleRef[];
} {
  const rules: readonly RuleRef[] = ['CX-6.7'];
  if (asked.autoDeny) return { outcome: 'decline', rules };
  if (asked.approvedContext && asked.emptyForm) return { outcome: 'accept-empty', rules };
  if (asked.policy === 'never') return { outcome: 'decline', rules };
  if (asked.policy === 'granular' && asked.granularAllows !== true) return { outcome: 'decline', rules };
  return { outcome: 'shown', rules };
}
