import { describe, expect, it } from 'vitest';
import { check, countOwn, countPlaywright, countVitest } from './counts.ts';

const vitest = (passed: number, failed: number, files: { status: string; tests: number }[] = []): string =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: files.map(({ status, tests }, at) => ({
      name: `/somewhere/file-${at}.test.ts`,
      status,
      message: status === 'failed' && tests === 0 ? '\u001b[31mcannot find it\u001b[39m\nat …' : '',
      assertionResults: Array.from({ length: tests }, (_, test) => ({
        status: test < failed && status === 'failed' ? 'failed' : 'passed',
        fullName: `adds ${test}`,
        failureMessages: test < failed && status === 'failed' ? ['expected 1 to be 2\nat …'] : [],
      })),
    })),
  });
const playwright = (expected: number, unexpected: number, flaky = 0, errors = 0): string =>
  JSON.stringify({
    stats: { expected, unexpected, flaky, skipped: 0 },
    errors: Array.from({ length: errors }, () => ({ message: 'no browser' })),
    suites: [
      {
        specs: [],
        suites: [
          {
            specs: Array.from({ length: unexpected }, () => ({
              title: 'is there',
              file: 'views.spec.ts',
              tests: [
                {
                  projectName: 'browser',
                  status: 'unexpected',
                  results: [{ error: { message: 'timed out\nat …' } }],
                },
              ],
            })),
          },
        ],
      },
    ],
  });

describe('countVitest', () => {
  it('adds up what ran', () => {
    expect(countVitest(vitest(12, 0, [{ status: 'passed', tests: 12 }]), 0)).toEqual({
      passed: 12,
      failed: 0,
      failures: [],
    });
    expect(countVitest(vitest(11, 1, [{ status: 'failed', tests: 12 }]), 1)).toEqual({
      passed: 11,
      failed: 1,
      failures: ['file-0.test.ts > adds 0: expected 1 to be 2'],
    });
  });

  it('counts a file that did not load', () => {
    const report = vitest(3, 0, [
      { status: 'passed', tests: 3 },
      { status: 'failed', tests: 0 },
    ]);
    expect(countVitest(report, 1)).toEqual({
      passed: 3,
      failed: 1,
      failures: ['file-1.test.ts: cannot find it'],
    });
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
    expect(countPlaywright(playwright(7, 1), 1)).toEqual({
      passed: 7,
      failed: 1,
      failures: ['views.spec.ts > is there [browser]: timed out'],
    });
  });

  it('fails a run of nothing', () => {
    expect(countPlaywright(playwright(0, 0), 0)).toMatchObject({ passed: 0, failed: 1 });
  });

  it('counts errors outside of tests, and tests that needed a second try', () => {
    expect(countPlaywright(playwright(7, 0, 1, 2), 1)).toEqual({
      passed: 7,
      failed: 3,
      failures: ['outside any test: no browser', 'outside any test: no browser'],
    });
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
