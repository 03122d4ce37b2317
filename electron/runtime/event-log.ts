import { closeSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { eventLine, headerLine, type CaptureHeader } from '../../shared/capture.ts';
import { Event } from '../../shared/event.ts';
import { isEvent } from '../../shared/event-check.ts';
import { parseJson } from '../../shared/json.ts';

/** The events of one capture by seq. Append-only; a range can be read while it grows. */
export interface EventLog {
  readonly length: number;
  readonly bytes: number;
  append(event: Event): void;
  /** Events with seq in [from, from + limit). */
  read(from: number, limit: number): readonly Event[];
  /** The same events as the JSON text that was written, where it is still in memory. */
  texts(from: number, limit: number): readonly string[] | undefined;
  close(): Promise<void>;
}

/** A log in memory: imported captures, the command line, tests. */
export function memoryLog(events: Event[] = [], bytes = 0): EventLog {
  return {
    get length() {
      return events.length;
    },
    bytes,
    append: (event) => void events.push(event),
    read: (from, limit) => events.slice(from, from + limit),
    texts: () => undefined,
    close: () => Promise.resolve(),
  };
}

/** This many of the latest events stay in memory; older ones are read back from the file. */
const TAIL = 20_000;
/** Every so many events the file offset is remembered, so that a range read parses little that it does not need. */
const STRIDE = 500;
/** Lines wait at most this long (ms), or until this many bytes, before they are written. */
const FLUSH_MS = 50;
const FLUSH_BYTES = 256 * 1024;

/** An NDJSON file that grows by whole lines. A crash loses at most the last 50 ms; what stands is readable. */
export function fileLog(path: string, header: CaptureHeader): EventLog {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, 'ax', 0o600);
  const offsets: number[] = [];
  let tail: Event[] = [];
  let tailTexts: string[] = [];
  let tailFrom = 0;
  let length = 0;
  let written = 0;
  let pending: string[] = [];
  let pendingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let open = true;

  const queue = (line: string): void => {
    pending.push(line);
    pendingBytes += Buffer.byteLength(line);
    if (pendingBytes >= FLUSH_BYTES) flush();
    else timer ??= setTimeout(flush, FLUSH_MS);
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.length === 0 || !open) return;
    writeSync(file, pending.join(''));
    written += pendingBytes;
    pending = [];
    pendingBytes = 0;
  };

  queue(headerLine(header));

  const readFile = (from: number, to: number): Event[] => {
    flush();
    const block = Math.floor(from / STRIDE);
    const start = offsets[block] ?? written;
    const endBlock = Math.ceil(to / STRIDE);
    const end = offsets[endBlock] ?? written;
    const buffer = Buffer.alloc(end - start);
    // Its own descriptor: a closed log still serves the windows that look at it.
    const reader = openSync(path, 'r');
    try {
      readSync(reader, buffer, 0, buffer.length, start);
    } finally {
      closeSync(reader);
    }
    const lines = buffer.toString('utf8').split('\n');
    const first = block * STRIDE;
    return lines.slice(from - first, to - first).map((line) => {
      const value = parseJson(line);
      return isEvent(value) ? value : Event.parse(value);
    });
  };

  return {
    get length() {
      return length;
    },
    get bytes() {
      return written + pendingBytes;
    },
    append: (event) => {
      if (!open) return;
      if (length % STRIDE === 0) offsets.push(written + pendingBytes);
      const line = eventLine(event);
      queue(line);
      length++;
      tail.push(event);
      tailTexts.push(line);
      if (tail.length > TAIL * 2) {
        tailFrom += tail.length - TAIL;
        tail = tail.slice(-TAIL);
        tailTexts = tailTexts.slice(-TAIL);
      }
    },
    read: (from, limit) => {
      const to = Math.min(length, from + limit);
      if (from >= to) return [];
      if (from >= tailFrom) return tail.slice(from - tailFrom, to - tailFrom);
      return readFile(from, to);
    },
    texts: (from, limit) =>
      from < tailFrom ? undefined : tailTexts.slice(from - tailFrom, from - tailFrom + limit),
    close: () => {
      flush();
      if (open) {
        open = false;
        closeSync(file);
      }
      return Promise.resolve();
    },
  };
}
