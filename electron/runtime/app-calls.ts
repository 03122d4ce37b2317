import type { CallReply, CallRequest } from '../../shared/contract.ts';
import { fail, type Result } from '../../shared/fault.ts';
import { givenHints } from './host/approval.ts';
import type { UserDesk } from './host/desk.ts';
import type { ServerHub } from './hub.ts';

/** Questions of one server's views that may wait at once; a view that asks without end gets no further. */
const maxWaiting = 4;

/**
 * Calls that a server's own view wants (MCP Apps): of its own server only, of tools that say they are for views, and never
 * without the user's word. The question and its answer are on record like any other approval.
 */
export const createAppCalls = (
  hub: Pick<ServerHub, 'live' | 'call'>,
  desk: UserDesk,
): ((request: CallRequest, signal: AbortSignal) => Promise<Result<CallReply>>) => {
  const waiting = new Map<string, number>();

  return async (request, signal) => {
    const live = hub.live(request.server);
    if (!live.ok) return live;
    const { recorder, tools } = live.value;
    const tool = tools.find(({ name }) => name === request.tool);
    if (tool?.enabled !== true || !tool.ui.app)
      return fail('tool-not-for-views', 'This tool is not for views of the server.', {
        next: 'Its `_meta.ui.visibility` has to name "app", and the server has to list it.',
      });
    const count = waiting.get(request.server) ?? 0;
    if (count >= maxWaiting)
      return fail('view-asks-too-much', 'The view has several calls waiting for an answer already.');
    waiting.set(request.server, count + 1);
    try {
      const { gate } = recorder;
      const [call, approval] = [gate.local('call'), gate.local('approval')];
      const server = gate.server(request.server);
      const about = { call, approval, server, tool: gate.tool(server, request.tool) };
      const destructive = tool.hints.destructiveHint === true;
      const offers = ['accept', 'decline'] as const;
      const reason = 'view-asks';
      recorder.emit({
        kind: 'approval.requested',
        source: 'host',
        evidence: 'measured',
        ...about,
        rules: [],
        reason: gate.code(reason),
        offers: [...offers],
        destructive,
      });
      const from = performance.now();
      const answer = await desk.ask(
        {
          pending: {
            capture: recorder.capture,
            approval,
            call,
            server: request.server,
            tool: request.tool,
            client: `the view of ${request.server}`,
            threadRole: 'view',
            rules: [],
            reason,
            offers: [...offers],
            destructive,
            requestedAt: new Date().toISOString(),
            gone: false,
          },
          detail: {
            argumentsJson: request.argumentsJson ?? '{}',
            hints: givenHints(tool.hints),
            ifDeclined: 'The user declined this call.',
          },
        },
        signal,
      );
      const accepted = answer.decision === 'accept';
      recorder.emit({
        kind: 'approval.decided',
        source: signal.aborted ? 'host' : 'user',
        evidence: 'measured',
        ...about,
        decision: answer.decision,
        by: signal.aborted ? 'caller' : 'user',
        path: [],
        remembered: 'no',
        edited: answer.editedArgumentsJson !== undefined,
        waitedMs: performance.now() - from,
      });
      if (!accepted) return fail('view-call-declined', 'The user declined this call.');
      const argumentsJson = answer.editedArgumentsJson ?? request.argumentsJson;
      return await hub.call(
        { ...request, ...(argumentsJson === undefined ? {} : { argumentsJson }) },
        signal,
        call,
      );
    } finally {
      waiting.set(request.server, (waiting.get(request.server) ?? 1) - 1);
    }
  };
};
