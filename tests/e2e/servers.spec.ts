/** A server talked to by hand: what it offers beside tools, and what it asks of its user. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, root, test } from './fixtures.ts';
import { onServers } from './pages/servers.ts';

const full = path.join(root, 'tests', 'fixtures', 'servers', 'full-server.mjs');

test.describe.configure({ timeout: 90_000 });

async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

const answerOf = (tool: Locator): Locator => tool.getByRole('region', { name: 'Result' });

for (const theme of ['dark', 'light'] as const) {
  test(`resources, templates, prompts, the log and ping, ${theme} @browser`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const servers = onServers(page);
    await servers.add('full', [full]);
    await page.getByRole('button', { name: 'Ping' }).click();
    await expect(page.getByText(/^answered in/)).toBeVisible();

    await page.getByRole('tab', { name: 'Resources' }).click();
    await page.getByRole('list', { name: 'Resources' }).getByText('test://two').click();
    const two = page.getByRole('region', { name: 'test://two' });
    await expect(two).toContainText('icon, not fetched');
    await expect(two).toContainText('https://icons.example/two.png');
    await two.getByRole('button', { name: 'Read' }).click();
    await expect(answerOf(two)).toContainText('Content of test://two');
    await two.getByRole('switch', { name: 'Follow' }).click();
    await expect(two).toContainText('1 update');
    await expect(two).toContainText('Changed since it was read.');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`resource-${theme}.png`) });

    await page.getByRole('list', { name: 'Templates' }).getByText('test://{kind}/{id}').click();
    const template = page.getByRole('region', { name: 'test://{kind}/{id}', exact: true });
    await template.getByRole('combobox', { name: 'kind' }).fill('a b');
    await page.keyboard.press('Tab');
    await template.getByRole('combobox', { name: 'id' }).pressSequentially('7');
    const offers = page.getByRole('listbox', { name: 'Suggestions of the server' });
    await expect(offers).toContainText('7!');
    await expect(offers).toContainText('a b');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`template-${theme}.png`) });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(template).toContainText('test://a%20b/7%21');
    await page.keyboard.press('Enter');
    await expect(answerOf(template)).toContainText('Content of test://a%20b/7%21');

    await page.getByRole('tab', { name: 'Prompts' }).click();
    const prompt = page.getByRole('region', { name: 'greet' });
    await expect(prompt).toContainText('Without who, which the server requires');
    await prompt.getByRole('combobox', { name: /who/ }).fill('Ada <b>x</b>');
    await page.keyboard.press('Escape');
    await prompt.getByRole('button', { name: 'Get prompt' }).click();
    await expect(answerOf(prompt)).toContainText('Hello Ada <b>x</b>');
    await expect(answerOf(prompt)).toContainText('user');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`prompt-${theme}.png`) });

    await page.getByRole('tab', { name: 'Logs' }).click();
    await page.getByRole('tab', { name: 'Messages' }).click();
    await page.getByRole('combobox', { name: 'Wanted from' }).click();
    await page.getByRole('option', { name: 'warning' }).click();
    await expect(page.getByRole('grid', { name: 'Messages of the log' })).toContainText('{"set":"warning"}');
    await expect(page.getByRole('combobox', { name: 'Wanted from' })).toContainText('warning');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`log-${theme}.png`) });
  });

  test(`what a server asks is answered by hand, ${theme} @browser`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const servers = onServers(page);
    await servers.add('full', [full]);

    const elicit = await servers.tool('elicit');
    await elicit.getByRole('button', { name: 'Call tool' }).click();
    const form = page.getByRole('dialog', { name: 'full asks you for input' });
    await expect(form).toContainText('Who are you?');
    await form.getByRole('textbox', { name: /name/ }).fill('Ada');
    await expect(form.getByRole('textbox', { name: 'Answer as JSON' })).toContainText('"name": "Ada"');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`form-${theme}.png`) });
    await form.getByRole('button', { name: 'Send answer' }).click();
    await expect(answerOf(elicit)).toContainText('{"action":"accept","content":{"name":"Ada"}}');

    await elicit.getByRole('button', { name: 'Call tool' }).click();
    await expect(form).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await page.getByRole('link', { name: 'Approvals, 1 waiting' }).click();
    await page.getByRole('button', { name: 'Answer full' }).click();
    await form.getByRole('button', { name: 'Decline' }).click();
    await expect(form).toHaveCount(0);

    await servers.show('full');
    const link = await servers.tool('elicit-url');
    await link.getByRole('button', { name: 'Call tool' }).click();
    const url = page.getByRole('dialog', { name: 'full asks you to open an address' });
    await expect(url.getByLabel('The whole address')).toHaveText('https://login.example/a?b=c');
    await expect(url).toContainText('Nobody has opened or fetched it.');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`url-${theme}.png`) });
    await url.getByRole('button', { name: 'Cancel' }).click();
    await expect(answerOf(link)).toContainText('{"action":"cancel"}');

    const sample = await servers.tool('sample');
    await sample.getByRole('button', { name: 'Call tool' }).click();
    const sampling = page.getByRole('dialog', { name: 'full asks your model for a message' });
    await expect(sampling).toContainText('Say hello');
    await expect(sampling).toContainText('offers tools');
    await expect(sampling.getByRole('button', { name: 'Send message' })).toBeDisabled();
    await sampling.getByRole('button', { name: 'Let the fake model write it' }).click();
    await expect(sampling.getByRole('textbox', { name: 'The message', exact: true })).toHaveValue(
      'This is a synthetic answer to: Say hello',
    );
    await sampling.getByRole('textbox', { name: 'The message', exact: true }).fill('hello');
    await expect(sampling.getByRole('textbox', { name: 'The whole result as JSON' })).toContainText(
      '"text": "hello"',
    );
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`sampling-${theme}.png`) });
    await sampling.getByRole('button', { name: 'Send message' }).click();
    await expect(answerOf(sample)).toContainText('"text":"hello"');
  });
}

test('an address is opened on a click only, and what cannot be opened is never put forward @browser', async ({
  page,
}) => {
  const servers = onServers(page);
  await servers.add('full', [full]);
  const asked: string[] = [];
  await page.context().route('https://login.example/**', async (route) => {
    asked.push(route.request().url());
    await route.fulfill({ body: 'there' });
  });
  const link = await servers.tool('elicit-url');
  await link.getByRole('button', { name: 'Call tool' }).click();
  const url = page.getByRole('dialog', { name: 'full asks you to open an address' });
  await url.getByRole('button', { name: 'Open in the browser' }).hover();
  expect(asked).toEqual([]);
  const popup = page.context().waitForEvent('page');
  await url.getByRole('button', { name: 'Open in the browser' }).click();
  await (await popup).waitForURL('https://login.example/a?b=c');
  expect(asked).toEqual(['https://login.example/a?b=c']);
  await expect(url).toContainText('You opened it.');
  await url.getByRole('button', { name: 'Accept' }).click();
  await expect(answerOf(link)).toContainText('{"action":"accept"}');

  const needs = await servers.tool('needs-url');
  await needs.getByRole('button', { name: 'Call tool' }).click();
  await expect(url.getByLabel('The whole address')).toHaveText('https://login.example/first?x=1');
  await url.getByRole('button', { name: 'Accept' }).click();
  await expect(answerOf(needs)).toContainText('then call again');
  expect(asked).toHaveLength(1);
  await answerOf(needs).getByRole('button', { name: 'Call again' }).click();
  await expect(answerOf(needs)).toContainText('linked');

  const script = await servers.tool('elicit-script');
  await script.getByRole('button', { name: 'Call tool' }).click();
  await expect(answerOf(script)).toContainText('-32602');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a request that the server takes back says so and closes itself', async ({ page }) => {
  const servers = onServers(page);
  await servers.add('impatient', [full, 'impatient']);
  const tool = await servers.tool('elicit');
  await tool.getByRole('button', { name: 'Call tool' }).click();
  const form = page.getByRole('dialog', { name: 'impatient asks you for input' });
  await expect(form).toContainText('The server took this back.');
  await expect(form).toHaveCount(0);
});

test('a page that cannot be had shows its error and a retry, and what came before stays', async ({
  page,
}) => {
  const servers = onServers(page);
  await servers.add('broken', [full, 'second-page-fails']);
  await page.getByRole('tab', { name: 'Resources' }).click();
  const trouble = page.getByRole('alert').filter({ hasText: 'Page 2 of the resources' });
  await expect(trouble).toContainText('page lost');
  await expect(page.getByRole('list', { name: 'Resources' })).toContainText('test://one');
  await trouble.getByRole('button', { name: 'Retry' }).click();
  await expect(trouble).toBeVisible();
});

test('odd entries stay beside good ones, with what is wrong about each', async ({ page }) => {
  const servers = onServers(page);
  await servers.add('odd', [full, 'odd-entries']);
  await page.getByRole('tab', { name: 'Resources' }).click();
  const list = page.getByRole('list', { name: 'Resources' });
  await expect(list.getByText('test://fine')).toHaveCount(2);
  await list.getByText('test://icons').click();
  const icons = page.getByRole('region', { name: 'test://icons' });
  await expect(icons).toContainText('javascript:alert(1)');
  await expect(icons.locator('img, a')).toHaveCount(0);
  await expect(icons.getByRole('list', { name: /Findings/ })).toBeVisible();
});

for (const theme of ['dark', 'light'] as const) {
  test(`arguments are saved under names, used, called, renamed and removed, ${theme} @browser`, async ({
    page,
    home,
  }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const servers = onServers(page);
    await servers.add('apps', [path.join(root, 'tests', 'fixtures', 'servers', 'app-server.mjs')]);
    const tool = await servers.tool('weather');
    await tool.getByRole('textbox', { name: 'city' }).fill('CANARY-BERN');
    await tool.getByRole('button', { name: 'Save these arguments…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save these arguments' });
    await expect(dialog).toContainText('They are never part of a capture or an export.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('at home');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    // Naming is not calling.
    await expect(answerOf(tool)).toHaveCount(0);
    const saved = tool.getByRole('list', { name: 'Saved requests of weather' });
    await expect(saved).toContainText('at home');
    await saved.getByRole('button', { name: 'Rename at home' }).click();
    await page
      .getByRole('dialog', { name: 'Rename at home' })
      .getByRole('textbox', { name: 'Name' })
      .fill('home');
    await page.keyboard.press('Enter');
    await expect(saved.getByText('home', { exact: true })).toBeVisible();
    await tool.getByRole('textbox', { name: 'city' }).fill('elsewhere');
    await saved.getByRole('button', { name: 'Use' }).click();
    await expect(tool.getByRole('textbox', { name: 'city' })).toHaveValue('CANARY-BERN');
    await saved.getByRole('button', { name: 'Call' }).click();
    await expect(answerOf(tool)).toContainText('CANARY-BERN');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`saved-${theme}.png`) });
    await saved.getByRole('button', { name: 'Remove home' }).click();
    await expect(saved).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(saved).toContainText('home');

    const holding = readdirSync(path.join(home, 'state'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .filter(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8').includes('CANARY'))
      .map(({ name }) => name);
    expect(holding).toEqual(['saved-requests.json']);
  });
}

test('a first page that cannot be had shows its error and a retry, not an empty list', async ({ page }) => {
  const servers = onServers(page);
  await servers.add('broken', [full, 'first-page-fails']);
  const trouble = page.getByRole('alert').filter({ hasText: 'page lost' });
  await expect(trouble).toBeVisible();
  await expect(page.getByText('lists no tools')).toHaveCount(0);
  await trouble.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('list', { name: 'Tools' })).toContainText('elicit');
  await expect(trouble).toHaveCount(0);
  await page.getByRole('tab', { name: 'Resources' }).click();
  await expect(page.getByRole('list', { name: 'Resources' })).toContainText('test://one');
});
