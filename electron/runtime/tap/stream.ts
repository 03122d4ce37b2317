import { createLines, type LongLine } from '../mcp/lines.ts';
import { maxFrameBytes } from '../mcp/stdio-wire.ts';

const lineFeed = 0x0a;

interface StreamHandlers {
  readonly onLine: (line: Buffer, at: bigint) => void;
  readonly onLong: (line: LongLine, at: bigint) => void;
}

/** One direction of a tapped pipe as lines. After a gap it goes on at the next line break: half a message is none. */
export function createTappedStream(handlers: StreamHandlers) {
  const cut = () =>
    createLines(maxFrameBytes, {
      onLine: (line, at) => handlers.onLine(line, at),
      onLong: handlers.onLong,
    });
  let lines = cut();
  let lost = false;

  return {
    push: (chunk: Buffer, at: bigint): void => {
      if (!lost) return lines.push(chunk, at);
      const end = chunk.indexOf(lineFeed);
      if (end === -1) return;
      lost = false;
      lines.push(chunk.subarray(end + 1), at);
    },
    gap: (): void => {
      lines = cut();
      lost = true;
    },
    end: (at: bigint): void => lines.end(at),
  };
}
