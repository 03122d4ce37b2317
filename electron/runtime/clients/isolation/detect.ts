import { execFile } from 'node:child_process';
import { findProgram } from '../../programs.ts';
import { namespaceScript } from './script.ts';

/** Namespaces of a run's own, or why there are none. */
export type Isolation =
  | { readonly kind: 'namespaces'; readonly unshare: string; readonly flags: readonly string[] }
  | { readonly kind: 'none'; readonly why: 'not-linux' | 'no-unshare' | 'not-permitted' | 'not-wanted' };

/** Where `ip`, `mount` and `unshare` stand. */
export const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin';

const base = ['--net', '--mount', '--pid', '--fork', '--mount-proc', '--kill-child'];
/** Without being root, a user namespace lends the rights; the client then sees itself as root. */
const asUser = ['--user', '--map-root-user', ...base];

const trialMs = 10_000;

/** Makes the namespaces once, for nothing, as a run would. */
const works = (unshare: string, flags: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const script = namespaceScript({ hide: ['/tmp'], keep: [], resolvConf: '/dev/null' });
    const args = [...flags, '/bin/sh', '-c', script, 'sh', '/bin/sh', '-c', 'exit 42'];
    const options = { env: { PATH: systemPath }, timeout: trialMs, killSignal: 'SIGKILL' as const };
    execFile(unshare, args, options, (error) => resolve(error?.code === 42));
  });

async function find(): Promise<Isolation> {
  if (process.platform !== 'linux') return { kind: 'none', why: 'not-linux' };
  const unshare = await findProgram('unshare', { PATH: systemPath });
  if (unshare === undefined) return { kind: 'none', why: 'no-unshare' };
  for (const flags of process.getuid?.() === 0 ? [base, asUser] : [asUser]) {
    if (await works(unshare, flags)) return { kind: 'namespaces', unshare, flags };
  }
  return { kind: 'none', why: 'not-permitted' };
}

let found: Promise<Isolation> | undefined;

/** Found out by trying, once a process: what a kernel permits stands in too many places to read. */
export const findIsolation = (): Promise<Isolation> => (found ??= find());
