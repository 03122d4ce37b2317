import { describe, expect, it } from 'vitest';
import type { RunFacts } from './client-facts.ts';
import { faultOf, missingOf, type Expected, type JudgedRun } from './client-verdict.ts';

const server = { handshake: { client: {}, era: 'legacy' as const }, tools: [{ name: 'lookup' }] };

const whole: JudgedRun = {
  exit: 0,
  signal: null,
  ending: 'exited',
  servers: [server],
  stderr: { last: [] },
  finalText: 'OK',
  complaint: undefined,
  isolation: { kind: 'namespaces' },
};

const seen: RunFacts = {
  asked: 2,
  shown: true,
  started: 1,
  finished: 1,
  denied: 0,
  turn: 'turnCompleted',
  failures: new Map(),
};

const expected: Expected = {
  title: 'Some Client',
  server: 'shape_probe',
  calls: true,
  unaided: false,
  finalEquals: true,
  timeoutMs: 60_000,
  loginPattern: /Please log in/,
};

const codeOf = (run: Partial<JudgedRun>, facts: Partial<RunFacts> = {}, more: Partial<Expected> = {}) =>
  faultOf({ ...whole, ...run }, { ...seen, ...facts }, { ...expected, ...more })?.code;

const missing = (run: Partial<JudgedRun>, facts: Partial<RunFacts> = {}, more: Partial<Expected> = {}) =>
  missingOf({ ...whole, ...run }, { ...seen, ...facts }, { ...expected, ...more }).map(({ code }) => code);

const nothing = { asked: 0, shown: false, started: 0, finished: 0, turn: undefined };

describe('the verdict on a run of a real client', () => {
  it('finds nothing wrong with a whole one, and nothing missing', () => {
    expect(codeOf({})).toBeUndefined();
    expect(missing({})).toEqual([]);
  });

  it.each<[string, Partial<JudgedRun>, Partial<RunFacts>, Partial<Expected>]>([
    ['cancelled', { ending: 'cancelled', exit: null, signal: 'SIGTERM' }, {}, {}],
    ['client-hangs', { ending: 'timeout', exit: null, signal: 'SIGTERM' }, { turn: undefined }, {}],
    ['client-asks-for-login', { exit: 1, stderr: { last: ['Please log in.'] } }, nothing, {}],
    ['client-asks-for-login', { exit: 1, finalText: 'Please log in.' }, { turn: 'turnFailed' }, {}],
    ['provider-refused', { exit: 1 }, { turn: 'turnFailed', failures: new Map([['http-429', 3]]) }, {}],
    ['provider-refused', { exit: 1 }, { turn: 'turnFailed', failures: new Map([['dropped', 1]]) }, {}],
    ['provider-refused', { exit: 1 }, { turn: 'turnFailed', failures: new Map([['wrong-host', 1]]) }, {}],
    ['client-asks-for-login', { exit: 1 }, { turn: 'turnFailed', failures: new Map([['wrong-key', 3]]) }, {}],
    ['client-asks-for-login', { exit: 1, complaint: 'Please log in.' }, { turn: 'turnFailed' }, {}],
    ['client-crashed', { exit: null, signal: 'SIGSEGV' }, { turn: undefined }, {}],
    ['client-failed', { exit: 3 }, { turn: undefined }, {}],
    ['server-not-started', { servers: [] }, { started: 0, finished: 0 }, {}],
    ['call-not-allowed', {}, { started: 0, finished: 0, denied: 1 }, { unaided: true }],
    ['no-call', {}, { started: 0, finished: 0 }, {}],
    ['final-text-differs', {}, {}, { finalEquals: false }],
    ['turn-not-completed', {}, { turn: undefined }, {}],
  ])('says %s', (code, run, facts, more) => {
    const found = faultOf({ ...whole, ...run }, { ...seen, ...facts }, { ...expected, ...more });
    expect(found?.code).toBe(code);
    expect(code === 'cancelled' ? 'none' : found?.next).toMatch(/\w/);
  });

  it('gives the client’s own words as the cause before its stderr, whose closing brackets say nothing', () => {
    const cause = (run: Partial<JudgedRun>) =>
      faultOf({ ...whole, exit: 3, ...run }, { ...seen, turn: undefined }, expected)?.cause;
    const stderr = { last: ['{', '"message": "no such model"', '}', ''] };
    expect(cause({ stderr })).toBe('"message": "no such model"');
    expect(cause({ stderr, complaint: 'It broke.' })).toBe('It broke.');
  });

  it('takes a failure that the client got over for none', () => {
    expect(codeOf({}, { failures: new Map([['http-500', 1]]) })).toBeUndefined();
  });

  it('names everything that a run has not, in the order in which it would have come', () => {
    expect(missing({ servers: [] }, nothing, { finalEquals: false })).toEqual([
      'server-not-started',
      'no-request',
      'no-call',
      'turn-not-completed',
      'final-text-differs',
    ]);
    expect(missing({ servers: [{ ...server, handshake: { client: {} } }] }, { shown: false })).toEqual([
      'handshake',
      'tool-not-shown',
    ]);
    expect(missing({ servers: [{ ...server, tools: [] }] }, { finished: 0 })).toEqual([
      'tools-not-listed',
      'call-unfinished',
    ]);
  });

  it('asks for no call where the scenario has none', () => {
    expect(missing({}, { started: 0, finished: 0 }, { calls: false })).toEqual([]);
  });
});
