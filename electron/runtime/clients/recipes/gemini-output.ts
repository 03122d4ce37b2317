import { jsonLine, textIn } from '../json-lines.ts';
import type { OutputReader } from '../types.ts';

/** Everything that is kept of the one document, characters. */
const maxText = 4 * 1024 * 1024;

/** `-o json`: one document at the end. It counts tool calls and names none in order, so none is reported. */
export function createGeminiReader(): OutputReader {
  const lines: string[] = [];
  let size = 0;
  let final: string | undefined;
  return {
    line: (text) => {
      size += text.length;
      if (size <= maxText) lines.push(text);
      return [];
    },
    end: () => {
      const start = lines.indexOf('{');
      const document = start === -1 ? undefined : jsonLine(lines.slice(start).join('\n'));
      if (document === undefined) return [];
      final = textIn(document, 'response');
      return [{ what: final === undefined ? 'turnFailed' : 'turnCompleted' }];
    },
    finalText: () => final,
  };
}
