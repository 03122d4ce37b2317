import type { AnyId, LocalId } from '../../../shared/event.ts';
import type { CallIds, CallResult, HostProfile, Projection, ToolRoute } from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';
import { formatJson, isObject } from '../../../shared/json.ts';
import type { CallOutcome } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';
import { callKey } from '../vault.ts';
import type { Approval } from './approval.ts';
import type { Turnstile } from './parallel.ts';
import type { Step } from './step.ts';

/** What came of one tool call, for the model and for a program around it. */
export interface ToolRun {
  readonly model: Projection;
  readonly failed: boolean;
  /** The raw result; absent when nothing came back. */
  readonly result?: CallResult;
}

export interface CallContext {
  readonly step: Step;
  readonly thread: AnyId;
  readonly role: 'root' | 'child';
  readonly ids: CallIds;
  readonly turnstile: Turnstile;
  readonly signal: AbortSignal;
}

export interface ExecutorOptions {
  readonly recorder: Recorder;
  readonly profile: HostProfile;
  readonly approval: Approval;
  readonly withholdMeta: boolean;
}

/** One call, from the model's name to the three projections: approval, the step's own manager, the result. */
export function createExecutor({ recorder, profile, approval, withholdMeta }: ExecutorOptions) {
  const { gate, vault } = recorder;

  const facts = (call: LocalId, route: ToolRoute) => {
    const server = gate.server(route.server);
    return { call, server, tool: gate.tool(server, route.tool) };
  };

  /** The call ends inside the host; its server never hears of it. */
  const skip = (call: LocalId, route: ToolRoute, args: unknown, code: string): void => {
    vault.put(callKey(call, 'arguments'), formatJson(args));
    recorder.emit({
      kind: 'call.finished',
      source: 'host',
      evidence: 'measured',
      ...facts(call, route),
      outcome: 'skipped',
      code: gate.code(code),
      durationMs: 0,
      resultBytes: 0,
      content: [],
      structured: false,
      violations: 0,
    });
  };

  const project = (
    call: LocalId,
    route: ToolRoute,
    thread: AnyId,
    which: 'model' | 'event' | 'history',
    of: Projection,
  ): void => {
    recorder.emit({
      kind: 'call.projected',
      source: 'host',
      evidence: 'derived',
      ...facts(call, route),
      thread,
      projection: which,
      form: of.form,
      bytes: of.bytes,
      dropped: of.lost.map((word) => gate.code(word)),
      rules: of.rules.map((rule) => gate.fact(rule)),
    });
  };

  const projectAll = (
    call: LocalId,
    route: ToolRoute,
    thread: AnyId,
    all: Record<'model' | 'event' | 'history', Projection>,
  ): void => {
    project(call, route, thread, 'model', all.model);
    project(call, route, thread, 'event', all.event);
    project(call, route, thread, 'history', all.history);
  };

  const failed = (call: LocalId, route: ToolRoute, thread: AnyId, message: string): ToolRun => {
    const model = profile.errorOutput(message);
    projectAll(call, route, thread, { model, event: model, history: model });
    return { model, failed: true };
  };

  const run = async (route: ToolRoute, given: unknown, context: CallContext): Promise<ToolRun> => {
    const { step, thread } = context;
    const call = gate.local('call');
    const { tools } = await step.contents();
    const tool = tools.find((one) => routeKey(one) === routeKey(route));
    if (!isObject(given)) {
      const message =
        profile.approve({ route, arguments: given }).message ?? 'The arguments are not a JSON object.';
      skip(call, route, given, 'arguments-invalid');
      return failed(call, route, thread, message);
    }
    const filter = step.snapshot.manager.filter(route);
    const settings = step.snapshot.manager.settings()[route.server];
    const mode = settings?.toolApprovalModes?.[route.tool] ?? settings?.approvalMode ?? 'auto';
    const verdict = await approval.decide({
      call,
      route,
      tool,
      mode,
      args: given,
      thread,
      role: context.role,
    });
    if (!verdict.runs) {
      skip(call, route, given, verdict.code ?? 'declined');
      return failed(call, route, thread, verdict.message ?? '');
    }
    const sent = await step.snapshot.manager.call(route.server, {
      call,
      tool: route.tool,
      args: verdict.args,
      origin: 'host',
      signal: context.signal,
      ...(withholdMeta ? {} : { meta: profile.callMeta(context.ids) }),
    });
    if (sent.kind === 'refused') {
      skip(call, route, verdict.args, sent.code);
      return failed(call, route, thread, filter.error ?? sent.message);
    }
    const { outcome } = sent;
    const result = resultOf(outcome);
    if (result === undefined) return failed(call, route, thread, failureText(outcome));
    const wallMs = Number((outcome.finishedAt - outcome.startedAt) / 1000n) / 1000;
    const projections = profile.project(result, { imageInput: true, wallMs, toolMeta: tool?.meta });
    projectAll(call, route, thread, projections);
    return { model: projections.model, failed: projections.status === 'failed', result };
  };

  return {
    /** Calls of read-only tools may run together; others run alone in their thread. */
    run: async (route: ToolRoute, args: unknown, context: CallContext): Promise<ToolRun> => {
      const { tools } = await context.step.contents();
      const tool = tools.find((one) => routeKey(one) === routeKey(route));
      return context.turnstile.run(tool?.annotations?.readOnlyHint === true, () => run(route, args, context));
    },
  };
}
export type Executor = ReturnType<typeof createExecutor>;

function resultOf({ outcome, result }: CallOutcome): CallResult | undefined {
  if (result === undefined || (outcome !== 'ok' && outcome !== 'toolError')) return undefined;
  const { content, structuredContent, isError, _meta: meta } = result;
  return {
    ...(Array.isArray(content) ? { content: content as unknown[] } : {}),
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(typeof isError === 'boolean' ? { isError } : {}),
    ...(isObject(meta) ? { _meta: meta } : {}),
  };
}

/** What the model reads of a failure on the wire. The words are ours; a server's own error text may stand behind them. */
const failureText = ({ fault }: CallOutcome): string =>
  `tool call error: ${[fault?.message, fault?.cause].filter((part) => part !== undefined).join(' ') || 'the call failed'}`;
