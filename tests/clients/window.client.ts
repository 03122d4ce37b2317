/**
 * The Clients view with real clients: a probe is started in the window and read there. `THROUGHLINE_PICTURES=keep` keeps a
 * picture of a run in docs/images.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheFolder } from '../../electron/runtime/clients/index.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { clientFor } from './harness.ts';

const root = path.join(import.meta.dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'window-'));

let server: ChildProcess | undefined;
let browser: Browser | undefined;
let address = '';

beforeAll(async () => {
  const executablePath = await findBrowser();
  if (executablePath === undefined) return;
  const started = spawn(process.execPath, ['dist/cli/main.js', 'serve', '--no-open', '--port', '0'], {
    cwd: root,
    env: { ...process.env, THROUGHLINE_HOME: home, THROUGHLINE_CACHE: cacheFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = started;
  for await (const line of createInterface({ input: started.stdout })) {
    const found = /http:\/\/127\.0\.0\.1:\S+/.exec(line)?.[0];
    if (found === undefined) continue;
    address = found;
    started.stdout.resume();
    break;
  }
  // Chromium refuses its sandbox to root, which is what build servers often are.
  browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  if (server?.exitCode === null) {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }
  rmSync(home, { recursive: true, force: true });
});

/** The window at the list of clients; the test is skipped where there is no browser. */
async function openClients(skip: (reason: string) => void): Promise<Page> {
  if (browser === undefined) {
    skip('There is no browser to show the window in.');
    throw new Error('no browser');
  }
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('main[data-ready]').waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Clients' }).click();
  return page;
}

async function probe(page: Page, client: string, scenario: string): Promise<void> {
  await page.getByRole('button', { name: `Probe ${client}`, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Probe a client' });
  await dialog.getByRole('combobox', { name: 'Scenario' }).click();
  await page.getByRole('option', { name: scenario }).click();
  await dialog.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('region', { name: 'Verdict' }).getByText('as expected').waitFor({ timeout: 60_000 });
}

const textOf = async (page: Page, table: string): Promise<string> =>
  page.getByRole('table', { name: table }).innerText();

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['THROUGHLINE_PICTURES'] !== 'keep') return;
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.mouse.move(0, 0);
    await page.screenshot({
      path: path.join(root, 'docs', 'images', `${name}-${colorScheme}.png`),
      animations: 'disabled',
    });
  }
}

describe('the Clients view with real clients', () => {
  it('reads a run of Claude Code: the link to the child is derived, and says so', async ({ skip }) => {
    await clientFor('claude', '2.1.332', skip);
    const page = await openClients(skip);
    await probe(page, 'Claude Code 2.1.332', 'Parent and child');
    expect(await textOf(page, 'Threads')).toMatch(
      /child\s+derived\s+Child of thread 1: derived from session/,
    );
    const calls = await textOf(page, 'Calls');
    expect(calls).toContain('thread 1, by meta');
    expect(calls).toContain('thread 2, by meta');
    await picture(page, 'client-run');
    await page.getByRole('tab', { name: 'Predicted' }).click();
    await page.getByText(/^all \d+ equal$/).waitFor();
  });

  it('reads a run of Codex, and finds the drift to another version', async ({ skip }) => {
    await clientFor('codex', '0.154.0', skip);
    await clientFor('codex', '0.171.0', skip);
    const page = await openClients(skip);
    await probe(page, 'Codex 0.154.0', 'Parent and child');
    expect(await textOf(page, 'Threads')).toMatch(/child\s+measured\s+Child of thread 1: the parent's id/);
    await page.getByRole('button', { name: 'All clients' }).click();
    await probe(page, 'Codex 0.171.0', 'Parent and child');
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByText(/^\d+ changes? in all\./).waitFor();
    await page.getByRole('button', { name: 'All clients' }).click();
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: 'Codex 0.171.0', exact: true }) });
    expect(await row.innerText()).toContain('behind exec');
  });
});
