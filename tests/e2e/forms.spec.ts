/** Forms from schemas that are hard to draw: what is filled in is what arrives, digit for digit. */
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, root, test } from './fixtures.ts';
import { onServers } from './pages/servers.ts';

const forms = path.join(root, 'tests', 'fixtures', 'servers', 'form-server.mjs');

test.describe.configure({ timeout: 120_000 });

/** A tool's form, its editor and what arrived at the server. */
async function open(page: Page, name: string, nth = 0) {
  const tool = await onServers(page).tool(name, nth);
  const form = tool.getByRole('group', { name: 'Arguments as a form' });
  const editor = tool.getByRole('textbox', { name: 'Arguments as JSON' });
  await expect(editor).toBeVisible();
  return {
    tool,
    form,
    editor,
    call: tool.getByRole('button', { name: 'Call tool' }),
    write: async (text: string): Promise<void> => {
      await editor.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    },
    choose: async (control: string | RegExp, option: string): Promise<void> => {
      await form.getByRole('combobox', { name: control }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    },
    sent: async (): Promise<string> => {
      const result = tool.getByRole('region', { name: 'Result' });
      const call = tool.getByRole('button', { name: 'Call tool' });
      await call.click();
      // While it runs, the button has another name and the result of the call before still stands.
      await expect(call).toBeVisible();
      await expect(result).toContainText('ok');
      return result.getByLabel('Text', { exact: true }).innerText();
    },
  };
}

const jsonOf = async (editor: Locator): Promise<unknown> =>
  JSON.parse(((await editor.innerText()) || 'null').replaceAll('\u00a0', ' '));

test('nullable values: chosen, null and absent are three things @browser', async ({ page }) => {
  await onServers(page).add('forms', [forms]);
  const { form, editor, choose, sent, write } = await open(page, 'nullable');
  await choose('unit', 'a');
  await expect.poll(() => jsonOf(editor)).toEqual({ unit: 'a' });
  await choose('unit', 'null');
  await expect.poll(() => jsonOf(editor)).toEqual({ unit: null });
  await choose('unit', 'not sent');
  await choose('by_ref', 'green');
  await choose('untyped', 'y');
  await form.getByRole('button', { name: 'Set text to null' }).click();
  await form.getByRole('textbox', { name: 'count' }).fill('7');
  await choose('flag', 'null');
  await expect
    .poll(() => jsonOf(editor))
    .toEqual({ by_ref: 'green', untyped: 'y', text: null, count: 7, flag: null });
  await form.getByRole('textbox', { name: 'text', exact: true }).fill('x');
  await form.getByRole('textbox', { name: 'text', exact: true }).fill('');
  await form.getByRole('textbox', { name: 'count' }).fill('');
  await form.getByRole('button', { name: 'Add an item to names' }).click();
  await form.getByRole('textbox', { name: /names/ }).fill('one');
  await expect(form.getByRole('textbox', { name: 'count' })).toHaveAttribute('placeholder', /null/);
  expect(JSON.parse(await sent())).toEqual({
    by_ref: 'green',
    untyped: 'y',
    text: '',
    flag: null,
    names: ['one'],
  });
  await write('{"count": null}');
  await form.getByRole('textbox', { name: 'count' }).fill('3');
  expect(JSON.parse(await sent())).toEqual({ count: 3 });
});

test('a union at the root shows its fields, and choosing a branch says which @browser', async ({ page }) => {
  await onServers(page).add('forms', [forms]);
  const { form, editor, choose, sent, write } = await open(page, 'root-union');
  await expect(form.getByRole('textbox', { name: /address/ })).toBeVisible();
  await choose(/which form/, 'kind: sms');
  await expect.poll(() => jsonOf(editor)).toEqual({ kind: 'sms' });
  await form.getByRole('textbox', { name: /phone/ }).fill('123');
  expect(JSON.parse(await sent())).toEqual({ kind: 'sms', phone: '123' });
  await write('{"kind":"email","address":"a@b"}');
  await expect(form.getByRole('textbox', { name: /address/ })).toHaveValue('a@b');
});

test('a list of unions: options have names, values keep their type @browser', async ({ page }) => {
  await onServers(page).add('forms', [forms]);
  const { form, choose, sent } = await open(page, 'item-union');
  await form.getByRole('button', { name: 'Add an item to things' }).click();
  await form.getByRole('textbox', { name: 'name' }).fill('a');
  await form.getByRole('button', { name: 'Add an item to things' }).click();
  await form
    .getByRole('combobox', { name: /which form/ })
    .nth(1)
    .click();
  await page.getByRole('option', { name: 'with size', exact: true }).click();
  await form.getByRole('textbox', { name: 'size' }).fill('4');
  await form.getByRole('button', { name: 'Add an item to levels' }).click();
  await choose(/levels/, '2');
  expect(JSON.parse(await sent())).toEqual({ things: [{ name: 'a' }, { size: 4 }], levels: [2] });
});

test('titles of values, single values, many values and mixed ones @browser', async ({ page }) => {
  await onServers(page).add('forms', [forms]);
  const { form, choose, sent } = await open(page, 'titled');
  await choose('mood', 'Bad');
  await choose('old', 'Two');
  await choose('fixed', 'always');
  await choose('mixed', '1');
  await form.getByRole('checkbox', { name: 'p' }).click();
  await form.getByRole('checkbox', { name: 'r' }).click();
  expect(JSON.parse(await sent())).toEqual({
    mood: 'down',
    old: '2',
    fixed: 'always',
    mixed: 1,
    many: ['p', 'r'],
  });
});

test('schemas that hold themselves, and that hold together others @browser', async ({ page }) => {
  await onServers(page).add('forms', [forms]);
  const tree = await open(page, 'recursive');
  await tree.form.getByRole('textbox', { name: 'label' }).fill('top');
  await tree.form.getByRole('button', { name: 'Add an item to children' }).click();
  const show = tree.form.getByRole('button', { name: /^Show/ });
  if ((await show.count()) > 0) await show.first().click();
  await tree.form.getByRole('textbox', { name: 'label' }).nth(1).fill('leaf');
  expect(JSON.parse(await tree.sent())).toEqual({ label: 'top', children: [{ label: 'leaf' }] });

  const whole = await open(page, 'whole');
  await whole.form.getByRole('textbox', { name: /base/ }).fill('b');
  expect(JSON.parse(await whole.sent())).toEqual({ base: 'b' });
});

test('integers beyond a double stay exact both ways, and what is no number is not made one @browser', async ({
  page,
}) => {
  await onServers(page).add('forms', [forms]);
  const { form, sent, write, editor } = await open(page, 'numbers');
  await form.getByRole('textbox', { name: 'id' }).fill('9223372036854775807');
  expect(await sent()).toContain('9223372036854775807');
  await write('{"id":9007199254740993}');
  await expect(form.getByRole('textbox', { name: 'id' })).toHaveValue('9007199254740993');
  await form.getByRole('textbox', { name: 'ratio' }).fill('0.5');
  expect(await sent()).toMatch(/"id":\s*9007199254740993/);
  await form.getByRole('textbox', { name: 'id' }).fill('42xyz');
  await expect.poll(() => jsonOf(editor)).toEqual({ id: '42xyz', ratio: 0.5 });
});

test('defaults are told and never typed; empty and absent differ @browser', async ({ page }) => {
  await onServers(page).add('forms', [forms]);
  const { form, sent } = await open(page, 'defaults');
  await expect(form.getByRole('textbox', { name: 'word' })).toHaveAttribute('placeholder', /server word/);
  expect(await sent()).toBe('{}');
  await form.getByRole('textbox', { name: 'word' }).fill('x');
  await form.getByRole('textbox', { name: 'word' }).fill('');
  await expect(form.getByRole('textbox', { name: 'word' })).toHaveValue('');
  expect(JSON.parse(await sent())).toEqual({ word: '' });
  await form.getByRole('button', { name: 'Leave out word' }).click();
  expect(JSON.parse(await sent())).toEqual({});
});

test('what is typed as JSON stays as typed, and nothing older is sent while it is not valid @browser', async ({
  page,
}) => {
  await onServers(page).add('forms', [forms]);
  const { tool, form, editor, call, write, sent } = await open(page, 'nullable');
  await write('{"text":"first"}');
  await expect(form.getByRole('textbox', { name: 'text', exact: true })).toHaveValue('first');
  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.type('[');
  await expect(editor).toHaveText('[]');
  await expect(call).toBeDisabled();
  await expect(call).toHaveAccessibleDescription('The JSON is not valid, so there is nothing to send.');
  await expect(tool.getByRole('alert')).toContainText('Arguments are a JSON object.');
  await editor.press('Enter');
  await expect(tool.getByRole('region', { name: 'Result' })).toHaveCount(0);
  await write('{"names":["a","b"]}');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  for (const _ of '"b"') await page.keyboard.press('Backspace');
  await expect(editor).toHaveText('{"names":["a",]}');
  await expect(call).toBeDisabled();
  await page.keyboard.press('Backspace');
  await expect(call).toBeEnabled();
  expect(await sent()).toBe('{"names":["a"]}');
});

test('inputs are remembered by tool, an object is pasted whole, and two tools of one name are two @browser', async ({
  page,
}) => {
  await onServers(page).add('forms', [forms]);
  const first = await open(page, 'numbers');
  await first.editor.click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', ' {"id": 5}\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect.poll(() => jsonOf(first.editor)).toEqual({ id: 5 });
  expect(JSON.parse(await first.sent())).toEqual({ id: 5 });
  const one = await open(page, 'twin', 0);
  await expect(one.tool).toContainText('The first twin.');
  const two = await open(page, 'twin', 1);
  await expect(two.tool).toContainText('The second twin.');
  await expect(two.form.getByRole('textbox', { name: 'second' })).toBeVisible();
  const again = await open(page, 'numbers');
  await expect.poll(() => jsonOf(again.editor)).toEqual({ id: 5 });
});

for (const theme of ['dark', 'light'] as const) {
  test(`every form passes the rules of accessibility, ${theme} @browser`, async ({ page }, info) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await onServers(page).add('forms', [forms]);
    for (const name of ['nullable', 'root-union', 'item-union', 'titled', 'recursive', 'anything']) {
      const { tool, form } = await open(page, name);
      for (const add of await form.getByRole('button', { name: /^Add an item/ }).all()) await add.click();
      const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
      expect(
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`)),
        name,
      ).toEqual([]);
      await page.screenshot({ path: info.outputPath(`${name}-${theme}.png`) });
      await expect(tool).toBeVisible();
    }
  });
}
