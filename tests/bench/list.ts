import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { sideBySide, timed, type Figure } from './measure.ts';
import { everything, root } from './places.ts';

const execute = promisify(execFile);
const Listed = z.object({ tools: z.array(z.object({ name: z.string() })) });

/** `throughline list` on server-everything, as a whole process, beside the barest script with the SDK. */
export async function benchList(rounds: number): Promise<Figure> {
  const home = mkdtempSync(path.join(tmpdir(), 'throughline-bench-'));
  const target = [process.execPath, everything];
  let listed = { ours: '', theirs: '' };
  const start = async (side: 'ours' | 'theirs', args: readonly string[]): Promise<number> =>
    timed(async () => {
      const { stdout } = await execute(process.execPath, args, {
        cwd: root,
        env: { ...process.env, THROUGHLINE_HOME: home },
      });
      listed = { ...listed, [side]: stdout };
    });
  try {
    const { ours, theirs, ratio } = await sideBySide(
      rounds,
      () => start('ours', ['bin/throughline.mjs', 'list', '--json', '--', ...target]),
      () => start('theirs', ['tests/bench/bare-list.mjs', ...target]),
    );
    const names = (text: string): string =>
      Listed.parse(JSON.parse(text))
        .tools.map((tool) => tool.name)
        .join(' ');
    if (names(listed.ours) !== names(listed.theirs)) throw new Error('The two listed different tools.');
    return {
      name: 'list, whole process',
      value: ratio,
      unit: '×',
      limit: 1.25,
      detail: `${Math.round(ours)} ms beside ${Math.round(theirs)} ms of a bare script`,
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
