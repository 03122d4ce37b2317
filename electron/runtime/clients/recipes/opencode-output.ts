import { jsonLine, objectIn, textIn } from '../json-lines.ts';
import type { ClientReport, OutputReader } from '../types.ts';

/** `--format json`: one finished part a line. A tool call shows when it is over, never when it begins. */
export function createOpencodeReader(server: string): OutputReader {
  let final: string | undefined;

  const called = (part: Record<string, unknown>, thread: string | undefined): ClientReport[] => {
    const name = textIn(part, 'tool') ?? '';
    if (!name.startsWith(`${server}_`)) return [];
    const failed = textIn(objectIn(part, 'state'), 'status') !== 'completed';
    return [
      {
        what: 'callFinished',
        tool: name.slice(server.length + 1),
        item: textIn(part, 'callID'),
        thread,
        status: failed ? 'failed' : 'completed',
      },
    ];
  };

  return {
    line: (text) => {
      const event = jsonLine(text);
      const part = objectIn(event, 'part');
      // The same id goes to the provider, as the header x-session-id.
      const thread = textIn(event, 'sessionID');
      switch (event?.['type']) {
        case 'tool_use':
          return called(part, thread);
        case 'text':
          final = textIn(part, 'text') ?? final;
          return [];
        case 'step_finish':
          return textIn(part, 'reason') === 'stop' ? [{ what: 'turnCompleted', thread }] : [];
        case 'error':
          return [{ what: 'turnFailed', thread }];
        default:
          return [];
      }
    },
    end: () => [],
    finalText: () => final,
  };
}
