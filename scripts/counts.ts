/** What a suite's report amounts to. Exit codes alone are not believed, and a suite that ran nothing has failed. */
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as z from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Why a failure was counted that is no test's own. */
  readonly remark?: string;
  /** The failed tests by name, each with the first line of what it said. */
  readonly failures?: readonly string[];
}

/** A check that is one thing: it passes or it fails. */
export const check = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

const said = (name: string, message: string | undefined): string => {
  const [first = ''] = stripVTControlCharacters(message ?? '').split('\n', 1);
  return first === '' ? name : `${name}: ${first}`;
};

/** From vitest's JSON report. A file that could not be loaded has no tests to count, so it counts itself. */
export function countVitest(report: string | undefined, exitCode: number): Counts {
  return count(report, exitCode, VitestReport, ({ numPassedTests, numFailedTests, testResults }) => {
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    const failures = testResults.flatMap((file) => [
      ...(broken.includes(file) ? [said(path.basename(file.name), file.message)] : []),
      ...file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) =>
          said(`${path.basename(file.name)} > ${fullName}`, failureMessages?.[0]),
        ),
    ]);
    return { passed: numPassedTests, failed: numFailedTests + broken.length, failures };
  });
}

const PlaywrightError = z.object({ message: z.string().optional() });
const PlaywrightSuite = z.object({
  get suites() {
    return z.array(PlaywrightSuite).optional();
  },
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      tests: z.array(
        z.object({
          projectName: z.string(),
          status: z.string(),
          results: z.array(z.object({ error: PlaywrightError.optional() })),
        }),
      ),
    }),
  ),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(PlaywrightError),
  suites: z.array(PlaywrightSuite),
});

const playwrightFailures = (suite: z.infer<typeof PlaywrightSuite>): readonly string[] => [
  ...suite.specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, results }) =>
        said(
          `${file} > ${title} [${projectName}]`,
          results.find(({ error }) => error !== undefined)?.error?.message,
        ),
      ),
  ),
  ...(suite.suites ?? []).flatMap(playwrightFailures),
];

/** From Playwright's JSON report. What passed only when it was tried again has failed; errors outside tests count as well. */
export function countPlaywright(report: string | undefined, exitCode: number): Counts {
  return count(report, exitCode, PlaywrightReport, ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [
      ...suites.flatMap(playwrightFailures),
      ...errors.map(({ message }) => said('outside any test', message)),
    ],
  }));
}

const OwnReport = z.object({ passed: z.number(), failed: z.number() });

/** From the report of a suite of ours that writes its counts. */
export function countOwn(report: string | undefined, exitCode: number): Counts {
  return count(report, exitCode, OwnReport, ({ passed, failed }) => ({ passed, failed }));
}

function count<T>(
  report: string | undefined,
  exitCode: number,
  schema: z.ZodType<T>,
  counted: (report: T) => Counts,
): Counts {
  const read = parse(report, schema);
  if (read === undefined) return { passed: 0, failed: 1, remark: 'The suite left no report.' };
  const counts = counted(read);
  if (counts.passed + counts.failed === 0) return { passed: 0, failed: 1, remark: 'The suite ran no test.' };
  if (exitCode === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, remark: `Every test passed, yet the suite ended with code ${exitCode}.` };
}

function parse<T>(report: string | undefined, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(report ?? ''));
  } catch {
    return undefined;
  }
}
