/**
 * Every view in both themes: nothing that accessibility rules object to, and a picture of each.
 * `npm run pictures` keeps the pictures in docs/images; otherwise they stay with the test's results.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page, TestInfo } from '@playwright/test';
import { expect, root, test } from './fixtures.ts';
import { onWindow, type ViewName } from './pages/window.ts';

test.describe.configure({ timeout: 240_000 });

const kept = process.env['THROUGHLINE_PICTURES'] === 'keep';

async function picture(page: Page, info: TestInfo, home: string, name: string): Promise<void> {
  const folder = kept ? path.join(root, 'docs', 'images') : info.outputPath();
  mkdirSync(folder, { recursive: true });
  await page.mouse.move(0, 0);
  await page.evaluate(withoutPlaces, [
    [root, '~/throughline'],
    [home, '~'],
  ] as const);
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: 'disabled' });
}

/** A picture shows the program, not the machine that it was taken on. */
function withoutPlaces(places: readonly (readonly [string, string])[]): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    for (const [place, name] of places) text.nodeValue = (text.nodeValue ?? '').replaceAll(place, name);
  }
}

/** Electron has no `newPage`, which axe would use to gather frames. */
async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

const views: readonly ViewName[] = [
  'Pipeline',
  'Timeline',
  'Approvals',
  'Clients',
  'Captures',
  'Charts',
  'Settings',
];

for (const theme of ['dark', 'light'] as const) {
  test(`the first room and every view of a capture, ${theme} @browser`, async ({ page, home }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const window = onWindow(page);
    await expect(page.getByRole('button', { name: 'Run the built-in probe' })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `first-room-${theme}`);

    await window.goTo('Captures');
    await page.getByRole('button', { name: 'Open the sample', exact: true }).click();
    await expect(window.cell('lookup', 'execution')).toContainText('ok');
    for (const view of views) {
      await window.goTo(view);
      if (view === 'Pipeline') await window.cell('lookup', 'exposure').click();
      if (view === 'Timeline') await page.getByRole('button', { name: 'Fit F' }).click();
      if (view === 'Charts')
        await expect(page.getByRole('heading', { name: 'Latency of calls' })).toBeVisible();
      await expect(page.getByRole('main').getByRole('heading', { name: view, exact: true })).toBeVisible();
      expect(await objections(page), `${view}, ${theme}`).toEqual([]);
      await picture(page, info, home, `${view.toLowerCase()}-${theme}`);
    }
    await window.goTo('Pipeline');
    await page.getByRole('tab', { name: 'Calls' }).click();
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `calls-${theme}`);
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('button', { name: 'Compare with another host' }).click();
    await page.getByText('GitHub Copilot CLI 1.0.102 · flat').click();
    await expect(page.getByRole('button', { name: /^lookup, exposure in GitHub Copilot CLI/ })).toContainText(
      'direct',
    );
    await expect(page.getByRole('group', { name: 'Loss report' })).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `compared-${theme}`);
    await page.getByRole('tab', { name: /^Lint/ }).click();
    await expect(page.getByRole('grid', { name: 'Alarms' })).toContainText('annotations-missing');
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `lint-${theme}`);
    await page.getByRole('tab', { name: 'Try it' }).click();
    await expect(page.getByRole('group', { name: 'Decision of Codex' })).toContainText('unasked');
    await expect(page.getByRole('group', { name: 'Read by GitHub Copilot CLI' })).toContainText('parameters');
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `try-${theme}`);
    await window.goTo('Timeline');
    await page.getByRole('button', { name: 'As table' }).click();
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `timeline-table-${theme}`);
  });

  test(`a server and an approval, ${theme} @browser`, async ({ page, home }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const window = onWindow(page);
    await page.getByRole('button', { name: 'Add a server' }).click();
    const form = page.getByRole('dialog', { name: 'Add a server' });
    await form.getByRole('textbox', { name: 'Name' }).fill('probe');
    await form.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
    await form.getByRole('button', { name: 'Add an argument' }).click();
    await form
      .getByRole('textbox', { name: 'Argument 1' })
      .fill(path.join(root, 'dist', 'probe-servers', 'shape-probe-legacy.js'));
    expect(await objections(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add server' }).click();
    const consent = page.getByRole('button', { name: 'Allow and connect' });
    await expect(consent).toBeVisible();
    expect(await objections(page)).toEqual([]);
    await consent.click();
    await expect(page.getByRole('main')).toContainText('ready', { timeout: 20_000 });
    await window.goTo('Servers');
    await page.getByRole('main').getByText('probe').first().click();
    await page.getByRole('list', { name: 'Tools' }).getByText('structured_lookup', { exact: true }).click();
    const tool = page.getByRole('region', { name: 'structured_lookup', exact: true });
    await tool.getByRole('textbox', { name: /query/ }).fill('alpha');
    await tool.getByRole('button', { name: /^Call/ }).click();
    await expect(tool).toContainText('ok');
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `servers-${theme}`);

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('run');
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `palette-${theme}`);
    await page.getByRole('option', { name: /probe/i }).first().click();
    await page.getByRole('button', { name: /^Run/ }).last().click();
    await expect(window.approval('delete_record')).toBeVisible({ timeout: 45_000 });
    expect(await objections(page)).toEqual([]);
    await picture(page, info, home, `approval-${theme}`);
  });
}
