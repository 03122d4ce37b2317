import type { Readable } from 'node:stream';
import { createLines } from '../mcp/lines.ts';
import type { ClientReport, OutputReader } from './types.ts';

/** A line of a client's output that is longer is not read, bytes. */
const maxLine = 16 * 1024 * 1024;
/** Lines of stderr that are kept for people. */
const keptLines = 40;
const keptChars = 500;

export interface OutputCounts {
  readonly lines: number;
  readonly bytes: number;
}

export interface FollowedOutput {
  readonly counts: () => OutputCounts;
  /** The last lines, for people; never for events. */
  readonly last: () => readonly string[];
  readonly done: Promise<void>;
}

/** Reads a stream to its end, line by line. */
export function follow(
  stream: Readable,
  onLine: (text: string, at: bigint) => void,
  onEnd: () => void,
): FollowedOutput {
  let [lines, bytes] = [0, 0];
  const kept: string[] = [];
  const cut = createLines(maxLine, {
    onLine: (line, at) => {
      lines += 1;
      const text = line.toString('utf8');
      kept.push(text.slice(0, keptChars));
      if (kept.length > keptLines) kept.shift();
      onLine(text, at);
    },
    onLong: () => (lines += 1),
  });
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    cut.push(chunk, process.hrtime.bigint());
  });
  stream.on('error', () => undefined);
  const done = new Promise<void>((resolve) =>
    stream.once('close', () => {
      cut.end(process.hrtime.bigint());
      onEnd();
      resolve();
    }),
  );
  return { counts: () => ({ lines, bytes }), last: () => kept, done };
}

/** Feeds a recipe's reader. A reader that fails on a strange line costs that line. */
export function readReports(
  reader: OutputReader,
  onReport: (report: ClientReport, at: bigint) => void,
): { readonly line: (text: string, at: bigint) => void; readonly end: () => void } {
  return {
    line: (text, at) => reader.line(text).forEach((report) => onReport(report, at)),
    end: () => reader.end().forEach((report) => onReport(report, process.hrtime.bigint())),
  };
}
