import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { startBrowserShell } from '../../browser/shell.ts';
import { applicationRoot } from '../../runtime/mcp/node-command.ts';
import { failed, note, print, printJson, refused, type ExitCode, type Io } from '../io.ts';
import { openRuntime } from '../runtime.ts';

export interface ServeOptions {
  readonly port: number;
  readonly open: boolean;
  readonly json?: true;
}

/** The window in a browser, until Ctrl-C. Ending that way is the ordinary way. */
export async function serve(io: Io, options: ServeOptions): Promise<ExitCode> {
  const runtime = await openRuntime(io, { shell: 'browser' });
  if (!runtime.ok) return failed(io, runtime.fault);
  try {
    const root = path.join(applicationRoot() ?? '.', 'dist/renderer');
    const shell = await startBrowserShell({ service: runtime.value, root, port: options.port });
    if (!shell.ok) return refused(io, shell.fault);
    const { url, port } = shell.value;
    if (options.json === true) printJson(io, { url, port });
    else {
      print(io, `Throughline is at ${url}`);
      print(io, 'The address holds the key to it: do not pass it on. Ctrl-C ends it.');
    }
    if (options.open) openBrowser(io, url);
    if (!io.signal.aborted) await once(io.signal, 'abort');
    await shell.value.close();
    return 0;
  } finally {
    await runtime.value.close();
  }
}

/** Hands the address to the system. Where that fails the address on the terminal is enough. */
function openBrowser(io: Io, url: string): void {
  if (process.platform === 'linux' && !io.env['DISPLAY'] && !io.env['WAYLAND_DISPLAY']) return;
  const [program, ...args] = opener(url);
  const child = spawn(program, args, { detached: true, stdio: 'ignore' });
  child.on('error', () => note(io, 'No browser could be opened: open the address above yourself.'));
  child.unref();
}

function opener(url: string): [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', url];
    case 'win32':
      return ['cmd', '/c', 'start', '', url];
    default:
      return ['xdg-open', url];
  }
}
