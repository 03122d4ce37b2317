import { createLines } from './lines.ts';

export interface StderrText {
  /** Monotonic nanoseconds. */
  readonly at: bigint;
  readonly text: string;
}

const maxLines = 500;
const maxLineBytes = 8192;
/** Above this many bytes in one report the server is said to flood. */
export const floodBytes = 256 * 1024;

/**
 * The latest lines of a server's stderr, bounded, with counts of everything. Counts are reported at most every
 * `reportEveryMs`, so that a flood costs a handful of events.
 */
export const createStderrLog = (
  onCounts: (counts: { lines: number; bytes: number }) => void,
  reportEveryMs = 200,
) => {
  const kept: StderrText[] = [];
  let dropped = 0;
  let unreported = { lines: 0, bytes: 0 };
  let timer: NodeJS.Timeout | undefined;

  const report = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (unreported.bytes === 0 && unreported.lines === 0) return;
    const counts = unreported;
    unreported = { lines: 0, bytes: 0 };
    onCounts(counts);
  };

  const keep = (text: string, at: bigint): void => {
    unreported.lines += 1;
    kept.push({ at, text });
    if (kept.length <= maxLines) return;
    kept.shift();
    dropped += 1;
  };

  const lines = createLines(maxLineBytes, {
    onLine: (line, at) => keep(line.toString('utf8'), at),
    onLong: (line, at) => keep(`${line.head} … (${line.bytes} bytes)`, at),
  });

  return {
    push: (chunk: Buffer, at: bigint): void => {
      unreported.bytes += chunk.length;
      lines.push(chunk, at);
      timer ??= setTimeout(report, reportEveryMs).unref();
    },
    end: (at: bigint): void => {
      lines.end(at);
      report();
    },
    /** Lines still held, oldest first, and how many were let go. */
    lines: (): { readonly lines: readonly StderrText[]; readonly dropped: number } => ({
      lines: [...kept],
      dropped,
    }),
    /** The last line that is not blank, for a message to the user. */
    last: (): string | undefined =>
      kept
        .findLast(({ text }) => text.trim() !== '')
        ?.text.trim()
        .slice(0, 300),
  };
};
export type StderrLog = ReturnType<typeof createStderrLog>;
