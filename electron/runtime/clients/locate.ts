import { realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { ok, fail, type Result } from '../../../shared/fault.ts';
import { nodeCommand } from '../mcp/node-command.ts';
import { findProgram } from '../programs.ts';
import type { InstalledClient } from './install.ts';
import type { ClientRecipe } from './types.ts';

/** A client that can be started. */
export interface LocatedClient {
  readonly recipe: ClientRecipe;
  readonly version: string;
  readonly origin: 'pinned' | 'path';
  readonly command: string;
  /** What stands before the recipe's own arguments. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Folders that go first on its PATH. */
  readonly path: readonly string[];
  /** Folders that it is made of. */
  readonly folders: readonly string[];
}

/** An installed client, started by its program or, when it is a script, by our own Node. */
export function pinnedClient(
  recipe: ClientRecipe,
  version: string,
  installed: InstalledClient,
): LocatedClient {
  const program = join(installed.folder, installed.entry.path);
  const base = { recipe, version, origin: 'pinned', folders: [installed.folder] } as const;
  if (installed.entry.kind === 'native') return { ...base, command: program, args: [], env: {}, path: [] };
  const node = nodeCommand();
  // Such clients start further scripts through `node` on PATH.
  return { ...base, command: node.command, args: [program], env: node.env, path: [dirname(node.command)] };
}

/** The folder of a program's whole package, so that it can be shown to an isolated run. */
function packageFolder(program: string): string {
  const parts = program.split(sep);
  const first = parts.indexOf('node_modules');
  return first > 0 ? parts.slice(0, first + 1).join(sep) : dirname(program);
}

/** The client as it is installed on this machine, if it is; its version is not known yet. */
export async function clientOnPath(
  recipe: ClientRecipe,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Result<LocatedClient>> {
  const program = await findProgram(recipe.program, env);
  if (program === undefined) {
    return fail('client-not-on-path', `"${recipe.program}" is not on PATH.`, {
      next: `Install ${recipe.title}, or name a version: ${recipe.id}@${recipe.versions.at(-1)}.`,
    });
  }
  const target = await realpath(program);
  const node = await findProgram('node', env);
  const nodeFolder = node === undefined ? dirname(nodeCommand().command) : dirname(await realpath(node));
  return ok({
    recipe,
    version: 'unknown',
    origin: 'path',
    command: program,
    args: [],
    env: {},
    path: [dirname(program), nodeFolder],
    folders: [dirname(program), packageFolder(target), nodeFolder],
  });
}
