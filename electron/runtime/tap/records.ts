// What a tap wrapper and the runtime say to each other: records with a fixed head in one stream. This file is also loaded by
// the wrapper, which stands in front of somebody's server: it imports nothing.

const kinds = [
  'hello',
  'toServer',
  'fromServer',
  'stderr',
  'gap',
  'spawned',
  'exit',
  'toServerEnd',
  'fromServerEnd',
  'ping',
  'pong',
] as const;
export type RecordKind = (typeof kinds)[number];

/** The streams that a wrapper forwards. */
export type TappedStream = Extract<RecordKind, 'toServer' | 'fromServer' | 'stderr'>;

export interface TapRecord {
  readonly kind: RecordKind;
  /** When it happened, nanoseconds of the sender's monotonic clock. */
  readonly at: bigint;
  readonly payload: Buffer;
}

/** Kind, length of the payload, time. */
const headBytes = 1 + 4 + 8;

/** A wrapper passes on what one read of a pipe gave it; more than this in one record is no wrapper, bytes. */
const maxPayload = 64 * 1024 * 1024;

/** The head of a record whose payload follows as it is. */
export function recordHead(kind: RecordKind, at: bigint, payloadBytes: number): Buffer {
  const head = Buffer.allocUnsafe(headBytes);
  head.writeUInt8(kinds.indexOf(kind), 0);
  head.writeUInt32LE(payloadBytes, 1);
  head.writeBigInt64LE(at, 5);
  return head;
}

/** Cuts a stream into records, whatever its chunks are. `onBad` is called once, for a stream that holds something else. */
export function createRecordReader(onRecord: (record: TapRecord) => void, onBad: () => void) {
  let waiting: Buffer[] = [];
  let size = 0;
  let needed = headBytes;
  let bad = false;

  return {
    push: (chunk: Buffer): void => {
      if (bad) return;
      waiting.push(chunk);
      size += chunk.length;
      if (size < needed) return;
      let rest: Buffer = waiting.length === 1 ? chunk : Buffer.concat(waiting);
      for (;;) {
        needed = headBytes;
        if (rest.length < needed) break;
        const kind = kinds[rest.readUInt8(0)];
        const length = rest.readUInt32LE(1);
        if (kind === undefined || length > maxPayload) {
          bad = true;
          onBad();
          return;
        }
        needed = headBytes + length;
        if (rest.length < needed) break;
        onRecord({ kind, at: rest.readBigInt64LE(5), payload: rest.subarray(headBytes, needed) });
        rest = rest.subarray(needed);
      }
      waiting = rest.length === 0 ? [] : [rest];
      size = rest.length;
    },
  };
}
