import type { AnyId, DecidedBy, LocalId } from '../../../shared/event.ts';
import type {
  ApprovalInput,
  ApprovalMode,
  ApprovalQuestion,
  ApprovalResult,
  ClaudeMode,
  PlayedProfile,
  HostTool,
  ToolRoute,
} from '../../../shared/hosts/index.ts';
import { formatJson } from '../../../shared/json.ts';
import type { ApprovalByHost } from '../../../shared/scenario.ts';
import type { Recorder } from '../recorder.ts';
import type { Answerer, UserReply } from './answerer.ts';
import { reasonOf } from './approval-reason.ts';
import type { ApprovalMemory } from './memory.ts';

type UserQuestion = Extract<ApprovalQuestion, { kind: 'user' }>;

export interface ApprovalSubject {
  readonly call: LocalId;
  readonly route: ToolRoute;
  readonly tool: HostTool | undefined;
  /** The server's own mode for this tool, before memory. */
  readonly mode: ApprovalMode;
  readonly args: Readonly<Record<string, unknown>>;
  readonly thread: AnyId;
  readonly role: 'root' | 'child';
}

export interface Verdict {
  readonly runs: boolean;
  readonly args: Readonly<Record<string, unknown>>;
  /** What the model reads when the call does not run. */
  readonly message?: string;
  readonly code?: string;
}

export interface ApprovalOptions {
  readonly recorder: Recorder;
  readonly profile: PlayedProfile;
  readonly answerer: Answerer;
  readonly memory: ApprovalMemory;
  /** The settings that are in force now. */
  readonly settings: () => ApprovalByHost;
  readonly signal: AbortSignal;
}

const millisSince = (start: bigint): number => Number((process.hrtime.bigint() - start) / 1000n) / 1000;

/** Walks the profile's steps for one call, in the profile's order; each step may be the end. */
export function createApproval(options: ApprovalOptions) {
  const { recorder, profile, answerer, memory } = options;
  const { gate } = recorder;

  const begin = (subject: ApprovalSubject): ApprovalInput => {
    const { codex = {}, claude = {} } = options.settings();
    const { route, tool } = subject;
    const rest = {
      route,
      annotations: hasHints(tool) ? tool?.annotations : undefined,
      meta: tool?.meta,
      arguments: subject.args,
      hook: 'pending',
      guardian: 'pending',
      interactive: true,
    } as const;
    if (profile.id === 'claude') {
      const mode: ClaudeMode = claude.mode ?? 'default';
      const rules = { ...claude.rules, allow: [...(claude.rules?.allow ?? []), ...memory.rules()] };
      return {
        ...rest,
        mode,
        rules,
        preToolUse: 'pending',
        session: memory.session(profile.memoryKey(route, mode)),
      };
    }
    const mode = memory.mode(route) ?? subject.mode;
    return {
      ...rest,
      mode,
      policy: codex.policy ?? 'on-request',
      sandbox: codex.sandbox ?? 'workspace-write',
      reviewer: codex.reviewer ?? 'user',
      elicitation: codex.elicitation ?? true,
      strictReview: codex.strictReview ?? false,
      session: memory.session(profile.memoryKey(route, mode)),
    };
  };

  const facts = ({ call, route, thread }: ApprovalSubject) => {
    const server = gate.server(route.server);
    return { call, server, tool: gate.tool(server, route.tool), thread };
  };

  /** Puts the question to whoever answers for the user, with its events. */
  const askUser = async (
    subject: ApprovalSubject,
    input: ApprovalInput,
    result: ApprovalResult,
    question: UserQuestion,
  ): Promise<UserReply & { approval: LocalId }> => {
    const approval = gate.local('approval');
    const base = facts(subject);
    const rules = result.path.concat(result.rules).map((rule) => gate.fact(rule));
    const destructive = subject.tool?.annotations?.destructiveHint === true;
    const requested = recorder.emit({
      kind: 'approval.requested',
      source: 'host',
      evidence: 'measured',
      ...base,
      approval,
      rules,
      reason: gate.code(reasonOf(profile.id, input, result)),
      offers: [...question.offers],
      destructive,
    });
    const elicitation = question.via === 'elicitation' ? gate.local('elicitation') : undefined;
    if (elicitation !== undefined) {
      recorder.emit({
        kind: 'elicitation.requested',
        source: 'host',
        evidence: 'measured',
        elicitation,
        server: base.server,
        elicitationKind: 'tool-approval',
        mode: 'form',
        call: subject.call,
      });
    }
    const declined = profile.approve({ ...input, answer: { choice: 'decline' } });
    const reply = await answerer.user(
      {
        pending: {
          capture: recorder.capture,
          approval,
          call: subject.call,
          server: subject.route.server,
          tool: subject.route.tool,
          client: `${profile.title} ${profile.version} (simulated)`,
          thread: subject.thread,
          threadRole: subject.role,
          rules,
          reason: question.why,
          offers: [...question.offers],
          destructive,
          requestedAt: new Date(Date.parse(recorder.header.startedAt) + requested.t).toISOString(),
          gone: false,
        },
        detail: {
          argumentsJson: formatJson(subject.args, 2),
          hints: givenHints(subject.tool?.annotations),
          ifDeclined: declined.message ?? '',
        },
      },
      subject.route,
      options.signal,
    );
    if (elicitation !== undefined) {
      const { choice } = reply.answer;
      recorder.emit({
        kind: 'elicitation.answered',
        source: 'host',
        evidence: 'measured',
        elicitation,
        action: choice === 'decline' || choice === 'cancel' ? choice : 'accept',
        by: reply.by,
      });
    }
    return { ...reply, approval };
  };

  const decide = async (subject: ApprovalSubject): Promise<Verdict> => {
    const startedAt = process.hrtime.bigint();
    let input = begin(subject);
    let reply: (UserReply & { approval: LocalId }) | undefined;
    let result = profile.approve(input);
    while (result.decision === 'ask' && result.question !== undefined) {
      const { question } = result;
      switch (question.kind) {
        case 'hook': {
          const answer = answerer.hook(question.event, subject.route);
          input = {
            ...input,
            ...(question.event === 'PreToolUse' ? { preToolUse: answer } : { hook: answer }),
          };
          break;
        }
        case 'guardian':
          input = { ...input, guardian: answerer.guardian(subject.route) };
          break;
        case 'user':
          reply = await askUser(subject, input, result, question);
          input = { ...input, answer: reply.answer };
          break;
      }
      result = profile.approve(input);
    }
    const edited = result.decision === 'run' ? reply?.edited : undefined;
    const outcome = result.outcome ?? 'cancel';
    const by: DecidedBy = result.by === 'user' ? (reply?.by ?? 'user') : result.by;
    const measured = by === 'user' || by === 'scenario' || by === 'flag' || by === 'timeout';
    recorder.emit({
      kind: 'approval.decided',
      source: by === 'user' ? 'user' : 'host',
      evidence: measured ? 'measured' : 'derived',
      ...facts(subject),
      ...(reply === undefined ? {} : { approval: reply.approval }),
      decision: outcome,
      by,
      path: result.path.map((rule) => gate.fact(rule)),
      remembered: result.remember?.scope ?? 'no',
      edited: edited !== undefined,
      waitedMs: millisSince(startedAt),
    });
    if (result.remember !== undefined) memory.remember(subject.route, result.remember);
    if (result.decision === 'run') return { runs: true, args: edited ?? subject.args };
    return { runs: false, args: subject.args, message: result.message ?? '', code: outcome };
  };

  return { decide };
}
export type Approval = ReturnType<typeof createApproval>;

/** A tool without a single hint is taken as one without annotations. */
const hasHints = (tool: HostTool | undefined): boolean =>
  Object.values(tool?.annotations ?? {}).some((hint) => typeof hint === 'boolean');

/** What the server says of a tool, for a person who is asked about a call of it. */
export const givenHints = (annotations: HostTool['annotations']): { hint: string; value: boolean }[] =>
  Object.entries(annotations ?? {}).flatMap(([hint, value]) =>
    typeof value === 'boolean' ? [{ hint, value }] : [],
  );
