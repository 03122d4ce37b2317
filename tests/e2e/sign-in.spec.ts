/** Signing in to a server with a browser, against an authorization server that is strict where a good one is. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { found } from '../canary/canaries.ts';
import { createWorlds } from '../fixtures/authorization/worlds.ts';
import { expect, test } from './fixtures.ts';

test.describe.configure({ timeout: 90_000 });

const { world, ends } = createWorlds();
test.afterEach(ends.all);

const secret = 'sesame-typed';

async function objections(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
}

for (const theme of ['dark', 'light'] as const) {
  test(`a registered client signs in, every hop is seen, no secret is, ${theme} @browser`, async ({
    page,
    home,
  }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const { server, as } = await world({ client: { id: 'by-hand', secret } });

    await page.getByRole('button', { name: 'Add a server' }).click();
    const form = page.getByRole('dialog', { name: 'Add a server' });
    await form.getByRole('tab', { name: 'URL' }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('web');
    await form.getByRole('textbox', { name: 'URL' }).fill(server.url);
    await form.getByText('Authorization', { exact: true }).click();
    await form.getByRole('combobox', { name: 'Client secret' }).click();
    await page.getByRole('option', { name: 'Typed here' }).click();
    await form.getByRole('button', { name: 'Add server' }).click();
    await expect(form).toContainText('Write the id that the client was registered with.');
    await form.getByRole('textbox', { name: 'Client id' }).fill('by-hand');
    await form.getByLabel('The secret').fill(secret);
    await form.getByRole('textbox', { name: 'Scopes' }).fill('read');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`form-${theme}.png`) });
    await form.getByRole('button', { name: 'Add server' }).click();

    const question = page.getByRole('dialog', { name: 'Sign in for web?' });
    await expect(question.getByLabel('Address')).toContainText('client_id=by-hand');
    await expect(question).toContainText('read');
    // Nothing was asked of the address before the user agrees.
    expect(as.count('/authorize')).toBe(0);
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`question-${theme}.png`) });
    const popup = page.context().waitForEvent('page');
    await question.getByRole('button', { name: 'Open in browser' }).click();
    await expect(
      (await popup).getByText('You can close this page and go back to Throughline.'),
    ).toBeVisible();
    await expect(page.getByRole('main').getByText('ready', { exact: true })).toBeVisible();
    expect(as.count('/register')).toBe(0);
    expect(as.count('/authorize')).toBe(1);

    await page.getByRole('tab', { name: 'Auth' }).click();
    const hops = page.getByRole('list', { name: 'Hops of the authorization' });
    const titles = [
      'Server asks for authorization',
      'Metadata of the server',
      'Metadata of the authorization server',
      'Choice of a client',
      'Consent to open the browser',
      'Answer of the browser',
      'Request for a token',
    ];
    await expect(hops.getByRole('listitem')).toHaveCount(titles.length);
    for (const [at, title] of titles.entries())
      await expect(hops.getByRole('listitem').nth(at)).toContainText(title);
    await expect(hops).toContainText('pre-registered');
    await expect(hops).toContainText('code_verifier');
    expect(await objections(page)).toEqual([]);
    await page.screenshot({ path: info.outputPath(`hops-${theme}.png`) });

    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByRole('main')).toContainText('••••••');
    await page.getByRole('button', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit web' });
    await expect(edit.getByRole('textbox', { name: 'Client id' })).toHaveValue('by-hand');
    await expect(edit.getByLabel('The secret')).toHaveValue('');
    await page.screenshot({ path: info.outputPath(`edit-${theme}.png`) });
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(edit).toHaveCount(0);

    // What a server or an authorization server handed out as a secret, or the user typed, stands nowhere.
    const html = await page.content();
    expect([...found(html), html.includes(secret)]).toEqual([false]);
    const files = readdirSync(path.join(home, 'state'), { recursive: true, withFileTypes: true });
    for (const file of files) {
      if (!file.isFile()) continue;
      const text = readFileSync(path.join(file.parentPath, file.name), 'utf8');
      expect([file.name, ...found(text), text.includes(secret)]).toEqual([file.name, false]);
    }
  });
}

test('a sign-in that is put off leaves the server unconnected and says why @browser', async ({ page }) => {
  const { server, as } = await world();
  await page.getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('tab', { name: 'URL' }).click();
  await form.getByRole('textbox', { name: 'Name' }).fill('web');
  await form.getByRole('textbox', { name: 'URL' }).fill(server.url);
  await form.getByRole('button', { name: 'Add server' }).click();
  await page
    .getByRole('dialog', { name: 'Sign in for web?' })
    .getByRole('button', { name: 'Not now' })
    .click();
  await expect(page.getByRole('main').getByText('failed', { exact: true })).toBeVisible();
  expect(as.count('/authorize')).toBe(0);
  expect(as.count('/token')).toBe(0);
});
