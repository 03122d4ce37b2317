/** What a suite's report amounts to. Exit codes alone are not believed, and a suite that ran nothing has failed. */
import * as z from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Why a failure was counted that is no test's own. */
  readonly remark?: string;
}

/** A check that is one thing: it passes or it fails. */
export const check = (exitCode: number): Counts =>
  exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** From vitest's JSON report. A file that could not be loaded has no tests to count, so it counts itself. */
export function countVitest(report: string | undefined, exitCode: number): Counts {
  return count(report, exitCode, VitestReport, ({ numPassedTests, numFailedTests, testResults }) => {
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  });
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

/** From Playwright's JSON report. What passed only when it was tried again has failed; errors outside tests count as well. */
export function countPlaywright(report: string | undefined, exitCode: number): Counts {
  return count(report, exitCode, PlaywrightReport, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
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
