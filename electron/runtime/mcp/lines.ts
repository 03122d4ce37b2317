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

/** Where the bytes come from; it can be held up. */
export interface LineSource {
  pause(): void;
  resume(): void;
}

/** So many lines of one stream are read in a turn of the event loop; then the others have theirs. */
const linesPerTurn = 64;

const endBytes = 4096;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts a byte stream into lines, at LF or CRLF, before anything decodes it, so that a character split over two chunks stays
 * whole. Holds at most `maxBytes`; of a longer line only its ends. With a `source`, a stream
 * that floods is read in turns and held up meanwhile: its pipe fills, and it has to wait like everybody else.
 */
export const createLines = (maxBytes: number, handlers: LineHandlers, source?: () => LineSource) => {
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

  /** What arrived and was not looked at yet. */
  const waiting: { readonly chunk: Buffer; readonly at: bigint; from: number }[] = [];
  let turn: NodeJS.Immediate | undefined;

  const read = (limit: number): void => {
    let lines = 0;
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      const { chunk, at } = first;
      while (lines < limit) {
        const end = chunk.indexOf(lineFeed, first.from);
        if (end === -1) break;
        add(chunk.subarray(first.from, end));
        first.from = end + 1;
        lines++;
        flush(at, true);
      }
      if (lines >= limit) return;
      if (first.from < chunk.length) add(chunk.subarray(first.from));
      waiting.shift();
    }
  };

  const perTurn = source === undefined ? Number.POSITIVE_INFINITY : linesPerTurn;
  const takeTurn = (): void => {
    turn = undefined;
    read(perTurn);
    if (waiting.length > 0) turn = setImmediate(takeTurn);
    else source?.().resume();
  };

  return {
    push: (chunk: Buffer, at: bigint): void => {
      waiting.push({ chunk, at, from: 0 });
      if (turn !== undefined) return;
      read(perTurn);
      if (waiting.length === 0) return;
      source?.().pause();
      turn = setImmediate(takeTurn);
    },
    /** The stream ended; a last line without a break is handed over as such. */
    end: (at: bigint): void => {
      clearImmediate(turn);
      turn = undefined;
      read(Number.POSITIVE_INFINITY);
      if (size > 0 || long !== undefined) flush(at, false);
    },
  };
};
