import { jsonLine, objectIn, textIn } from '../json-lines.ts';
import type { ClientReport, OutputReader } from '../types.ts';

const serverWords = ['pending', 'connected', 'failed', 'disabled'];

/** `--output-format json`: one event a line, with the server's own tool name beside the model's. */
export function createCopilotReader(): OutputReader {
  const calls = new Map<string, { server: string | undefined; tool: string | undefined }>();
  let final: string | undefined;
  let complaint: string | undefined;

  const started = (data: Record<string, unknown>): ClientReport[] => {
    const [item, server, tool] = [
      textIn(data, 'toolCallId'),
      textIn(data, 'mcpConfigServerName') ?? textIn(data, 'mcpServerName'),
      textIn(data, 'mcpToolName'),
    ];
    if (item === undefined || tool === undefined) return [];
    calls.set(item, { server, tool });
    return [{ what: 'callStarted', server, tool, item }];
  };

  const finished = (data: Record<string, unknown>): ClientReport[] => {
    const item = textIn(data, 'toolCallId');
    const call = item === undefined ? undefined : calls.get(item);
    if (call === undefined) return [];
    const denied = textIn(objectIn(data, 'error'), 'code') === 'denied';
    return [
      ...(denied ? [{ what: 'permissionDenied', ...call, item } as const] : []),
      { what: 'callFinished', ...call, item, status: data['success'] === true ? 'completed' : 'failed' },
    ];
  };

  return {
    line: (text) => {
      const event = jsonLine(text);
      const data = objectIn(event, 'data');
      switch (event?.['type']) {
        case 'session.mcp_server_status_changed': {
          const status = textIn(data, 'status') ?? '';
          return [
            {
              what: 'serverState',
              server: textIn(data, 'serverName'),
              status: serverWords.includes(status) ? status : 'other',
            },
          ];
        }
        case 'assistant.turn_start':
          return [{ what: 'turnStarted' }];
        case 'tool.execution_start':
          return started(data);
        case 'tool.execution_complete':
          return finished(data);
        case 'assistant.message':
          final = textIn(data, 'content') ?? final;
          return [];
        case 'session.error':
          complaint = textIn(data, 'message') ?? complaint;
          return [];
        case 'result':
          return [{ what: event['exitCode'] === 0 ? 'turnCompleted' : 'turnFailed' }];
        default:
          return [];
      }
    },
    end: () => [],
    finalText: () => final,
    complaint: () => complaint,
  };
}
