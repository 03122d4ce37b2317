import { isObject } from '../../../../shared/json.ts';
import { jsonLine, listIn, objectIn, textIn } from '../json-lines.ts';
import type { ClientReport, OutputReader } from '../types.ts';

/**
 * The `stream-json` output of Claude Code and its relatives: an init line, messages with tool_use and tool_result blocks,
 * and one result line. `toolOf` gives the server's own name of a tool, undefined for tools of others. `namesThreads`: the
 * session id is also on the provider wire, so that it names a thread.
 */
export function createStreamJsonReader(
  toolOf: (name: string) => string | undefined,
  namesThreads: boolean,
): OutputReader {
  const calls = new Map<string, string>();
  let final: string | undefined;
  let complaint: string | undefined;

  const blocks = (message: Record<string, unknown>, type: string): readonly Record<string, unknown>[] =>
    listIn(objectIn(message, 'message'), 'content').filter(
      (block): block is Record<string, unknown> => isObject(block) && block['type'] === type,
    );

  const started = (message: Record<string, unknown>, thread: string | undefined): ClientReport[] =>
    blocks(message, 'tool_use').flatMap((block) => {
      const [item, name] = [textIn(block, 'id'), textIn(block, 'name')];
      const tool = name === undefined ? undefined : toolOf(name);
      if (item === undefined || tool === undefined) return [];
      calls.set(item, tool);
      return [{ what: 'callStarted', tool, item, thread }];
    });

  const finished = (message: Record<string, unknown>, thread: string | undefined): ClientReport[] =>
    blocks(message, 'tool_result').flatMap((block) => {
      const item = textIn(block, 'tool_use_id');
      const tool = item === undefined ? undefined : calls.get(item);
      if (tool === undefined) return [];
      return [
        {
          what: 'callFinished',
          tool,
          item,
          thread,
          status: block['is_error'] === true ? 'failed' : 'completed',
        },
      ];
    });

  const ended = (message: Record<string, unknown>, thread: string | undefined): ClientReport[] => {
    final = textIn(message, 'result') ?? final;
    complaint = textIn(objectIn(message, 'error'), 'message');
    const denied = listIn(message, 'permission_denials').flatMap((denial): ClientReport[] => {
      const tool = toolOf(textIn(denial, 'tool_name') ?? '');
      return tool === undefined
        ? []
        : [{ what: 'permissionDenied', tool, item: textIn(denial, 'tool_use_id'), thread }];
    });
    const failed = message['is_error'] === true || message['subtype'] !== 'success';
    return [...denied, { what: failed ? 'turnFailed' : 'turnCompleted', thread }];
  };

  const initialised = (message: Record<string, unknown>, thread: string | undefined): ClientReport[] => [
    { what: 'threadStarted', thread },
    ...listIn(message, 'mcp_servers').map((server): ClientReport => ({
      what: 'serverState',
      server: textIn(server, 'name'),
      status: statusWord(textIn(server, 'status')),
    })),
  ];

  return {
    line: (text) => {
      const message = jsonLine(text);
      if (message === undefined) return [];
      // A line of a child names the call that made it, and not the child: whose thread it is stays open.
      const ofChild = textIn(message, 'parent_tool_use_id') !== undefined;
      const thread = ofChild || !namesThreads ? undefined : textIn(message, 'session_id');
      switch (message['type']) {
        case 'system':
          return message['subtype'] === 'init' ? initialised(message, thread) : [];
        case 'assistant':
          return started(message, thread);
        case 'user':
          return finished(message, thread);
        case 'result':
          return ended(message, thread);
        default:
          return [];
      }
    },
    end: () => [],
    finalText: () => final,
    complaint: () => complaint,
  };
}

const statusWords = ['connected', 'connecting', 'pending', 'failed', 'disabled', 'needs-auth'];

/** The client's word where it is one that we know. */
const statusWord = (word: string | undefined): string =>
  word !== undefined && statusWords.includes(word) ? word : 'other';
