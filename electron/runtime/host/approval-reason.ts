import type { ApprovalInput, ApprovalResult, HostId } from '../../../shared/hosts/index.ts';

/** Why a call has to be asked about, as a stable word. The profile says it in words. */
export function reasonOf(host: HostId, input: ApprovalInput, result: ApprovalResult): string {
  if (host === 'claude') {
    if (result.rules.includes('CC-5.04')) return 'tool-asks';
    return result.path.includes('CC-5/4') ? 'no-rule' : 'ask-rule';
  }
  if (input.strictReview === true) return 'strict-review';
  if (input.mode === 'prompt') return 'mode-prompt';
  if (input.mode === 'writes') return 'mode-writes';
  const { destructiveHint } = input.annotations ?? {};
  if (destructiveHint === true) return 'destructive';
  return destructiveHint === undefined ? 'not-read-only' : 'open-world';
}
