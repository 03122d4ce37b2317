// The public conformance suite against the headless client, two scenarios at a time.
// Usage: node tests/conformance/run.ts [--suite stable|next]… [--scenario NAME]… [--report FILE]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../electron/runtime/clients/cache.ts';
import { inParallel, installForSuite } from '../support/install.ts';
import { gaps } from './gaps.ts';

interface Suite {
  readonly name: 'stable' | 'next';
  readonly version: string;
  readonly eras: readonly string[];
  /** Arguments that choose which scenarios there are. */
  readonly list: readonly string[];
  /** Arguments of each run. */
  readonly run: readonly string[];
}

const suites: readonly Suite[] = [
  { name: 'stable', version: '0.1.16', eras: ['legacy', 'auto'], list: [], run: [] },
  {
    name: 'next',
    version: '0.2.0-alpha.12',
    eras: ['auto'],
    list: ['--requirements', '2026-07-28'],
    run: ['--spec-version', '2026-07-28', '--force'],
  },
];

const { values } = parseArgs({
  options: {
    suite: { type: 'string', multiple: true },
    scenario: { type: 'string', multiple: true },
    report: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});

const client = path.join(import.meta.dirname, 'client.ts');

const runNode = async (
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly output: string }> => {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled'),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code: typeof code === 'number' ? code : 1, output };
};

const scenariosOf = (text: string): string[] => {
  const clients = text.slice(text.indexOf('Client scenarios')).split('\n\n', 1)[0] ?? '';
  // Extensions are run and reported as well, though no revision requires them.
  const unscored = [...text.matchAll(/^\s+- (\S+) \[client\]$/gm)].map(([, name = '']) => name);
  return [...[...clients.matchAll(/^\s+- (\S+)/gm)].map(([, name = '']) => name), ...unscored];
};

interface Outcome {
  readonly suite: Suite;
  readonly era: string;
  readonly scenario: string;
  readonly checks: string;
  readonly state: 'passed' | 'failed' | 'gap' | 'gap closed';
  readonly retried: boolean;
  readonly output: string;
}

const play = async (suite: Suite, folder: string, era: string, scenario: string): Promise<Outcome> => {
  const entry = path.join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const command = `${process.execPath} ${client} --era ${era}`;
  const run = () =>
    runNode([entry, 'client', '--command', command, '--scenario', scenario, ...suite.run], folder);
  let done = await run();
  const gap = suite.name === 'next' ? gaps[scenario] : undefined;
  // Some scenarios measure time; on a busy machine they may fail once.
  const retried = done.code !== 0 && gap === undefined;
  if (retried) done = await run();
  const checks = /Passed: ([1-9]\d*\/\d+)/.exec(done.output)?.[1];
  // A scenario that checked nothing did not pass.
  const passed = done.code === 0 && checks !== undefined;
  const state = gap === undefined ? (passed ? 'passed' : 'failed') : passed ? 'gap closed' : 'gap';
  return { suite, era, scenario, checks: checks ?? '-', state, retried, output: done.output };
};

const outcomes: Outcome[] = [];
for (const suite of suites) {
  if (values.suite !== undefined && !values.suite.includes(suite.name)) continue;
  const folder = await installForSuite(`conformance@${suite.version}`, [
    `@modelcontextprotocol/conformance@${suite.version}`,
  ]);
  const entry = path.join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const listed = scenariosOf((await runNode([entry, 'list', ...suite.list], folder)).output);
  const scenarios = values.scenario ?? listed;
  const jobs = suite.eras.flatMap((era) => scenarios.map((scenario) => ({ era, scenario })));
  outcomes.push(...(await inParallel(jobs, 2, ({ era, scenario }) => play(suite, folder, era, scenario))));
}

for (const { suite, era, scenario, checks, state, retried, output } of outcomes) {
  const columns = [suite.version.padEnd(15), era.padEnd(7), scenario.padEnd(46), checks.padStart(7), state];
  console.log(`${columns.join(' ')}${retried ? ' (second try)' : ''}`);
  if (state === 'failed' || values.verbose) console.log(output.trimEnd().split('\n').slice(-40).join('\n'));
  const reason = state === 'gap' ? gaps[scenario] : undefined;
  if (reason !== undefined) console.log(`  ${reason}`);
}
// A gap that closed has to leave the list.
const isBad = ({ state }: Outcome): boolean => state === 'failed' || state === 'gap closed';
const failed = outcomes.filter(isBad).length;
const known = outcomes.filter(({ state }) => state === 'gap').length;
const passed = outcomes.length - failed - known;
const remark = known === 0 ? '' : `${known} known gaps`;
console.log(`\n${passed} passed, ${failed} failed${remark === '' ? '' : `, ${remark}`}`);
if (values.report !== undefined) writeFileSync(values.report, JSON.stringify({ passed, failed, remark }));
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
