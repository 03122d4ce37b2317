/** Views of servers (MCP Apps): what a good one can do, and what a hostile one cannot. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, root, test } from './fixtures.ts';
import { onServers } from './pages/servers.ts';

const apps = path.join(root, 'tests', 'fixtures', 'servers', 'app-server.mjs');

test.describe.configure({ timeout: 90_000 });
// Refusing a hostile view is what makes the violations.
test.use({ expectsViolations: true });

async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe').analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

/** Somebody on the network who must never hear anything. */
async function startTrap(): Promise<{ url: string; heard: string[]; close: () => void }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, heard, close: () => server.close() };
}

for (const theme of ['dark', 'light'] as const) {
  test(`a view is told of the call, and what it asks for is asked of the user, ${theme} @browser`, async ({
    page,
  }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const servers = onServers(page);
    await servers.add('apps', [apps]);
    const tool = await servers.tool('weather');
    await tool.getByRole('textbox', { name: 'city' }).fill('Bern');
    await tool.getByRole('button', { name: 'Call tool' }).click();
    await tool.getByRole('button', { name: 'Show the view of this tool' }).click();
    const view = page.frameLocator('iframe[title^="View of weather"]');
    await expect(view.locator('#context')).toHaveText(`${theme} 2026-01-26`);
    await expect(view.locator('#input')).toHaveText('{"arguments":{"city":"Bern"}}');
    await expect(view.locator('#result')).toContainText('weather {\\"city\\":\\"Bern\\"}');
    await expect(page.locator('iframe')).toHaveCSS('height', '300px');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`view-${theme}.png`) });

    await view.locator('#secret').click();
    await expect(view.locator('#answer')).toContainText('This tool is not for views of the server.');

    await view.locator('#refresh').click();
    const question = page.getByRole('dialog').filter({ hasText: 'refresh' });
    await expect(question).toContainText('Asked by a view that the server itself made.');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`question-${theme}.png`) });
    await question.getByRole('button', { name: 'Allow once' }).click();
    await expect(view.locator('#answer')).toContainText('refresh {\\"big\\":1}');

    await view.locator('#link').click();
    const link = page.getByRole('dialog', { name: 'The view of apps wants to open an address' });
    await expect(link.getByLabel('The whole address')).toHaveText('https://weather.example/today');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`link-${theme}.png`) });
    await link.getByRole('button', { name: 'Do not open' }).click();
    await expect(view.locator('#answer')).toContainText('The user did not open the address.');

    await page.getByText(/^Messages with the view/).click();
    await expect(page.getByRole('list', { name: 'Messages with the view' })).toContainText('ui/initialize');
    await tool.getByRole('button', { name: 'Close the view' }).click();
    await expect(page.locator('iframe')).toHaveCount(0);
  });
}

test('a hostile view reaches nobody, opens nothing and sees nothing', async ({ page }) => {
  const trap = await startTrap();
  try {
    const servers = onServers(page);
    await servers.add('apps', [apps, trap.url]);
    // The page that stands there is still the one that was loaded.
    const born = (): Promise<number> => page.evaluate(() => performance.timeOrigin);
    const before = await born();
    const popups: string[] = [];
    page.on('popup', (popup) => popups.push(popup.url()));
    const tool = await servers.tool('hostile');
    await tool.getByRole('button', { name: 'Call tool' }).click();
    await tool.getByRole('button', { name: 'Show the view of this tool' }).click();
    await expect(tool).toContainText(`It says that it needs ${trap.url}. That is not granted here`);
    const link = page.getByRole('dialog', { name: 'The view of apps wants to open an address' });
    await expect(link.getByLabel('The whole address')).toHaveText('javascript:alert(1)');
    await expect(link.getByRole('button', { name: 'Open in the browser' })).toBeDisabled();
    await link.getByRole('button', { name: 'Do not open' }).click();
    const report = page.frameLocator('iframe[title^="View of hostile"]').locator('#report');
    await expect(report).toContainText('otherServer');
    expect(JSON.parse(await report.innerText())).toEqual({
      fetch: 'TypeError',
      beacon: expect.stringMatching(/not sent|sent/),
      socket: expect.stringMatching(/Refused|SecurityError/),
      image: 'Refused',
      script: 'The user did not open the address.',
      style: 'Refused',
      ownScript: 'Refused',
      worker: expect.stringMatching(/Refused|SecurityError/),
      parent: 'SecurityError',
      parentStore: 'SecurityError',
      parentBridge: 'SecurityError',
      top: 'SecurityError',
      store: 'SecurityError',
      cookie: 'SecurityError',
      popup: 'got nothing',
      origin: expect.stringMatching(/ null$/),
      eval: 'EvalError',
      read: -32601,
      otherServer: 'This tool is not for views of the server.',
    });
    expect(await born()).toBe(before);
    expect(popups).toEqual([]);

    const leaver = await servers.tool('leaves');
    await leaver.getByRole('button', { name: 'Call tool' }).click();
    await leaver.getByRole('button', { name: 'Show the view of this tool' }).click();
    // It was handed its document, and went nowhere: the last thing that came from it is that it was ready for one.
    await expect(page.getByText('Messages with the view (1)')).toBeVisible();
    const pretender = await servers.tool('plain-text');
    await pretender.getByRole('button', { name: 'Call tool' }).click();
    await pretender.getByRole('button', { name: 'Show the view of this tool' }).click();
    await expect(pretender).toContainText('A view has the type text/html;profile=mcp-app; this one has not.');
    expect(await born()).toBe(before);
    expect(trap.heard).toEqual([]);
  } finally {
    trap.close();
  }
});
