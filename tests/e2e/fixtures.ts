/**
 * One program, two shells, the same specs. `page` is the window of whichever shell the project names, over a folder for
 * state of the test's own. Tag a test `@desktop` or `@browser` where it is about one shell.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import {
  _electron,
  chromium,
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type ElectronApplication,
  type Page,
  type TestInfo,
} from '@playwright/test';

export { expect } from '@playwright/test';

export const root = path.resolve(import.meta.dirname, '../..');

export interface HostOptions {
  host: 'desktop' | 'browser';
  /** Set where a test provokes what the policy forbids; else a violation fails the test. */
  expectsViolations: boolean;
}

export interface ServedProgram {
  readonly process: ChildProcess;
  readonly url: string;
}

interface Fixtures extends HostOptions {
  /** A folder of the test's own; `state` in it is the program's. */
  home: string;
  environment: Record<string, string>;
  /** The desktop program, launched on first use. */
  startDesktop: () => Promise<ElectronApplication>;
  /** `throughline serve`, started on first use. */
  startServer: () => Promise<ServedProgram>;
  desktop: ElectronApplication;
  served: ServedProgram;
  /** The window, ready to be used. */
  page: Page;
}

interface WorkerFixtures {
  openBrowser: () => Promise<Browser>;
}

const size = { width: 1440, height: 900 };

export const test = base.extend<Fixtures, WorkerFixtures>({
  host: ['desktop', { option: true }],
  expectsViolations: [false, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
  home: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'throughline-e2e-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  },

  environment: async ({ home }, use) => {
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    await use({
      ...Object.fromEntries(inherited),
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, 'config'),
      THROUGHLINE_HOME: path.join(home, 'state'),
      ELECTRON_DOUBLE_NODE: process.execPath,
    });
  },

  openBrowser: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      let browser: Promise<Browser> | undefined;
      await use(async () => {
        browser ??= chromium.launch({
          executablePath: process.env['THROUGHLINE_BROWSER'] ?? '',
          // Chromium refuses its sandbox to root, which is what build servers often are.
          chromiumSandbox: process.getuid?.() !== 0,
        });
        return browser;
      });
      await (await browser)?.close();
    },
    { scope: 'worker' },
  ],

  startDesktop: async ({ environment }, use) => {
    let app: Promise<ElectronApplication> | undefined;
    await use(async () => {
      app ??= _electron.launch({ args: ['.'], cwd: root, env: environment });
      return app;
    });
    await (await app)?.close();
  },

  startServer: async ({ environment }, use) => {
    let server: Promise<ServedProgram> | undefined;
    await use(async () => {
      server ??= serve(environment);
      return server;
    });
    const started = await server;
    if (started === undefined || started.process.exitCode !== null) return;
    const ended = once(started.process, 'exit');
    started.process.kill('SIGTERM');
    await ended;
  },

  desktop: async ({ startDesktop }, use) => use(await startDesktop()),
  served: async ({ startServer }, use) => use(await startServer()),

  page: async ({ host, startDesktop, startServer, openBrowser, expectsViolations }, use, info) => {
    const context =
      host === 'desktop'
        ? (await startDesktop()).context()
        : await (await openBrowser()).newContext({ viewport: size });
    await context.tracing.start({ snapshots: true, sources: true });
    const page = host === 'desktop' ? await (await startDesktop()).firstWindow() : await context.newPage();
    const complaints = listen(page, expectsViolations);
    if (host === 'browser') await page.goto((await startServer()).url);
    await ready(page);
    await use(page);
    await keepTrace(context, info);
    if (host === 'browser') await context.close();
    expect(complaints, 'The page had errors, or broke its policy').toEqual([]);
  },
});

/** The window says itself when it has what it needs. */
export async function ready(page: Page): Promise<void> {
  await page.locator('main[data-ready]').waitFor();
}

/** Sends one message to the desktop's runtime over a port of its own, whether the contract allows it or not. */
export async function ask(page: Page, message: Record<string, unknown>): Promise<unknown> {
  return page.evaluate(async (wanted) => {
    const nonce = crypto.randomUUID();
    const port = await new Promise<MessagePort | undefined>((resolve) => {
      window.addEventListener('message', ({ data, ports }: MessageEvent<{ nonce?: string }>) => {
        if (data.nonce === nonce) resolve(ports[0]);
      });
      window.throughline?.connect(nonce);
    });
    const reply = new Promise((resolve) => port?.addEventListener('message', ({ data }) => resolve(data)));
    port?.start();
    port?.postMessage(wanted);
    return reply;
  }, message);
}

async function serve(environment: Record<string, string>): Promise<ServedProgram> {
  const server = spawn(process.execPath, ['dist/cli/main.js', 'serve', '--no-open', '--port', '0'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    server.stdout.resume();
    return { process: server, url };
  }
  throw new Error('`throughline serve` ended before it printed its address.');
}

/** Errors that nobody caught, and violations of the content security policy. */
function listen(page: Page, expectsViolations: boolean): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isViolation = message.type() === 'error' && message.text().includes('Content Security Policy');
    if (isViolation && !expectsViolations) complaints.push(message.text());
  });
  return complaints;
}

async function keepTrace(context: BrowserContext, info: TestInfo): Promise<void> {
  const isKept = info.status !== info.expectedStatus;
  const file = info.outputPath('trace.zip');
  try {
    await context.tracing.stop(isKept ? { path: file } : {});
  } catch {
    // The test closed the program itself.
    return;
  }
  if (isKept) info.attachments.push({ name: 'trace', path: file, contentType: 'application/zip' });
}
