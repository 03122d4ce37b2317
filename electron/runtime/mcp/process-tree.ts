import { execFile, spawn } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { startReaper, type Reaper } from './reaper.ts';

/** One process at one time: a pid is reused, a pid with its start is not. */
export interface ProcessMark {
  readonly pid: number;
  /** When it started, in the words of the system; only equality means anything. */
  readonly start: string;
}

/** Field 22 of /proc/PID/stat: start in clock ticks since boot. The name before it may hold spaces and brackets. */
const startFromStat = (stat: string): string | undefined =>
  stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];

const linuxStart = async (pid: number): Promise<string | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(startFromStat, () => undefined);

const linuxChildren = async (pid: number): Promise<number[]> => {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) =>
    list
      .split(' ')
      .filter((part) => part !== '')
      .map(Number),
  );
};

const linuxDescendants = async (root: number): Promise<ProcessMark[]> => {
  const found: ProcessMark[] = [];
  const queue = await linuxChildren(root);
  for (let pid = queue.shift(); pid !== undefined; pid = queue.shift()) {
    const start = await linuxStart(pid);
    if (start === undefined || found.some((mark) => mark.pid === pid)) continue;
    found.push({ pid, start });
    queue.push(...(await linuxChildren(pid)));
  }
  return found;
};

const psStarts = (pids: readonly number[]): Promise<ProcessMark[]> =>
  new Promise((resolve) => {
    if (pids.length === 0) return resolve([]);
    execFile('ps', ['-o', 'pid=,lstart=', '-p', pids.join(',')], { timeout: 2000 }, (_error, stdout) => {
      const rows = stdout.split('\n').map((row) => /^\s*(\d+)\s+(.+?)\s*$/.exec(row));
      resolve(
        rows.flatMap((row) =>
          row?.[1] === undefined || row[2] === undefined ? [] : [{ pid: Number(row[1]), start: row[2] }],
        ),
      );
    });
  });

/** Every living process below `root`, so that those which left its group can be ended after it. Empty on Windows. */
export const descendants = async (
  root: number,
  platform: NodeJS.Platform = process.platform,
): Promise<readonly ProcessMark[]> => {
  if (platform === 'win32') return [];
  if (platform === 'linux') return linuxDescendants(root);
  const { default: pidtree } = await import('pidtree');
  return psStarts(await pidtree(root).catch(() => []));
};

/** Kills those of `marks` that are still the same processes. */
export const killMarked = async (
  marks: readonly ProcessMark[],
  platform: NodeJS.Platform = process.platform,
): Promise<void> => {
  if (marks.length === 0) return;
  const now =
    platform === 'linux'
      ? await Promise.all(marks.map(async ({ pid }) => ({ pid, start: (await linuxStart(pid)) ?? '' })))
      : await psStarts(marks.map(({ pid }) => pid));
  for (const mark of marks) {
    if (!now.some(({ pid, start }) => pid === mark.pid && start === mark.start)) continue;
    signal(mark.pid, 'SIGKILL');
  }
};

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false; // gone already
  }
};

/** Sends a signal to the whole group of a process started with `detached`; false when no member lives. */
export const signalGroup = (leader: number, name: NodeJS.Signals): boolean => {
  if (process.platform !== 'win32') return signal(-leader, name);
  spawn('taskkill', ['/pid', String(leader), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
    'error',
    () => undefined,
  );
  return signal(leader, 0);
};

/** Whether any process of the group lives (on Windows: the leader). */
export const groupAlive = (leader: number): boolean =>
  signal(process.platform === 'win32' ? leader : -leader, 0);

const groups = new Set<number>();
const fatal = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

let reaper: Reaper | undefined;

/** The reaper ends them gently, and finds those that left their group as long as their parents live; without it we must. */
const killAll = (): void => {
  if (reaper?.lives() !== true) for (const leader of groups) signalGroup(leader, 'SIGKILL');
  groups.clear();
};

/** Ends the groups, then lets the signal do what it would have done without us. */
const onFatal = (name: NodeJS.Signals): void => {
  const alone = process.listenerCount(name) === 1;
  killAll();
  unguard();
  if (alone) process.kill(process.pid, name);
};

const unguard = (): void => {
  process.off('exit', killAll);
  for (const name of fatal) process.off(name, onFatal);
};

/** From now until the returned function is called, the group is ended when this process ends, in whatever way. */
export const guardGroup = (leader: number): (() => void) => {
  reaper ??= startReaper();
  reaper?.watch(leader);
  if (groups.size === 0) {
    process.on('exit', killAll);
    for (const name of fatal) process.on(name, onFatal);
  }
  groups.add(leader);
  return () => {
    reaper?.forget(leader);
    if (groups.delete(leader) && groups.size === 0) unguard();
  };
};
