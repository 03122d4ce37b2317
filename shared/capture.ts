import * as z from 'zod';
import { isEvent } from './event-check.ts';
import { Event, SCHEMA_VERSION } from './event.ts';
import { fail, ok, type Result } from './fault.ts';
import { formatJson, isObject, parseJson } from './json.ts';

/** The first line of a capture file. Everything after it is one event a line. */
export const CaptureHeader = z.looseObject({
  throughline: z.literal('capture'),
  schema: z.int().min(1),
  startedAt: z.iso.datetime(),
  /** The user's own words; set by hand, never by an observation. */
  name: z.string().optional(),
  note: z.string().optional(),
  writer: z.string().optional(),
});
export type CaptureHeader = z.infer<typeof CaptureHeader>;

export interface Capture {
  readonly header: CaptureHeader;
  readonly events: readonly Event[];
}

export const newHeader = (startedAt: Date, name: string, writer: string): CaptureHeader => ({
  throughline: 'capture',
  schema: SCHEMA_VERSION,
  startedAt: startedAt.toISOString(),
  name,
  writer,
});

export const headerLine = (header: CaptureHeader): string => `${formatJson(header)}\n`;
export const eventLine = (event: Event): string => `${formatJson(event)}\n`;

/** A capture as NDJSON text. */
export const writeCapture = (capture: Capture): string =>
  headerLine(capture.header) + capture.events.map(eventLine).join('');

export interface ReadOptions {
  /** Keep what stands before the first unreadable line instead of refusing the file. */
  readonly salvage?: boolean;
}

export interface ReadCapture extends Capture {
  /** Set when `salvage` cut the file: the line (from 1) where reading stopped, and why. */
  readonly cut?: { readonly line: number; readonly reason: string };
}

const repair =
  'Keep what is readable (captures import --salvage), or export it again from where it was made.';

/** Reads and validates NDJSON. Faults name the line and, for broken JSON, the column. */
export function readCapture(text: string, options: ReadOptions = {}): Result<ReadCapture> {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = lines[0];
  if (first === undefined || first.trim() === '') {
    return fail('capture-empty', 'The file is empty.', { next: 'Choose a capture exported by Throughline.' });
  }
  const header = readLine(first, 1);
  // An object that breaks off may be a capture that was cut; other text never was one.
  if (!header.ok && first.startsWith('{')) return header;
  const parsed = header.ok ? CaptureHeader.safeParse(header.value) : undefined;
  if (parsed?.success !== true) {
    return fail(
      'capture-not-a-capture',
      'The file is not a capture: its first line is not the header of one.',
      {
        next: 'Choose a capture exported by Throughline.',
      },
    );
  }
  if (parsed.data.schema > SCHEMA_VERSION) {
    return fail(
      'capture-too-new',
      `The capture has schema ${parsed.data.schema}; this version reads up to ${SCHEMA_VERSION}.`,
      {
        next: 'Update Throughline.',
      },
    );
  }
  const events: Event[] = [];
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? '';
    const event = readEvent(line, index + 1, events.length);
    if (!event.ok) {
      if (options.salvage !== true) return event;
      return ok({ header: parsed.data, events, cut: { line: index + 1, reason: event.fault.message } });
    }
    events.push(event.value);
  }
  return ok({ header: parsed.data, events });
}

function readEvent(line: string, number: number, expectedSeq: number): Result<Event> {
  const value = readLine(line, number);
  if (!value.ok) return value;
  const event = value.value;
  if (!isEvent(event)) {
    const issue = Event.safeParse(event).error?.issues[0];
    const kind =
      isObject(event) && typeof event['kind'] === 'string' ? ` (${event['kind'].slice(0, 60)})` : '';
    return fail('capture-bad-event', `Line ${number} is not a valid event${kind}.`, {
      cause: `Field ${issue?.path.join('.') || '(root)'}: ${issue?.code ?? 'invalid'}.`,
      next: repair,
    });
  }
  if (event.seq !== expectedSeq) {
    return fail('capture-gap', `Line ${number} has seq ${event.seq}; ${expectedSeq} was expected.`, {
      next: repair,
    });
  }
  return ok(event);
}

function readLine(line: string, number: number): Result<unknown> {
  try {
    return ok(parseJson(line));
  } catch (error) {
    const column = jsonErrorColumn(line, error);
    return fail('capture-bad-json', `Line ${number}, column ${column}: not valid JSON.`, {
      cause: column > line.length ? 'The line ends too early: the file looks cut off.' : undefined,
      next: repair,
    });
  }
}

/** V8 names the position for most faults; where it does not, the text ended too early. */
export function jsonErrorColumn(line: string, error: unknown): number {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position === undefined ? line.length + 1 : Number(position) + 1;
}
