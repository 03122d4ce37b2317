import { jsonLine, objectIn, textIn } from '../json-lines.ts';
import type { ClientReport, OutputReader } from '../types.ts';

/** `--json`: one event a line; tools carry the alias in their name. */
export function createClineReader(server: string): OutputReader {
  const prefix = `${server}__`;
  let final: string | undefined;

  const contentReports = (event: Record<string, unknown>, done: boolean): ClientReport[] => {
    const name = textIn(event, 'toolName') ?? '';
    if (event['contentType'] !== 'tool' || !name.startsWith(prefix)) return [];
    const call = { tool: name.slice(prefix.length), item: textIn(event, 'toolCallId') };
    if (!done) return [{ what: 'callStarted', ...call }];
    return [{ what: 'callFinished', ...call, status: event['error'] === undefined ? 'completed' : 'failed' }];
  };

  const agentReports = (event: Record<string, unknown>): ClientReport[] => {
    switch (event['type']) {
      case 'content_start':
        return contentReports(event, false);
      case 'content_end':
        return contentReports(event, true);
      case 'done':
        final = textIn(event, 'text') ?? final;
        return [{ what: event['reason'] === 'completed' ? 'turnCompleted' : 'turnFailed' }];
      default:
        return [];
    }
  };

  return {
    line: (text) => {
      const line = jsonLine(text);
      return line?.['type'] === 'agent_event' ? agentReports(objectIn(line, 'event')) : [];
    },
    end: () => [],
    finalText: () => final,
  };
}
