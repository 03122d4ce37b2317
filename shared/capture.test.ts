import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newHeader, readCapture, writeCapture } from './capture.ts';
import { Event } from './event.ts';
import { formatJson } from './json.ts';

const events = Array.from({ length: 5 }, (_, seq) =>
  Event.parse({
    seq,
    t: seq,
    kind: 'server.stderr',
    source: 'mcp',
    evidence: 'measured',
    server: 's',
    lines: seq,
    bytes: 1,
  }),
);
const capture = { header: newHeader(new Date(0), 'name', 'writer'), events };

describe('a capture file', () => {
  it('reads back what it wrote', () => {
    expect(readCapture(writeCapture(capture))).toEqual({ ok: true, value: capture });
  });

  it('names the line of a cut, wherever it falls, and salvages what stands before', () => {
    const text = writeCapture(capture);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: text.length - 2 }), (length) => {
        const cut = text.slice(0, length);
        const whole = cut.split('\n').length - 1;
        const read = readCapture(cut);
        const salvaged = readCapture(cut, { salvage: true });
        // A cut at the very end of a line leaves a shorter capture; any other one is refused by line and next step.
        const atLineEnd = text[length] === '\n' || cut.endsWith('\n');
        const kept = text[length] === '\n' ? whole : whole - 1;
        expect(read.ok ? 'read' : read.fault.message).toMatch(
          atLineEnd ? /^read$/ : new RegExp(`^Line ${whole + 1}, column \\d+`),
        );
        expect(salvaged.ok ? salvaged.value.events.length : -1).toBe(kept);
      }),
    );
  });

  it.each([
    ['', 'capture-empty'],
    ['{"a":1}\n', 'capture-not-a-capture'],
    ['hello\n', 'capture-not-a-capture'],
    ['{"throughline":"capture","schema":99,"startedAt":"2026-01-01T00:00:00.000Z"}\n', 'capture-too-new'],
    [writeCapture({ ...capture, events: events.slice(1) }), 'capture-gap'],
    [`${formatJson(capture.header)}\n{"seq":0,"t":0,"kind":"no.such.kind"}\n`, 'capture-bad-event'],
    [`${formatJson(capture.header)}\n{"seq":0,"t":0,\n`, 'capture-bad-json'],
  ])('refuses %j with a code', (text, code) => {
    const read = readCapture(text);
    expect(read.ok ? 'ok' : read.fault.code).toBe(code);
  });

  it('refuses an event with a field that no schema names', () => {
    const text = `${formatJson(capture.header)}\n${formatJson({ ...events[0], text: 'smuggled' })}\n`;
    expect(readCapture(text).ok).toBe(false);
  });
});
