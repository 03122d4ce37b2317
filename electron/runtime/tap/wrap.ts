import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { applicationRoot, nodeCommand, type NodeCommand } from '../mcp/node-command.ts';

export interface StdioCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** What the command needs beyond what its client gives it. */
  readonly env: Readonly<Record<string, string>>;
}

/** Where a program of `electron/tap-wrapper` stands: bundled, or in a checkout that was not built, its source. */
export function helperProgram(name: string, root: string | undefined = applicationRoot()): string {
  const base = root ?? import.meta.dirname;
  const bundled = join(base, 'dist', 'tap-wrapper', `${name}.js`);
  return existsSync(bundled) ? bundled : join(base, 'electron', 'tap-wrapper', `${name}.ts`);
}

/** The same server behind a wrapper that tells `address` what passes. `settings` is a file with `WrapSettings`. */
export function wrapCommand(
  server: { readonly name: string } & StdioCommand,
  address: string,
  settings?: string,
  node: NodeCommand = nodeCommand(),
): StdioCommand {
  return {
    command: node.command,
    args: [
      helperProgram('tap-wrapper'),
      '--channel',
      address,
      '--name',
      server.name,
      ...(settings === undefined ? [] : ['--settings', settings]),
      '--',
      server.command,
      ...server.args,
    ],
    env: { ...node.env, ...server.env },
  };
}
