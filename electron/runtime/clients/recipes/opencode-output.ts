import { jsonLine, objectIn, textIn } from '../json-lines.ts';
import type { ClientReport, OutputReader } from '../types.ts';

/** `--format json`: one finished part a line. A tool call shows when it is over, never when it begins. */
export function createOpencodeReader(server: string): OutputReader {
  let final: string | undefined;

  const called = (part: Record<string, unknown>): ClientReport[] => {
    const name = textIn(part, 'tool') ?? '';
    if (!name.startsWith(`${server}_`)) return [];
    const failed = textIn(objectIn(part, 'state'), 'status') !== 'completed';
    return [
      {
        what: 'callFinished',
        tool: name.slice(server.length + 1),
        item: textIn(part, 'callID'),
        status: failed ? 'failed' : 'completed',
      },
    ];
  };

  return {
    line: (text) => {
      const event = jsonLine(text);
      const part = objectIn(event, 'part');
      switch (event?.['type']) {
        case 'tool_use':
          return called(part);
        case 'text':
          final = textIn(part, 'text') ?? final;
          return [];
        case 'step_finish':
          return textIn(part, 'reason') === 'stop' ? [{ what: 'turnCompleted' }] : [];
        case 'error':
          return [{ what: 'turnFailed' }];
        default:
          return [];
      }
    },
    end: () => [],
    finalText: () => final,
  };
}
