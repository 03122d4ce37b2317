import type { ApprovalDetail, PendingApproval } from '../../../shared/contract.ts';
import type { Decision } from '../../../shared/event.ts';

/** A question to a person: what the queue shows, and what is fetched only when it is opened. */
export interface DeskQuestion {
  readonly pending: PendingApproval;
  readonly detail: ApprovalDetail;
}

export interface DeskAnswer {
  readonly decision: Extract<
    Decision,
    'accept' | 'acceptForSession' | 'acceptAndRemember' | 'decline' | 'cancel'
  >;
  /** Told to the model when declined; never recorded. */
  readonly message?: string;
  /** JSON text of the arguments to use instead. */
  readonly editedArgumentsJson?: string;
  /** Nobody decided; the time was up. */
  readonly timedOut?: boolean;
}

/** Whoever can put a question to a person: the runtime's approval queue. */
export interface UserDesk {
  /** `signal` says that the caller gave up; the desk then settles with `cancel`. */
  ask(question: DeskQuestion, signal: AbortSignal): Promise<DeskAnswer>;
}
