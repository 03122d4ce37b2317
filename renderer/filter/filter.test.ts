import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Event } from '../../shared/event.ts';
import { completeFilter } from './complete.ts';
import { fields, isNumberField, isWordField } from './fields.ts';
import { matcher } from './match.ts';
import { parseFilter, printFilter, type Filter, type Term } from './syntax.ts';

const base = { seq: 7, t: 1500, source: 'mcp', evidence: 'measured' };
const finished = Event.parse({
  ...base,
  kind: 'call.finished',
  call: 'call:3',
  server: 'shape probe',
  tool: 'slow_lookup',
  outcome: 'toolError',
  durationMs: 7003,
  resultBytes: 90,
  content: [{ type: 'text', count: 1 }],
  structured: false,
  violations: 0,
});
const attributed = Event.parse({
  ...base,
  kind: 'call.attributed',
  source: 'correlator',
  evidence: 'derived',
  call: 'call:3',
  tier: 'window',
  thread: 'thr_0123456789abcdef',
  agrees: [],
});

function filterOf(line: string): Filter {
  const parsed = parseFilter(line);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
}

const holds = (line: string, event: Event): boolean =>
  matcher(filterOf(line), (thread) => (thread === 'thr_0123456789abcdef' ? 'child' : undefined))(event);

describe('matching', () => {
  it.each([
    ['', true],
    ['kind:call.finished', true],
    ['kind:call.*', true],
    ['kind:*finished', true],
    ['kind:call.f*d', true],
    ['kind:window.*', false],
    ['kind:window.*,call.finished', true],
    ['-kind:call.finished', false],
    ['server:"shape probe" outcome:error t>1200', true],
    ['server:shape*', true],
    ['outcome:ok', false],
    ['t>=1500 t<=1.5s', true],
    ['ms>7s', true],
    ['bytes<90', false],
    ['seq=7', true],
    ['SLOW_look', true],
    ['-slow_lookup', false],
    ['thread:child', false],
    ['t>1500', false],
  ])('%j on a finished call: %s', (line, expected) => {
    expect(holds(line, finished)).toBe(expected);
  });

  it('knows a thread by its role', () => {
    expect(holds('thread:"child"', attributed)).toBe(true);
    expect(holds('thread:root', attributed)).toBe(false);
  });

  it('does not let one star swallow the text of another', () => {
    expect(holds('tool:slow*slow*', finished)).toBe(false);
    expect(holds('tool:s*w*p', finished)).toBe(true);
    expect(holds('tool:slow_lookup*slow_lookup', finished)).toBe(false);
  });
});

describe('faults', () => {
  it.each([
    ['sever:x', 'filter-unknown-field'],
    ['server>3', 'filter-not-a-number'],
    ['t>soon', 'filter-not-a-number'],
    ['t>3k', 'filter-not-a-number'],
    ['kind:', 'filter-no-value'],
    ['kind:a,"",b', 'filter-no-value'],
  ])('%j says what is wrong', (line, code) => {
    const parsed = parseFilter(line);
    expect(parsed.ok ? undefined : parsed.fault.code).toBe(code);
    expect(parsed.ok ? undefined : parsed.fault.next).toMatch(/\w/);
  });
});

describe('reading and writing', () => {
  const word = fc.string({ minLength: 1, unit: 'grapheme' });
  const term: fc.Arbitrary<Term> = fc.oneof(
    fc.record({
      type: fc.constant('words' as const),
      not: fc.boolean(),
      field: fc.constantFrom(...Object.keys(fields).filter(isWordField)),
      patterns: fc.array(word, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('number' as const),
      not: fc.boolean(),
      field: fc.constantFrom(...Object.keys(fields).filter(isNumberField)),
      op: fc.constantFrom('=' as const, '>' as const, '>=' as const, '<' as const, '<=' as const),
      value: fc.integer({ min: -1_000_000, max: 1_000_000_000 }).map((n) => n / 8),
    }),
    fc.record({
      type: fc.constant('text' as const),
      not: fc.boolean(),
      text: fc.string({ unit: 'grapheme' }),
    }),
  );

  it('gives back any filter that was written', () => {
    fc.assert(
      fc.property(fc.array(term), (filter) => {
        expect(filterOf(printFilter(filter))).toEqual(filter);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (line) => {
        expect(() => parseFilter(line)).not.toThrow();
      }),
    );
  });
});

describe('completion', () => {
  const seen = (): readonly string[] => ['shape_probe', 'file system'];
  const labels = (line: string, cursor = line.length): readonly string[] =>
    completeFilter(line, cursor, seen).options.map(({ label }) => label);

  it('offers fields, then values', () => {
    expect(labels('se')).toEqual(['server:', 'seq>']);
    expect(labels('kind:call.fin')).toEqual(['call.finished']);
    expect(labels('server:')).toEqual(['shape_probe', 'file system']);
    expect(labels('outcome:ok,tool')).toEqual(['toolError']);
  });

  it('replaces only the piece at the cursor and quotes what needs it', () => {
    const line = 't>5 server:file kind:call.*';
    const { from, to, options } = completeFilter(line, 15, seen);
    expect(line.slice(0, from) + (options[0]?.insert ?? '') + line.slice(to)).toBe(
      't>5 server:"file system" kind:call.*',
    );
  });
});
