/** The desktop shell itself: its one instance, its one window, its end, and what it says of itself. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import * as z from 'zod';
import { ask, expect, ready, root, test } from './fixtures.ts';

const run = promisify(execFile);

/** The executable, as `electron` itself would find it. */
const electron = z.string().parse(createRequire(import.meta.url)('electron'));
/** Electron refuses its sandbox to root. */
const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const Failed = z.object({ code: z.number(), stderr: z.string() });

test.describe('the desktop shell @desktop', () => {
  test('tests itself and says what it is made of', async ({ environment }) => {
    const { stdout } = await run(electron, [...flags, '.', '--self-test'], { cwd: root, env: environment });
    const report = z
      .object({
        ok: z.boolean(),
        versions: z.record(z.string(), z.string()),
        checks: z.record(z.string(), z.unknown()),
      })
      .parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
    expect(report.checks).toEqual({
      preload: true,
      noNode: true,
      port: true,
      scheme: true,
      policy: true,
      page: true,
      thread: true,
      probeServers: true,
    });
    expect(report.ok).toBe(true);
    expect(report.versions['electron']).toMatch(/^\d+\./);
    expect(report.versions['node']).toMatch(/^24\./);
    expect(report.versions['chrome']).toMatch(/^\d+\./);
  });

  test('has one instance: a second one shows the window of the first', async ({
    desktop,
    page,
    environment,
  }) => {
    await expect(page.locator('main')).toBeVisible();
    await desktop.evaluate(({ app }) => {
      Object.assign(globalThis, { seconds: 0 });
      app.on('second-instance', () => Object.assign(globalThis, { seconds: 1 }));
    });
    await run(electron, [...flags, '.'], { cwd: root, env: environment });
    await expect.poll(async () => desktop.evaluate(() => Number(Reflect.get(globalThis, 'seconds')))).toBe(1);
    expect(desktop.windows()).toHaveLength(1);
  });

  // On macOS a program stays without windows.
  if (process.platform !== 'darwin') {
    test('ends when its last window is closed', async ({ desktop, page }) => {
      const ended = new Promise<number | null>((resolve) => desktop.process().once('exit', resolve));
      await page.close();
      expect(await ended).toBe(0);
    });
  }

  test('connects its page again after a reload', async ({ page }) => {
    for (let round = 0; round < 3; round++) {
      await page.reload();
      await ready(page);
    }
    await expect(page.locator('main[data-ready]')).toBeVisible();
  });

  test('gives dialogs and page the theme of the settings', async ({ desktop, page }) => {
    await ask(page, { type: 'request', id: 1, name: 'settings.set', args: { theme: 'dark' } });
    expect(await desktop.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark');
    await expect
      .poll(async () => page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches))
      .toBe(true);
  });

  test('has a menu of standard roles', async ({ desktop, page }) => {
    await expect(page.locator('main')).toBeVisible();
    const roles = await desktop.evaluate(({ Menu }) =>
      Menu.getApplicationMenu()?.items.map((item) => item.role ?? item.label),
    );
    expect(roles?.map((role) => role.toLowerCase())).toEqual(
      expect.arrayContaining(['filemenu', 'editmenu', '&view', 'windowmenu']),
    );
  });
});

if (electron.includes('electron-double')) {
  test('the stand-in runs no scripts through process.execPath unless told to behave as Node @desktop', async ({
    environment,
  }) => {
    const script = ['-e', 'console.log(process.versions.node)'];
    const asNode = await run(electron, script, { env: { ...environment, ELECTRON_RUN_AS_NODE: '1' } });
    expect(asNode.stdout).toMatch(/^24\./);
    const refused = await run(electron, ['package.json'], { cwd: root, env: environment }).catch(
      (error: unknown) => error,
    );
    expect(Failed.parse(refused)).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('ELECTRON_RUN_AS_NODE=1'),
    });
  });
}
