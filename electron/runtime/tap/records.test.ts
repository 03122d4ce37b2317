import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRecordReader, recordHead, type RecordKind, type TapRecord } from './records.ts';

const kind = fc.constantFrom<RecordKind>('hello', 'toServer', 'fromServer', 'stderr', 'gap', 'exit', 'pong');
const record = fc.record({
  kind,
  at: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

const encode = (records: readonly TapRecord[]): Buffer =>
  Buffer.concat(
    records.flatMap(({ kind: what, at, payload }) => [recordHead(what, at, payload.length), payload]),
  );

describe('tap records', () => {
  it('come out as they went in, whatever the chunks are', () => {
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 90 })),
        (records, sizes) => {
          const bytes = encode(records);
          const out: TapRecord[] = [];
          const reader = createRecordReader(
            (one) => out.push({ ...one, payload: Buffer.from(one.payload) }),
            () => expect.unreachable(),
          );
          let from = 0;
          for (const size of sizes) {
            reader.push(bytes.subarray(from, from + size));
            from += size;
          }
          reader.push(bytes.subarray(from));
          expect(out).toEqual(records);
        },
      ),
    );
  });

  it('refuse a stream that holds something else, once', () => {
    let bad = 0;
    const reader = createRecordReader(
      () => expect.unreachable(),
      () => (bad += 1),
    );
    reader.push(Buffer.from('GET / HTTP/1.1\r\nhost: x\r\n\r\n'));
    reader.push(Buffer.from('more'));
    expect(bad).toBe(1);
  });
});
