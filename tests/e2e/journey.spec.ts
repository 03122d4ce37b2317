/** What a newcomer does first, from an empty room to a file that says the same when it is read again. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, root, test } from './fixtures.ts';
import { onWindow, pointOfSlice } from './pages/window.ts';

const probeServer = path.join(root, 'dist', 'probe-servers', 'shape-probe-legacy.js');

test.describe.configure({ timeout: 90_000 });

test('one click fills the pipeline and the timeline with a real run', async ({ page }) => {
  const window = onWindow(page);
  await window.runProbe();

  const first = window.approval('delete_record');
  await expect(first.getByRole('heading')).toContainText('delete_record', { timeout: 45_000 });
  await expect(first).toContainText('The server says that this tool can destroy.');
  await first.getByRole('button', { name: 'Allow once' }).click();
  await expect(first).toContainText('It is synthetic too.', { timeout: 15_000 });
  await first.getByRole('button', { name: 'Decline…' }).click();
  await page.keyboard.press('Escape');
  await first.getByRole('button', { name: 'Decline…' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Not this one.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Decline/ })
    .click();
  await window.waitForEnd();

  await window.goTo('Pipeline');
  await expect(window.cell('lookup', 'discovery')).toContainText('listed');
  await expect(window.cell('lookup', 'exposure')).toContainText('deferred');
  await expect(window.cell('lookup', 'approval')).toContainText('unasked');
  await expect(window.cell('lookup', 'execution')).toContainText('ok');
  await expect(window.cell('failing_lookup', 'execution')).toContainText('tool error');
  await expect(window.cell('broken_lookup', 'discovery')).toContainText('finding');
  await expect(window.cell('delete_record', 'approval')).toContainText(/denied|declined/);
  await window.cell('lookup', 'exposure').click();
  await expect(window.inspector).toContainText('mcp__shape_probe');
  await expect(window.inspector).toContainText('CX-5.3');
  await expect(window.inspector).toContainText('minimum');

  await window.goTo('Timeline');
  await expect(page.getByRole('main').getByText('2 threads', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'As table' }).click();
  const call = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'slow_lookup' }) });
  await expect(call).toHaveCount(2);
  await expect(call.filter({ hasText: 'Child' })).toContainText('meta, measured');
  const cells = await call.filter({ hasText: 'Parent' }).getByRole('cell').allInnerTexts();
  const [start, end] = [5, 6].map((column) => Number(cells[column]?.replaceAll(',', '')));

  await page.getByRole('button', { name: 'As picture' }).click();
  await page.getByRole('button', { name: 'Fit F' }).click();
  await expect(page.getByTestId('timeline-canvas')).toHaveAttribute('data-rows', /shape_probe/);
  const point = await pointOfSlice(page, {
    start: start ?? 0,
    end: end ?? 0,
    lane: 'Parent',
    group: 'shape_probe',
  });
  await page.mouse.click(point.x, point.y);
  await expect(window.inspector.getByRole('heading', { level: 2 })).toContainText('slow_lookup');
  await expect(window.inspector).toContainText('attributed');
  await expect(page.getByTestId('timeline-canvas')).not.toHaveAttribute('data-selected', '');
});

test('a capture leaves as a file, comes back, and says the same', async ({
  page,
  host,
  startDesktop,
}, info) => {
  const window = onWindow(page);
  await window.goTo('Captures');
  await page.getByRole('button', { name: 'Open the sample', exact: true }).click();
  await window.goTo('Pipeline');
  await expect(window.cell('lookup', 'execution')).toContainText('ok');
  const matrix = page.getByRole('grid', { name: 'Tools by stage' });
  // Alarms are looked for after the first picture.
  await expect(matrix.getByRole('row', { name: /^broken_lookup/ })).toContainText('2 alarms');
  const before = await matrix.ariaSnapshot();

  const file = info.outputPath('capture.ndjson');
  if (host === 'desktop') {
    const desktop = await startDesktop();
    await desktop.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => Promise.resolve({ canceled: false, filePath });
    }, file);
  }
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('list', { name: 'Counts by kind' })).toContainText('tool.discovered');
  const download = host === 'browser' ? page.waitForEvent('download') : undefined;
  await sheet.getByRole('button', { name: /^Export|^Save/ }).click();
  if (download !== undefined) await (await download).saveAs(file);
  await expect.poll(() => readableLines(file)).toBeGreaterThan(100);

  await window.goTo('Captures');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (await chooser).setFiles(file);
  // What was imported opens at once.
  await expect(window.cell('lookup', 'execution')).toContainText('ok');
  await window.goTo('Captures');
  const captures = page.getByRole('list', { name: 'Captures' }).getByRole('listitem');
  await expect(captures).toHaveCount(2);
  await expect(captures.filter({ hasText: 'imported' })).toHaveAttribute('aria-current', 'true');
  await window.goTo('Pipeline');
  await expect(window.cell('lookup', 'execution')).toContainText('ok');
  await expect.poll(() => matrix.ariaSnapshot()).toBe(before);
});

test('a server is added by form, agreed to, connected and called', async ({ page }) => {
  const window = onWindow(page);
  await page.getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('textbox', { name: 'Name' }).fill('mine');
  await form.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await form.getByRole('button', { name: 'Add an argument' }).click();
  await form.getByRole('textbox', { name: 'Argument 1' }).fill(probeServer);
  await form.getByRole('button', { name: 'Add server' }).click();

  const consent = page.getByRole('dialog', { name: 'Run this command for mine?' });
  await expect(consent).toContainText('shape-probe-legacy.js');
  await consent.getByRole('button', { name: 'Allow and connect' }).click();
  await expect(page.getByRole('main')).toContainText('ready', { timeout: 20_000 });

  await window.goTo('Servers');
  await page.getByRole('main').getByText('mine').first().click();
  await page.getByRole('list', { name: 'Tools' }).getByText('lookup', { exact: true }).click();
  const tool = page.getByRole('region', { name: 'lookup', exact: true });
  await tool.getByRole('textbox', { name: /query/ }).fill('Zürich');
  await tool.getByRole('button', { name: /^Call/ }).click();
  await expect(tool).toContainText('ok');
  await expect(tool).toContainText('Zürich');
});

test('a server that cannot be reached says what happened and what to do', async ({ page }) => {
  await page.getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('textbox', { name: 'Name' }).fill('gone');
  await form.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
  await form.getByRole('button', { name: 'Add an argument' }).click();
  await form.getByRole('textbox', { name: 'Argument 1' }).fill('-e');
  await form.getByRole('button', { name: 'Add an argument' }).click();
  await form
    .getByRole('textbox', { name: 'Argument 2' })
    .fill('console.error("FATAL: missing API_KEY"); process.exit(1)');
  await form.getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('button', { name: 'Allow and connect' }).click();
  await expect(page.getByRole('main')).toContainText('exited with code 1', { timeout: 20_000 });
  await expect(page.getByRole('main')).toContainText('FATAL: missing API_KEY');
});

function readableLines(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('\n').length;
  } catch {
    return 0;
  }
}
