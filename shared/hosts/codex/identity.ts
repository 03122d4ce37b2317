import { formatJson } from '../../json.ts';
import type { CallIds, IdentityPlaces, RequestIdentity, RequestIds } from '../types.ts';
import type { CodexVersion } from './versions.ts';

type Members = Record<string, string>;

/** What a child agent of the ordinary kind is called on the wire (CX-9.1). */
const SUBAGENT = 'collab_spawn';

/** `_meta` of `tools/call` (CX-7.1, CX-90.05); the progress token is the MCP client's own. */
export function codexCallMeta(version: CodexVersion, ids: CallIds): Readonly<Record<string, unknown>> {
  return {
    ...(version.callIdsInMeta ? { callId: ids.callId, ...defined({ itemId: ids.itemId }) } : {}),
    threadId: ids.threadId,
    'x-codex-turn-metadata': {
      session_id: ids.sessionId,
      thread_id: ids.threadId,
      ...defined({ turn_id: ids.turnId, parent_thread_id: ids.parentThreadId, model: ids.model }),
      ...(ids.parentThreadId === undefined ? {} : { subagent_kind: SUBAGENT }),
    },
    ...defined({ plugin_id: ids.pluginId }),
    ...(ids.sandboxState === undefined ? {} : { 'codex/sandbox-state-meta': ids.sandboxState }),
  };
}

/** Headers and body members by which one request says who it is (CX-8.21, CX-9.1). */
export function codexIdentity(version: CodexVersion, ids: RequestIds): RequestIdentity {
  const windowId = `${ids.threadId}:0`;
  const child: Members =
    ids.parentThreadId === undefined
      ? {}
      : { 'x-codex-parent-thread-id': ids.parentThreadId, 'x-openai-subagent': SUBAGENT };
  const turnMetadata = formatJson({
    agent_name: ids.agent === undefined ? '/root' : `/root/${ids.agent}`,
    request_kind: ids.requestKind ?? 'turn',
    session_id: ids.sessionId,
    thread_id: ids.threadId,
    window_id: windowId,
    ...defined({
      turn_id: ids.turnId,
      parent_thread_id: ids.parentThreadId,
      parent_turn_id: ids.parentTurnId,
    }),
    ...(ids.parentThreadId === undefined ? {} : { subagent_kind: SUBAGENT }),
  });
  const shared: Members = {
    'x-codex-window-id': windowId,
    'x-codex-turn-metadata': turnMetadata,
    ...child,
  };
  return {
    headers: {
      'session-id': ids.sessionId,
      'thread-id': ids.threadId,
      'x-client-request-id': ids.threadId,
      ...shared,
      ...(ids.modelClass === 'exec' ? { 'x-openai-internal-codex-responses-lite': 'true' } : {}),
    },
    body: {
      client_metadata: {
        session_id: ids.sessionId,
        thread_id: ids.threadId,
        ...defined({ turn_id: ids.turnId, parent_turn_id: ids.parentTurnId }),
        ...shared,
      },
      prompt_cache_key: version.cacheKey === 'session' ? ids.sessionId : ids.threadId,
    },
    rules: ['CX-8.21', 'CX-9.1', 'CX-9.02', 'CX-90.07'],
  };
}

function defined(members: Readonly<Record<string, string | undefined>>): Members {
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

const metadata = (name: string) =>
  [
    { place: 'client-metadata', name },
    { place: 'turn-metadata', name },
  ] as const;

/** On a socket the frame's metadata wins over the headers of its opening, which may be stale (CX-8.34). */
export const CODEX_PLACES: IdentityPlaces = {
  session: [...metadata('session_id'), { place: 'header', name: 'session-id' }],
  thread: [
    ...metadata('thread_id'),
    { place: 'header', name: 'thread-id' },
    { place: 'call-meta', name: 'threadId' },
  ],
  parent: [
    { place: 'client-metadata', name: 'x-codex-parent-thread-id' },
    { place: 'turn-metadata', name: 'parent_thread_id' },
    { place: 'header', name: 'x-codex-parent-thread-id' },
    { place: 'call-turn-metadata', name: 'parent_thread_id' },
  ],
  agent: [
    { place: 'client-metadata', name: 'x-openai-subagent' },
    { place: 'header', name: 'x-openai-subagent' },
  ],
  turn: [...metadata('turn_id'), { place: 'call-turn-metadata', name: 'turn_id' }],
  call: [{ place: 'call-meta', name: 'callId' }],
  item: [{ place: 'call-meta', name: 'itemId' }],
};
