import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface NodeCommand {
  readonly command: string;
  /** Variables that make `command` behave as Node; to be merged into the child's environment. */
  readonly env: Readonly<Record<string, string>>;
}

interface Surroundings {
  readonly execPath: string;
  /** Version of Electron when this process is Electron. */
  readonly electron: string | undefined;
  /** Folder of the running module. */
  readonly here: string;
  readonly platform: NodeJS.Platform;
}

const here = (): Surroundings => ({
  execPath: process.execPath,
  electron: process.versions['electron'],
  here: import.meta.dirname,
  platform: process.platform,
});

/** The program's own folder: the nearest one above `from` whose package.json is ours. */
export const applicationRoot = (from: string = import.meta.dirname): string | undefined => {
  for (let folder = from; ;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && /"name":\s*"throughline"/.test(readFileSync(manifest, 'utf8'))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
};

/**
 * How to start a child that needs Node: this very Node where we run on one, the pinned Node of a checkout where we run
 * inside Electron, else Electron itself told to behave as Node. The variable is set whenever Electron runs us, because
 * `execPath` is then not Node.
 */
export const nodeCommand = (around: Surroundings = here()): NodeCommand => {
  if (around.electron === undefined) return { command: around.execPath, env: {} };
  const root = applicationRoot(around.here);
  if (root !== undefined && !root.endsWith('.asar')) {
    const pinned = join(
      root,
      'node_modules',
      'node',
      'bin',
      around.platform === 'win32' ? 'node.exe' : 'node',
    );
    if (existsSync(pinned)) return { command: pinned, env: {} };
  }
  return { command: around.execPath, env: { ELECTRON_RUN_AS_NODE: '1' } };
};
