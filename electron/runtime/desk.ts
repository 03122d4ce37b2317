import type { ApprovalAnswer, ApprovalDetail, PendingApproval } from '../../shared/contract.ts';
import type { AnyId, Decision, EventOf, LocalId } from '../../shared/event.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { formatJson, isObject, parseJson } from '../../shared/json.ts';
import { createStateStream, type Watchable } from './state-stream.ts';

/** A question for the user about one call. The arguments stay here, in memory; the event holds none. */
export interface Question {
  readonly capture: string;
  /** The event that announced the wait. */
  readonly requested: EventOf<'approval.requested'>;
  /** Who asks, for people: "Codex 0.154.0". */
  readonly client: string;
  readonly threadRole: 'root' | 'child' | 'unknown';
  readonly arguments: unknown;
  /** The server's own hints; unverified. */
  readonly hints: ApprovalDetail['hints'];
  /** What the model is told when the call is declined. */
  readonly ifDeclined: string;
}

export interface Answer {
  readonly decision: Decision;
  /** Who ended the wait: the user, the time limit, or the caller that gave up. */
  readonly by: 'user' | 'timeout' | 'caller';
  /** For the model; never recorded. */
  readonly message?: string;
  /** Set when the user changed the arguments. */
  readonly edited?: { readonly arguments: Record<string, unknown> };
}

/** Where a host puts its questions. Always answers: a limit that passed or a caller that left is an answer too. */
export interface UserDesk {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

/** The runtime's desk: questions queue here until a window answers. */
export interface ApprovalDesk extends UserDesk {
  readonly pending: Watchable<PendingApproval[]>;
  detail(capture: string, approval: string): Result<ApprovalDetail>;
  decide(answer: ApprovalAnswer): Result<void>;
}

interface Waiting {
  readonly question: Question;
  readonly requestedAt: string;
  readonly settle: (answer: Answer) => void;
  gone: boolean;
}

/** A request whose caller gave up stays on screen this long, ms, so that a person can read why it closed. */
const SHOW_GONE_MS = 4000;

export function createApprovalDesk(): ApprovalDesk {
  const waiting = new Map<string, Waiting>();
  const key = (capture: string, approval: string): string => `${capture}/${approval}`;
  const pending = createStateStream(() => [...waiting.values()].map(row));

  const notWaiting = (): Result<never> =>
    fail('approval-not-waiting', 'This request no longer waits for an answer.', { next: 'See the history of approvals for how it ended.' });

  return {
    pending,

    ask: (question, signal) =>
      new Promise<Answer>((resolve) => {
        const id = key(question.capture, question.requested.approval);
        const limit = question.requested.timeoutMs;
        const leave = (answer: Answer, linger: boolean): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', giveUp);
          if (linger) {
            entry.gone = true;
            setTimeout(() => {
              waiting.delete(id);
              pending.changed();
            }, SHOW_GONE_MS).unref();
          } else {
            waiting.delete(id);
          }
          pending.changed();
          resolve(answer);
        };
        const giveUp = (): void => leave({ decision: 'cancel', by: 'caller' }, true);
        const timer = limit === undefined ? undefined : setTimeout(() => leave({ decision: 'cancel', by: 'timeout' }, true), limit);
        const entry: Waiting = {
          question,
          requestedAt: new Date().toISOString(),
          settle: (answer) => leave(answer, false),
          gone: false,
        };
        if (signal.aborted) {
          clearTimeout(timer);
          resolve({ decision: 'cancel', by: 'caller' });
          return;
        }
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.set(id, entry);
        pending.changed();
      }),

    detail: (capture, approval) => {
      const entry = waiting.get(key(capture, approval));
      if (entry === undefined) return notWaiting();
      const { arguments: args, hints, ifDeclined } = entry.question;
      return ok({ argumentsJson: formatJson(args ?? {}), hints, ifDeclined });
    },

    decide: ({ capture, approval, decision, message, editedArgumentsJson }) => {
      const entry = waiting.get(key(capture, approval));
      if (entry === undefined || entry.gone) return notWaiting();
      if (!entry.question.requested.offers.includes(decision)) {
        return fail('approval-not-offered', `"${decision}" is not one of the answers that this host takes.`, {
          next: `Choose one of: ${entry.question.requested.offers.join(', ')}.`,
        });
      }
      const edited = editedArgumentsJson === undefined ? undefined : parseEdited(editedArgumentsJson);
      if (edited !== undefined && !edited.ok) return edited;
      entry.settle({
        decision,
        by: 'user',
        ...(message === undefined ? {} : { message }),
        ...(edited === undefined ? {} : { edited: { arguments: edited.value } }),
      });
      return ok(undefined);
    },
  };
}

function row({ question, requestedAt, gone }: Waiting): PendingApproval {
  const { requested } = question;
  const thread: AnyId | undefined = requested.thread;
  const call: LocalId = requested.call;
  return {
    capture: question.capture,
    approval: requested.approval,
    call,
    server: requested.server,
    tool: requested.tool,
    client: question.client,
    ...(thread === undefined ? {} : { thread }),
    threadRole: question.threadRole,
    rules: requested.rules,
    reason: requested.reason,
    offers: requested.offers,
    destructive: requested.destructive,
    requestedAt,
    ...(requested.timeoutMs === undefined ? {} : { timeoutMs: requested.timeoutMs }),
    gone,
  };
}

function parseEdited(text: string): Result<Record<string, unknown>> {
  try {
    const value = parseJson(text);
    if (isObject(value)) return ok(value);
    return fail('arguments-not-object', 'The edited arguments are not a JSON object.', { next: 'Arguments are an object: {"name": value}.' });
  } catch {
    return fail('arguments-not-json', 'The edited arguments are not valid JSON.', { next: 'Correct them, or take back the edit.' });
  }
}
