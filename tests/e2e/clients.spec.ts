/**
 * Clients without any of them at hand: `npm` is a stand-in that is offline, or one that brings a stand-in for Gemini CLI.
 * With real clients the same is done in tests/clients.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, root, test as base } from './fixtures.ts';
import { onWindow } from './pages/window.ts';

type Npm = 'offline' | 'standIn' | 'hanging';

const program = 'node_modules/@google/gemini-cli';
const scripts: Readonly<Record<Npm, string>> = {
  offline: `echo "npm error code ENOTFOUND" >&2
echo "npm error network request failed, reason: getaddrinfo ENOTFOUND" >&2
exit 1`,
  standIn: `mkdir -p ${program}/bundle
cp "${path.join(root, 'tests/e2e/stand-in/gemini.mjs')}" ${program}/bundle/gemini.js
echo '{"type":"module"}' > ${program}/package.json`,
  hanging: `mkdir -p ${program}/bundle
echo 'setInterval(() => undefined, 100000)' > ${program}/bundle/gemini.js`,
};

const test = base.extend<{ npm: Npm }>({
  npm: ['offline', { option: true }],
  environment: async ({ environment, home, npm }, use) => {
    const bin = path.join(home, 'bin');
    mkdirSync(bin);
    writeFileSync(path.join(bin, 'npm'), `#!/bin/sh\n${scripts[npm]}\n`);
    chmodSync(path.join(bin, 'npm'), 0o755);
    await use({
      ...environment,
      THROUGHLINE_CACHE: path.join(home, 'cache'),
      PATH: [bin, environment['PATH'] ?? ''].join(path.delimiter),
    });
  },
});

test.describe.configure({ timeout: 120_000 });

async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** The row of one version, by what stands on it. */
const rowOf = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Clients' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

// The stand-ins are shell scripts.
if (process.platform !== 'win32') {
  test('a client that cannot be had says so, and what to do', async ({ page }) => {
    await onWindow(page).goTo('Clients');
    const codex = rowOf(page, 'Codex 0.154.0');
    await expect(codex).toContainText('not installed');
    await expect(codex).toContainText('behind exec');
    await expect(codex).toContainText('never');
    await codex.getByRole('button', { name: 'Install' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('npm could not install Codex 0.154.0.');
    await expect(alert).toContainText('getaddrinfo ENOTFOUND');
    await expect(alert).toContainText('npm ping');
    await expect(alert.getByRole('button', { name: 'Try again: Codex 0.154.0' })).toBeEnabled();

    // A probe that has to install first ends in the same words, as a run with a verdict.
    await page.getByRole('link', { name: 'Codex 0.154.0', exact: true }).click();
    await page.getByRole('tab', { name: 'Run' }).click();
    await expect(page.getByText('No probe of Codex 0.154.0 yet')).toBeVisible();
    await page.getByRole('button', { name: 'Run a probe…' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Probe a client' });
    await expect(dialog).toContainText('npm installs @openai/codex into the cache first');
    await dialog.getByRole('button', { name: 'Install and run' }).click();
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await expect(verdict).toContainText('npm could not install Codex 0.154.0.', { timeout: 30_000 });
    await expect(verdict).toContainText('client install failed');
    await expect(verdict).toContainText('never started');
    await expect(verdict).toContainText('0 calls');
    await expect(page.getByRole('main').getByText('not installed', { exact: true })).toBeVisible();
  });

  test.describe('with a stand-in for a client', () => {
    test.use({ npm: 'standIn' });

    test('a probe installs, runs and is read: verdict, threads, calls, shapes, prediction, wire, drift', async ({
      page,
    }) => {
      const window = onWindow(page);
      await window.goTo('Clients');
      const probe = async (): Promise<void> => {
        await page.getByRole('button', { name: 'Run a probe…' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Probe a client' });
        await dialog.getByRole('button', { name: /Run|Install and run/ }).click();
        await expect(dialog).toHaveCount(0);
      };
      await page.getByRole('link', { name: 'Gemini CLI 0.61.0', exact: true }).click();
      await probe();
      const verdict = page.getByRole('region', { name: 'Verdict' });
      await expect(verdict).toContainText('as expected', { timeout: 60_000 });
      await expect(verdict).toContainText('1 call, 1 attributed, 0 abstained');
      await expect(verdict).toContainText('code 0 after');
      await expect(verdict).toContainText('Gemini over HTTP, with an API key');
      await expect(page.getByRole('main')).toContainText('installed');
      const threads = page.getByRole('table', { name: 'Threads' });
      await expect(threads).toContainText('assumed');
      await expect(threads).toContainText('one thread a process is assumed');

      await page.getByRole('table', { name: 'Calls' }).getByRole('button', { name: 'Call 1' }).click();
      await expect(window.inspector.getByRole('heading', { level: 2 })).toContainText('lookup');

      await page.getByRole('tab', { name: 'Shown' }).click();
      const shown = page.getByRole('grid', { name: 'Shown to the model' });
      await expect(shown.getByRole('row').filter({ hasText: 'slow_lookup' })).toContainText(
        'functionDeclaration',
      );
      await shown.focus();
      await page.keyboard.press('Home');
      const detail = page.getByRole('region', { name: 'Detail' });
      await expect(detail).toContainText('mcp_shape_probe_lookup');
      await expect(detail).toContainText('$.tools[0].functionDeclarations[0]');

      // The stand-in puts nothing of its own into a schema, and Gemini CLI does: the difference is found.
      await page.getByRole('tab', { name: 'Predicted' }).click();
      await page.getByRole('combobox', { name: 'Fields' }).click();
      await page.getByRole('option', { name: 'What is not equal' }).click();
      const compared = page.getByRole('grid', { name: 'Predicted and observed' });
      await expect(compared.getByRole('row').nth(1)).toContainText('different');
      await compared.focus();
      await page.keyboard.press('Home');
      await expect(detail).toContainText('wait_for_previous');
      await expect(detail).toContainText(/GM-\d/);

      await page.getByRole('tab', { name: 'Wire' }).click();
      await expect(page.getByRole('table', { name: 'Header names' })).toContainText('x-goog-api-key');
      await expect(page.getByRole('table', { name: 'Messages of shape_probe#1' })).toContainText(
        'tools/list',
      );

      await page.getByRole('tab', { name: 'Compare' }).click();
      await expect(page.getByText('Nothing to compare with yet')).toBeVisible();
      await page.getByRole('tab', { name: 'Run' }).click();
      await probe();
      await expect(page.getByRole('combobox', { name: 'Run' })).toBeVisible();
      await expect(verdict).toContainText('as expected', { timeout: 60_000 });
      await page.getByRole('tab', { name: 'Compare' }).click();
      await expect(page.getByText('Nothing changed')).toBeVisible();

      await window.goTo('Clients');
      const row = rowOf(page, 'Gemini CLI 0.61.0');
      await expect(row).toContainText('as expected');
      await expect(row).toContainText('functionDeclaration');
      await expect(row).not.toContainText('assumed');

      // The run is the capture that the whole window shows.
      await window.goTo('Pipeline');
      await expect(window.cell('lookup', 'execution')).toContainText('ok');
      await page.goBack();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Gemini CLI 0.61.0' })).toBeVisible();
    });

    for (const theme of ['dark', 'light'] as const) {
      test(`nothing that accessibility rules object to, ${theme} @browser`, async ({ page }) => {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
        await onWindow(page).goTo('Clients');
        await page.getByRole('table', { name: 'Clients' }).waitFor();
        expect(await objections(page)).toEqual([]);
        await page.getByRole('link', { name: 'Gemini CLI 0.61.0', exact: true }).click();
        await page.getByRole('button', { name: 'Run a probe…' }).first().click();
        const dialog = page.getByRole('dialog', { name: 'Probe a client' });
        await expect(dialog).toBeVisible();
        expect(await objections(page)).toEqual([]);
        await dialog.getByRole('button', { name: 'Install and run' }).click();
        await page.getByRole('region', { name: 'Progress' }).waitFor();
        await page.getByRole('region', { name: 'Verdict' }).waitFor({ timeout: 60_000 });
        for (const tab of ['Run', 'Shown', 'Predicted', 'Wire', 'Compare', 'Profile']) {
          await page.getByRole('tab', { name: tab, exact: true }).click();
          expect(await objections(page), `${tab}, ${theme}`).toEqual([]);
        }
      });
    }
  });

  test.describe('with a stand-in that does not end', () => {
    test.use({ npm: 'hanging' });

    test('a probe can be cancelled, and its client removed', async ({ page }) => {
      await onWindow(page).goTo('Clients');
      await rowOf(page, 'Gemini CLI 0.61.0').getByRole('button', { name: 'Install' }).click();
      await expect(rowOf(page, 'Gemini CLI 0.61.0')).toContainText('installed,');
      await page.getByRole('button', { name: 'Probe Gemini CLI 0.61.0' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Run' }).click();
      const progress = page.getByRole('region', { name: 'Progress' });
      await expect(progress.locator('[aria-current=step]')).toContainText('Run the client');
      await progress.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('region', { name: 'Verdict' })).toContainText('cancelled', {
        timeout: 30_000,
      });
      await page.getByRole('button', { name: 'Remove…' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await expect(page.getByText('not installed')).toBeVisible();
    });
  });
}
