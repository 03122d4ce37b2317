import { expect, type Locator, type Page } from '@playwright/test';

/** The Servers view as a person uses it. */
export const onServers = (page: Page) => ({
  /** Registers a Node program as a server, agrees to it, and opens its page. */
  add: async (name: string, args: readonly string[]): Promise<void> => {
    await page.getByRole('button', { name: 'Add a server' }).click();
    const form = page.getByRole('dialog', { name: 'Add a server' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Command' }).fill(process.execPath);
    for (const [at, argument] of args.entries()) {
      await form.getByRole('button', { name: 'Add an argument' }).click();
      await form.getByRole('textbox', { name: `Argument ${at + 1}` }).fill(argument);
    }
    await form.getByRole('button', { name: 'Add server' }).click();
    await page.getByRole('button', { name: 'Allow and connect' }).click();
    await expect(page.getByRole('main')).toContainText('ready', { timeout: 20_000 });
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  },

  show: async (name: string): Promise<void> => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Servers' }).click();
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  },

  /** Opens the page of a tool; `nth` counts tools of one name from 0. */
  tool: async (name: string, nth = 0): Promise<Locator> => {
    await page.getByRole('list', { name: 'Tools' }).getByText(name, { exact: true }).nth(nth).click();
    return page.getByRole('region', { name, exact: true });
  },
});
