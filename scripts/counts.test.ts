import { describe, expect, it } from 'vitest';
import { check, countOwn, countPlaywright, countVitest } from './counts.ts';

const vitest = (passed: number, failed: number, files: { status: string; tests: number }[] = []): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map(({ status, tests }) => ({
      status,
      assertionResults: Array.from({ length: tests }, () => ({})),
    })),
  });
const playwright = (expected: number, unexpected: number, flaky = 0, errors = 0): string =>
  JSON.stringify({
    stats: { expected, unexpected, flaky, skipped: 0 },
    errors: Array.from({ length: errors }, () => ({})),
  });

describe('countVitest', () => {
  it('adds up what ran', () => {
    expect(countVitest(vitest(12, 0, [{ status: 'passed', tests: 12 }]), 0)).toEqual({
      passed: 12,
      failed: 0,
    });
    expect(countVitest(vitest(11, 1, [{ status: 'failed', tests: 12 }]), 1)).toEqual({
      passed: 11,
      failed: 1,
    });
  });

  it('counts a file that did not load', () => {
    const report = vitest(3, 0, [
      { status: 'passed', tests: 3 },
      { status: 'failed', tests: 0 },
    ]);
    expect(countVitest(report, 1)).toEqual({ passed: 3, failed: 1 });
  });

  it('fails a run of nothing, whatever its exit code', () => {
    expect(countVitest(vitest(0, 0), 0)).toMatchObject({
      passed: 0,
      failed: 1,
      remark: 'The suite ran no test.',
    });
  });

  it('fails a run that ended badly although every test passed', () => {
    expect(countVitest(vitest(5, 0), 1)).toMatchObject({ passed: 5, failed: 1 });
  });

  it.each([undefined, '', '{', '{}', 'null'])('fails a run whose report is %j', (report) => {
    expect(countVitest(report, 0)).toMatchObject({
      passed: 0,
      failed: 1,
      remark: 'The suite left no report.',
    });
  });
});

describe('countPlaywright', () => {
  it('adds up what ran', () => {
    expect(countPlaywright(playwright(7, 2), 1)).toEqual({ passed: 7, failed: 2 });
  });

  it('fails a run of nothing', () => {
    expect(countPlaywright(playwright(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts errors outside of tests, and tests that needed a second try', () => {
    expect(countPlaywright(playwright(7, 0, 1, 2), 1)).toEqual({ passed: 7, failed: 3 });
  });
});

describe('countOwn', () => {
  it('believes the counts, and no empty or missing report', () => {
    expect(countOwn('{"passed":2,"failed":1}', 1)).toEqual({ passed: 2, failed: 1 });
    expect(countOwn('{"passed":0,"failed":0}', 0)).toMatchObject({ failed: 1 });
    expect(countOwn(undefined, 0)).toMatchObject({ failed: 1 });
  });
});

describe('check', () => {
  it('is one thing that passes or fails', () => {
    expect([check(0), check(1), check(137)]).toEqual([
      { passed: 1, failed: 0 },
      { passed: 0, failed: 1 },
      { passed: 0, failed: 1 },
    ]);
  });
});
