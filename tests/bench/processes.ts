import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import * as z from 'zod';
import { sideBySide, timed, type Figure } from './measure.ts';
import { everything, root } from './places.ts';

const execute = promisify(execFile);
const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) });
const Called = z.object({ result: z.object({ content: z.array(z.unknown()) }) });
const message = '{"message":"hi"}';

/** `throughline list` and `call` on server-everything, as whole processes, beside the barest scripts with the SDK. */
export async function benchProcesses(rounds: number): Promise<readonly Figure[]> {
  const names = (text: string): unknown => Listed.parse(JSON.parse(text)).tools.map((tool) => tool.name);
  const content = (text: string): unknown => Called.parse(JSON.parse(text)).result.content;
  return [
    await benchProcess('list', rounds, ['list', '--json'], ['tests/bench/bare-list.mjs'], names),
    await benchProcess(
      'call',
      rounds,
      ['call', 'echo', '--args', message, '--json'],
      ['tests/bench/bare-call.mjs', 'echo', message],
      content,
    ),
  ];
}

/** `told` is what both must print alike. */
async function benchProcess(
  name: string,
  rounds: number,
  command: readonly string[],
  script: readonly string[],
  told: (stdout: string) => unknown,
): Promise<Figure> {
  const home = mkdtempSync(path.join(tmpdir(), 'throughline-bench-'));
  const target = [process.execPath, everything];
  let printed = { ours: '', theirs: '' };
  const start = async (side: 'ours' | 'theirs', args: readonly string[]): Promise<number> =>
    timed(async () => {
      const { stdout } = await execute(process.execPath, args, {
        cwd: root,
        env: { ...process.env, THROUGHLINE_HOME: home },
      });
      printed = { ...printed, [side]: stdout };
    });
  try {
    const { ours, theirs, ratio } = await sideBySide(
      rounds,
      () => start('ours', ['bin/throughline.mjs', ...command, '--', ...target]),
      () => start('theirs', [...script, ...target]),
    );
    if (!isDeepStrictEqual(told(printed.ours), told(printed.theirs)))
      throw new Error(`The two say different things of ${name}.`);
    return {
      name: `${name}, whole process`,
      value: ratio,
      unit: '×',
      limit: 1.15,
      detail: `${Math.round(ours)} ms beside ${Math.round(theirs)} ms of a bare script`,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
