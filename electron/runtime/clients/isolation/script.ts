import { posix } from 'node:path';

export interface KeptFolder {
  readonly path: string;
  readonly writable: boolean;
}

export interface NamespaceView {
  /** Folders that the client finds empty. */
  readonly hide: readonly string[];
  /** Folders inside hidden ones that it needs all the same. */
  readonly keep: readonly KeptFolder[];
  /** A file that stands in for /etc/resolv.conf. */
  readonly resolvConf: string;
}

const quote = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;
export const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`);
const byLength = (left: { length: number }, right: { length: number }): number => left.length - right.length;

/** Empty folders that every system has; the kept ones wait in one of them while their surroundings are hidden. */
const stages = ['/run', '/mnt', '/srv', '/opt'];

/**
 * A shell script that makes the inside of new mount and network namespaces: loopback only, a resolver of our own, and
 * empty folders where the user's own would be. It ends by becoming its arguments.
 */
export function namespaceScript(view: NamespaceView): string {
  const hide = [...new Set(view.hide.map((path) => posix.normalize(path)))]
    .filter((path) => path !== '/' && path !== '.')
    .toSorted(byLength);
  const keep = [...new Map(view.keep.map((kept) => [kept.path, kept])).values()]
    .filter(({ path }) => hide.some((folder) => isInside(path, folder)))
    .toSorted((left, right) => byLength(left.path, right.path));
  const stage = stages.find((folder) => !keep.some(({ path }) => isInside(path, folder))) ?? '/run';
  const lines = [
    'set -e',
    '{ ip link set lo up || ifconfig lo up; } 2>/dev/null',
    `mount -t tmpfs -o mode=0755 tmpfs ${stage}`,
    `cp ${quote(view.resolvConf)} ${stage}/.resolv.conf`,
    ...keep.flatMap(({ path }, index) => [
      `mkdir ${stage}/.${index}`,
      `mount --bind ${quote(path)} ${stage}/.${index}`,
    ]),
    ...hide
      .filter((path) => path !== stage)
      .map((path) => `[ ! -d ${quote(path)} ] || mount -t tmpfs -o mode=0700 tmpfs ${quote(path)}`),
    ...keep.flatMap(({ path, writable }, index) => [
      `mkdir -p ${quote(path)}`,
      `mount --bind ${stage}/.${index} ${quote(path)}`,
      ...(writable ? [] : [`mount -o remount,bind,ro ${quote(path)} || true`]),
      `umount ${stage}/.${index}`,
    ]),
    'resolv="$(readlink -f /etc/resolv.conf)"',
    'mkdir -p "$(dirname "$resolv")"',
    '[ -e "$resolv" ] || : > "$resolv"',
    `mount --bind ${stage}/.resolv.conf "$resolv"`,
    'exec "$@"',
  ];
  return lines.join('\n');
}
