import { setTimeout as sleep } from 'node:timers/promises';
import type { DecidedBy } from '../../../shared/event.ts';
import type { GuardianAnswer, HookAnswer, ToolRoute, UserAnswer } from '../../../shared/hosts/index.ts';
import type { Answers } from '../../../shared/scenario.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import type { DeskQuestion, UserDesk } from './desk.ts';

/** Who answers questions to the user. */
export type ApproveMode = 'ask' | 'scenario' | 'all' | 'none';

export interface UserReply {
  readonly answer: UserAnswer;
  readonly by: DecidedBy;
  /** The arguments that the user put in place of the model's. */
  readonly edited?: Readonly<Record<string, unknown>> | undefined;
}

/** Answers what an approval asks on its way: hooks and guardian by the scenario, the user by whoever is meant to. */
export interface Answerer {
  hook(event: 'PreToolUse' | 'PermissionRequest', route: ToolRoute): HookAnswer;
  guardian(route: ToolRoute): GuardianAnswer;
  user(question: DeskQuestion, route: ToolRoute, signal: AbortSignal): Promise<UserReply>;
}

export interface AnswererOptions {
  readonly answers: Answers;
  readonly mode: ApproveMode;
  readonly desk?: UserDesk | undefined;
  /** The server that answers without a server are meant for. */
  readonly defaultServer: string;
}

export function createAnswerer({ answers, mode, desk, defaultServer }: AnswererOptions): Answerer {
  /** Entries for one tool are used in order; the last one stays. */
  const next = <T extends { tool: string; server?: string | undefined }>(entries: readonly T[]) => {
    const used = new Map<string, number>();
    return (route: ToolRoute, key = ''): T | undefined => {
      const own = entries.filter(
        (entry) => entry.tool === route.tool && (entry.server ?? defaultServer) === route.server,
      );
      const place = `${key}\0${route.server}\0${route.tool}`;
      const at = used.get(place) ?? 0;
      used.set(place, at + 1);
      return own[Math.min(at, own.length - 1)];
    };
  };
  const nextPreToolUse = next(answers.hooks.filter((entry) => entry.event === 'PreToolUse'));
  const nextPermission = next(answers.hooks.filter((entry) => entry.event === 'PermissionRequest'));
  const nextGuardian = next(answers.guardian);
  const nextUser = next(answers.user);

  return {
    hook: (event, route) => {
      const entry = event === 'PreToolUse' ? nextPreToolUse(route) : nextPermission(route);
      if (entry === undefined) return { choice: 'none' };
      return entry.choice === 'deny' ? { choice: 'deny', message: entry.message } : { choice: entry.choice };
    },
    guardian: (route) => {
      const entry = nextGuardian(route);
      if (entry === undefined) return { choice: 'timeout' };
      return entry.choice === 'denied'
        ? { choice: 'denied', message: entry.message }
        : { choice: entry.choice };
    },
    user: async (question, route, signal) => {
      switch (mode) {
        case 'all':
          return { answer: { choice: 'accept' }, by: 'flag' };
        case 'none':
          return { answer: { choice: 'decline' }, by: 'flag' };
        case 'scenario': {
          const entry = nextUser(route);
          // A question that the scenario does not answer is never answered by chance.
          if (entry === undefined) return { answer: { choice: 'cancel' }, by: 'scenario' };
          if (entry.afterMs !== undefined)
            await sleep(entry.afterMs, undefined, { signal }).catch(() => undefined);
          return { answer: answerOf(entry.choice, entry.message), by: 'scenario' };
        }
        case 'ask': {
          if (desk === undefined) return { answer: { choice: 'cancel' }, by: 'caller' };
          const reply = await desk.ask(question, signal);
          const edited = readEdit(reply.editedArgumentsJson);
          const by = reply.timedOut === true ? 'timeout' : signal.aborted ? 'caller' : 'user';
          // An edit that cannot be read must not let the call run as it was.
          if (edited === 'unreadable') return { answer: { choice: 'cancel' }, by };
          return { answer: answerOf(reply.decision, reply.message), by, edited };
        }
      }
    },
  };
}

const answerOf = (choice: UserAnswer['choice'], message: string | undefined): UserAnswer =>
  choice === 'decline' ? { choice, message } : { choice };

function readEdit(text: string | undefined): Readonly<Record<string, unknown>> | 'unreadable' | undefined {
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    return isObject(value) ? value : 'unreadable';
  } catch {
    return 'unreadable';
  }
}
