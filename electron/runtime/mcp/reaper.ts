import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * A shell that outlives this process. It reads `+ GROUP` and `- GROUP` lines; when its input ends, which it does however
 * this process ends, it ends the groups that are left, and what their members had started outside of them.
 */
const script = `
trap '' HUP INT QUIT TERM
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) case $groups in *" $group "*) groups="\${groups%%" $group "*} \${groups#*" $group "}" ;; esac ;;
  esac
done
[ "$groups" = ' ' ] && exit 0
below=$(ps -A -o pid= -o ppid= 2>/dev/null | awk -v leaders="$groups" '
  { parent[$1] = $2 }
  END {
    count = split(leaders, list, " ")
    for (i = 1; i <= count; i++) inside[list[i]] = 1
    for (more = 1; more; ) {
      more = 0
      for (pid in parent) if (!(pid in inside) && (parent[pid] in inside)) { inside[pid] = 1; more = 1; print pid }
    }
  }')
for signal in TERM KILL; do
  for group in $groups; do kill -s $signal -- "-$group"; done
  for pid in $below; do kill -s $signal "$pid"; done
  [ $signal = KILL ] || sleep 1
done 2>/dev/null
`;

export interface Reaper {
  /** The group is ended when this process is gone, however it went. */
  watch(leader: number): void;
  /** The group ended, or is no longer ours. */
  forget(leader: number): void;
  /** False once the shell is gone, or where it could not be started. */
  lives(): boolean;
}

/**
 * Starts the reaper of this process. Nothing waits for it, and it keeps nothing open. Without a POSIX shell (Windows)
 * there is none: see docs/architecture.md, "No process is left behind".
 */
export function startReaper(): Reaper | undefined {
  if (process.platform === 'win32') return undefined;
  const shell = spawn('/bin/sh', ['-c', script], {
    // A session of its own: a closed terminal ends every process of its session.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
  });
  const { stdin } = shell;
  // Without a shell there is no reaper; the orderly ways still end every group.
  shell.on('error', () => undefined);
  stdin.on('error', () => undefined);
  shell.unref();
  if (stdin instanceof Socket) stdin.unref();
  const say = (line: string): void => {
    if (stdin.writable) stdin.write(line);
  };
  return {
    watch: (leader) => say(`+ ${leader}\n`),
    forget: (leader) => say(`- ${leader}\n`),
    lives: () => shell.pid !== undefined && shell.exitCode === null && shell.signalCode === null,
  };
}
