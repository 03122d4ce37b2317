import { realpath, writeFile } from 'node:fs/promises';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { applicationRoot, nodeCommand } from '../mcp/node-command.ts';
import type { KeptFolder, NamespaceView } from './isolation/script.ts';
import type { LocatedClient } from './locate.ts';
import type { Scratch } from './types.ts';

/** No resolver of the machine is asked; ours answers that there is no such name. */
const resolvConf = 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n';

const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

const defined = <T>(list: readonly (T | undefined)[]): T[] => list.filter((value) => value !== undefined);

/** The folders that hold a user's settings, logins and sockets, wherever HOME points. */
const personal = (): readonly string[] => [homedir(), userInfo().homedir, '/run', '/tmp', tmpdir()];

/**
 * What a client finds inside its namespaces: no home but its own, no sockets of other programs, no settings of the machine;
 * of what is hidden only the programs that the run is made of.
 */
export async function viewFor(
  scratch: Scratch,
  client: LocatedClient,
  /** Further programs that the run needs, by absolute path. */
  programs: readonly string[],
): Promise<NamespaceView> {
  const file = join(scratch.root, 'resolv.conf');
  await writeFile(file, resolvConf);
  const needed = defined([
    applicationRoot(),
    dirname(nodeCommand().command),
    ...client.folders,
    ...programs.filter(isAbsolute).map(dirname),
  ]);
  const keep: KeptFolder[] = [
    ...defined(await Promise.all(needed.map(real))).map((path) => ({ path, writable: false })),
    { path: scratch.root, writable: true },
  ];
  const hide = defined(await Promise.all([...personal(), ...client.recipe.managed].map(real)));
  return { hide, keep, resolvConf: file };
}
