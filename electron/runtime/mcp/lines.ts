/** A line that passed the limit: its size, and enough of both ends to tell which request it answered. */
export interface LongLine {
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
}

interface LineHandlers {
  /** Bytes between two line breaks, without them. `at`: when the last byte arrived, monotonic nanoseconds. */
  readonly onLine: (line: Buffer, at: bigint, terminated: boolean) => void;
  readonly onLong: (line: LongLine, at: bigint) => void;
}

const endBytes = 4096;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts a byte stream into lines, at LF or CRLF, before anything decodes it, so that a character split over two chunks stays
 * whole. Holds at most `maxBytes`; of a longer line only its ends.
 */
export const createLines = (maxBytes: number, handlers: LineHandlers) => {
  let parts: Buffer[] = [];
  let size = 0;
  let long: { bytes: number; head: Buffer; tail: Buffer } | undefined;

  const keepTail = (tail: Buffer, more: Buffer): Buffer =>
    Buffer.concat([tail, more.subarray(-endBytes)]).subarray(-endBytes);

  const add = (part: Buffer): void => {
    if (long !== undefined) {
      long = { bytes: long.bytes + part.length, head: long.head, tail: keepTail(long.tail, part) };
      return;
    }
    parts.push(part);
    size += part.length;
    if (size <= maxBytes) return;
    const whole = Buffer.concat(parts);
    // Copies, so that the whole line can be freed.
    long = {
      bytes: size,
      head: Buffer.from(whole.subarray(0, endBytes)),
      tail: Buffer.from(whole.subarray(-endBytes)),
    };
    parts = [];
    size = 0;
  };

  const flush = (at: bigint, terminated: boolean): void => {
    if (long !== undefined) {
      const { bytes, head, tail } = long;
      long = undefined;
      handlers.onLong({ bytes, head: head.toString('utf8'), tail: tail.toString('utf8') }, at);
      return;
    }
    const only = parts[0];
    const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
    parts = [];
    size = 0;
    handlers.onLine(whole.at(-1) === carriageReturn ? whole.subarray(0, -1) : whole, at, terminated);
  };

  return {
    push: (chunk: Buffer, at: bigint): void => {
      let from = 0;
      for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
        add(chunk.subarray(from, end));
        flush(at, true);
        from = end + 1;
      }
      if (from < chunk.length) add(chunk.subarray(from));
    },
    /** The stream ended; a last line without a break is handed over as such. */
    end: (at: bigint): void => {
      if (size > 0 || long !== undefined) flush(at, false);
    },
  };
};
