/** Opens the program: in Electron where its binary can be had, else the same program in a browser window. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findBrowser } from './browser.ts';
import { buildChanged } from './build.ts';
import { getElectron } from './electron.ts';
import { program, root } from './targets.ts';

const { env } = process;
const isLinux = process.platform === 'linux';
const isRoot = isLinux && process.getuid?.() === 0;
const hasDisplay = !isLinux || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']);

/** Chromium refuses its sandbox to root; whoever runs as root is told what is given up. */
function sandboxArguments(): string[] {
  if (!isRoot) return [];
  console.log(
    'Running as root: the window is opened with --no-sandbox. Use an ordinary user to keep the sandbox.',
  );
  return ['--no-sandbox'];
}

/** Ends when the child ends. A child that is stopped by us or by Ctrl-C has ended well. */
async function ended(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 0));
  });
}

/** True when Electron ran; false when it could not even start, for instance for want of a system library. */
async function runElectron(file: string): Promise<boolean> {
  const started = Date.now();
  const childEnv: NodeJS.ProcessEnv = { ...env };
  delete childEnv['ELECTRON_RUN_AS_NODE'];
  const child = spawn(file, [...sandboxArguments(), '.', ...process.argv.slice(2)], {
    cwd: root,
    env: childEnv,
    stdio: 'inherit',
  });
  const code = await ended(child);
  if (code !== 0 && Date.now() - started < 5000) return false;
  process.exitCode = code;
  return true;
}

async function runInBrowser(): Promise<void> {
  const server = spawn(
    process.execPath,
    ['dist/cli/main.js', 'serve', '--no-open', ...process.argv.slice(2)],
    {
      cwd: root,
      stdio: ['inherit', 'pipe', 'inherit'],
    },
  );
  const stop = (): void => void server.kill('SIGTERM');
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const serverEnded = ended(server);
  let address: string | undefined;
  for await (const line of createInterface({ input: server.stdout })) {
    console.log(line);
    if (address !== undefined) continue;
    address = /http:\/\/127\.0\.0\.1:\S+/.exec(line)?.[0];
    // The window and the server end together, whichever ends first.
    if (address !== undefined) void showWindow(address, serverEnded).then((wasClosed) => wasClosed && stop());
  }
  process.exitCode = await serverEnded;
}

/**
 * An app window with a profile of its own, closed when `over` settles. Resolves with true once the user closed it, with
 * false where none could be opened.
 */
async function showWindow(address: string, over: Promise<unknown>): Promise<boolean> {
  if (!hasDisplay) return false;
  const browser = await findBrowser();
  if (browser === undefined) {
    console.log('No Chromium, Chrome or Edge was found: open the address above in your browser.');
    return false;
  }
  const profile = mkdtempSync(path.join(tmpdir(), 'throughline-window-'));
  const flags = [
    `--user-data-dir=${profile}`,
    '--window-size=1440,900',
    '--no-first-run',
    '--no-default-browser-check',
  ];
  const child = spawn(browser, [...sandboxArguments(), ...flags, `--app=${address}`], { stdio: 'ignore' });
  void over.then(() => child.kill());
  const code = await ended(child);
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  if (code === 0) return true;
  console.log(
    `The window did not open (${browser} ended with code ${code}): open the address above instead.`,
  );
  return false;
}

async function start(): Promise<void> {
  await buildChanged(program);
  if (!hasDisplay) console.log('No display here: open the address below on this machine.');
  else {
    const electron = getElectron();
    if ('file' in electron) {
      if (await runElectron(electron.file)) return;
      console.log(
        'Electron ended at once (its message is above). Opening the same program in a browser window.',
      );
    } else {
      console.log(`No Electron here: ${electron.missing}. Opening the same program in a browser window.`);
    }
  }
  await runInBrowser();
}

await start();
