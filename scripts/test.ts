/** Every check and suite, one after the other, and one closing line that sums them: `N passed, N failed`. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { electronDouble } from '../tests/electron-double/build.ts';
import { ensureBrowser } from './browser.ts';
import { buildChanged } from './build.ts';
import { check, countOwn, countPlaywright, countVitest, type Counts } from './counts.ts';
import { getElectron } from './electron.ts';
import { program, root } from './targets.ts';

const reports = mkdtempSync(path.join(tmpdir(), 'throughline-test-'));

/** Runs a tool of ours and returns its exit code. */
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

async function build(): Promise<Counts> {
  try {
    const built = await buildChanged([...program, electronDouble]);
    console.log(built.length === 0 ? 'Everything is up to date.' : `Built ${built.join(', ')}.`);
    return check(0);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return check(1);
  }
}

const read = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8') : undefined;

function unitTests(): Counts {
  const file = path.join(reports, 'unit.json');
  const code = run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]);
  return countVitest(read(file), code);
}

function endToEndTests(): Counts {
  if (browser === undefined) return { passed: 0, failed: 1, remark: 'There is no browser to run them in.' };
  const file = path.join(reports, 'e2e.json');
  const code = run('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  return countPlaywright(read(file), code);
}

/** The public suite of MCP against the client, both eras; the newer one runs by `npm run test:conformance`. */
function conformance(): Counts {
  const file = path.join(reports, 'conformance.json');
  const entry = path.join(root, 'tests/conformance/run.ts');
  const done = spawnSync(process.execPath, [entry, '--suite', 'stable', '--report', file], {
    cwd: root,
    stdio: 'inherit',
  });
  return countOwn(read(file), done.status ?? 1);
}

interface Outcome extends Counts {
  readonly name: string;
  readonly seconds: number;
}

async function step(name: string, work: () => Promise<Counts> | Counts): Promise<Outcome> {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const counts = await work();
  return { name, ...counts, seconds: (performance.now() - started) / 1000 };
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
  await step('build', build),
  await step('unit tests', unitTests),
  await step('conformance', conformance),
  await step('end-to-end tests', endToEndTests),
];
rmSync(reports, { recursive: true, force: true });

console.log('');
for (const { name, passed, failed, remark = '', seconds } of outcomes) {
  const columns = [
    name.padEnd(18),
    `${passed} passed`.padStart(12),
    `${failed} failed`.padStart(10),
    `${seconds.toFixed(1)} s`.padStart(9),
  ];
  console.log(`${columns.join(' ')}  ${remark}`.trimEnd());
}
for (const { name, failures = [] } of outcomes) {
  for (const failure of failures) console.log(`\nfailed in ${name}: ${failure}`);
}
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
