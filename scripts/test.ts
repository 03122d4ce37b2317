/** Every check and suite, one after the other, and one closing line that sums them: `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { ensureBrowser } from './browser.ts';
import { electronDouble } from '../tests/electron-double/build.ts';
import { buildChanged } from './build.ts';
import { getElectron } from './electron.ts';
import { program, root } from './targets.ts';

interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
}

const reports = mkdtempSync(path.join(tmpdir(), 'throughline-test-'));

function run(tool: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number {
  // npm writes a .cmd beside each tool on Windows, and those need a shell.
  const isWindows = process.platform === 'win32';
  const file = path.join(root, 'node_modules/.bin', isWindows ? `${tool}.cmd` : tool);
  const done = spawnSync(isWindows ? `"${file}"` : file, args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
    env: { ...process.env, ...env },
  });
  return done.status ?? 1;
}

async function step(name: string, work: () => Promise<Counts> | Counts): Promise<Outcome> {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const counts = await work();
  return { name, ...counts, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const check = (code: number): Counts => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/**
 * A suite's counts come from its report, not from its exit code; yet a run that ended badly without a failed
 * test, or ran no test at all, has failed as well.
 */
function suite(counts: Counts | undefined, code: number): Counts {
  if (counts === undefined) {
    console.error('The suite left no report.');
    return { passed: 0, failed: 1 };
  }
  if (counts.passed + counts.failed === 0) {
    console.error('The suite ran no test.');
    return { passed: 0, failed: 1 };
  }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

function read<T>(file: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function unitTests(): Counts {
  const file = path.join(reports, 'unit.json');
  const code = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  const report = read(file, vitestReport);
  // A file that could not be loaded has no tests to count, so it counts itself.
  const broken = report?.testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  );
  return suite(
    report && { passed: report.numPassedTests, failed: report.numFailedTests + (broken?.length ?? 0) },
    code,
  );
}

function endToEndTests(): Counts {
  if (browser === undefined) {
    console.error('No browser: the end-to-end tests did not run.');
    return { passed: 0, failed: 1 };
  }
  const file = path.join(reports, 'e2e.json');
  const code = run('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  });
  const report = read(file, playwrightReport);
  return suite(
    report && {
      passed: report.stats.expected + report.stats.flaky,
      failed: report.stats.unexpected + report.errors.length,
    },
    code,
  );
}

async function builds(): Promise<Counts> {
  const targets = [...program, electronDouble];
  try {
    const built = await buildChanged(targets);
    console.log(built.length === 0 ? 'Everything is up to date.' : `Built ${built.join(', ')}.`);
    return check(0);
  } catch (error) {
    console.error(error);
    return check(1);
  }
}

const browser = await ensureBrowser();
if (browser !== undefined) process.env['THROUGHLINE_BROWSER'] = browser;
// The stand-in for Electron is no Windows program, so there the real one is needed.
if (process.platform === 'win32') getElectron();

const outcomes = [
  await step('types', () => check(run('tsc', ['-p', '.']))),
  await step('lint', () => check(run('oxlint', ['--type-aware', '--deny-warnings']))),
  await step('format', () => check(run('oxfmt', ['--check']))),
  await step('unused code', () => check(run('knip', []))),
  await step('build', builds),
  await step('unit tests', unitTests),
  await step('end-to-end tests', endToEndTests),
];
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${name.padEnd(18)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  );
}
const sum = (pick: (outcome: Outcome) => number): number =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
const failed = sum((outcome) => outcome.failed);
console.log(`\n${sum((outcome) => outcome.passed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
