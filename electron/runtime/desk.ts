import type { ApprovalAnswer, ApprovalDetail, PendingApproval } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { readArguments } from './arguments-json.ts';
import type { DeskAnswer, DeskQuestion, UserDesk } from './host/desk.ts';
import { createStateStream, type Watchable } from './state-stream.ts';

/** The runtime's desk: questions queue here until a window answers. The arguments stay here, in memory only. */
export interface ApprovalDesk extends UserDesk {
  readonly pending: Watchable<PendingApproval[]>;
  detail(capture: string, approval: string): Result<ApprovalDetail>;
  decide(answer: ApprovalAnswer): Result<void>;
}

interface Waiting {
  readonly question: DeskQuestion;
  readonly settle: (answer: DeskAnswer) => void;
  gone: boolean;
}

/** A request whose caller gave up stays on screen this long, ms, so that a person can read why it closed. */
const SHOW_GONE_MS = 4000;

export function createApprovalDesk(): ApprovalDesk {
  const waiting = new Map<string, Waiting>();
  const key = (capture: string, approval: string): string => `${capture}/${approval}`;
  const pending = createStateStream(() =>
    [...waiting.values()].map(({ question, gone }) => ({ ...question.pending, gone })),
  );

  const notWaiting = (): Result<never> =>
    fail('approval-not-waiting', 'This request no longer waits for an answer.', {
      next: 'See the history of approvals for how it ended.',
    });

  const ask = async (question: DeskQuestion, signal: AbortSignal): Promise<DeskAnswer> => {
    if (signal.aborted) return { decision: 'cancel' };
    const id = key(question.pending.capture, question.pending.approval);
    const { promise, resolve } = Promise.withResolvers<DeskAnswer>();
    const entry: Waiting = { question, settle: resolve, gone: false };
    const giveUp = (): void => resolve({ decision: 'cancel' });
    const limit = question.pending.timeoutMs;
    const timer =
      limit === undefined
        ? undefined
        : setTimeout(() => resolve({ decision: 'cancel', timedOut: true }), limit);
    signal.addEventListener('abort', giveUp, { once: true });
    waiting.set(id, entry);
    pending.changed();
    const answer = await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
    if (signal.aborted || answer.timedOut === true) {
      entry.gone = true;
      setTimeout(() => {
        waiting.delete(id);
        pending.changed();
      }, SHOW_GONE_MS).unref();
    } else {
      waiting.delete(id);
    }
    pending.changed();
    return answer;
  };

  return {
    pending,
    ask,

    detail: (capture, approval) => {
      const entry = waiting.get(key(capture, approval));
      return entry === undefined ? notWaiting() : ok(entry.question.detail);
    },

    decide: ({ capture, approval, decision, message, editedArgumentsJson }) => {
      const entry = waiting.get(key(capture, approval));
      if (entry === undefined || entry.gone) return notWaiting();
      const { offers } = entry.question.pending;
      if (!offers.includes(decision) || decision === 'run' || decision === 'skip') {
        return fail('approval-not-offered', `"${decision}" is not one of the answers that this host takes.`, {
          next: `Choose one of: ${offers.join(', ')}.`,
        });
      }
      // What the host could not send is refused here, so that an edit never ends in an older value.
      const edited = editedArgumentsJson === undefined ? ok(undefined) : readArguments(editedArgumentsJson);
      if (!edited.ok) return edited;
      entry.settle({
        decision,
        ...(message === undefined ? {} : { message }),
        ...(editedArgumentsJson === undefined ? {} : { editedArgumentsJson }),
      });
      return ok(undefined);
    },
  };
}
