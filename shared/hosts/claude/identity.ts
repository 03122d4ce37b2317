import type { CallIds, ChildEnvSettings, IdentityPlaces, RequestIdentity, RequestIds } from '../types.ts';

/** `_meta` of `tools/call`: the id of the provider's `tool_use` block (CC-90.04). */
export function claudeCallMeta(ids: CallIds): Readonly<Record<string, unknown>> {
  return { 'claudecode/toolUseId': ids.callId };
}

/** Headers of one request. A child of the root names itself only, a nested one its parent too (CC-7.03, CC-90.05). */
export function claudeIdentity(ids: RequestIds): RequestIdentity {
  const isChild = ids.parentThreadId !== undefined;
  const isNested = isChild && ids.parentThreadId !== ids.sessionId;
  return {
    headers: {
      'x-claude-code-session-id': ids.sessionId,
      ...(isChild ? { 'x-claude-code-agent-id': ids.threadId } : {}),
      ...(isNested && ids.parentThreadId !== undefined
        ? { 'x-claude-code-parent-agent-id': ids.parentThreadId }
        : {}),
    },
    body: {},
    rules: ['CC-7.03', 'CC-90.05'],
  };
}

export const CLAUDE_PLACES: IdentityPlaces = {
  session: [{ place: 'header', name: 'x-claude-code-session-id' }],
  thread: [],
  parent: [{ place: 'header', name: 'x-claude-code-parent-agent-id' }],
  agent: [{ place: 'header', name: 'x-claude-code-agent-id' }],
  turn: [],
  call: [{ place: 'call-meta', name: 'claudecode/toolUseId' }],
  item: [{ place: 'call-meta', name: 'claudecode/toolUseId' }],
};

/** A stdio child inherits everything, and three variables more (CC-1.06). */
export function claudeChildEnv(
  parent: Readonly<Record<string, string>>,
  own: ChildEnvSettings,
): Record<string, string> {
  return {
    ...parent,
    CLAUDECODE: '1',
    ...(own.sessionId === undefined ? {} : { CLAUDE_CODE_SESSION_ID: own.sessionId }),
    ...(own.projectDir === undefined ? {} : { CLAUDE_PROJECT_DIR: own.projectDir }),
    ...own.env,
  };
}
