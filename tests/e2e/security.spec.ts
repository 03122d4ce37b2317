/** The security checklist, against the program as it is built and started. */
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { ElectronApplication } from '@playwright/test';
import { WebSocket } from 'ws';
import { ask, expect, test } from './fixtures.ts';

test.use({ expectsViolations: true });

test.describe('any window', () => {
  test('has no Node and no more of the program than it needs', async ({ page, host }) => {
    const seen = await page.evaluate(() => ({
      globals: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
      bridge: window.throughline && {
        names: Object.keys(window.throughline).toSorted(),
        isFrozen:
          Object.isFrozen(window.throughline) &&
          Object.isFrozen(window.throughline.connect.prototype ?? Object.freeze({})),
      },
      canReplace: Reflect.set(window, 'throughline', undefined) && window.throughline === undefined,
    }));
    expect(seen.globals).toEqual([]);
    if (host === 'desktop') {
      expect(seen.bridge).toEqual({ names: ['connect', 'shell'], isFrozen: true });
      expect(seen.canReplace).toBe(false);
    } else expect(seen.bridge).toBeUndefined();
  });

  test('runs no inline script, evaluates nothing and fetches nothing from elsewhere', async ({ page }) => {
    const directives = ['connect-src', 'frame-src', 'img-src', 'script-src-elem', 'style-src-elem'];
    const violated = await page.evaluate(async (expected) => {
      const seen = new Set<string>();
      const allSeen = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (seen.add(effectiveDirective).size === expected) resolve();
        });
        setTimeout(resolve, 8000);
      });
      const script = document.createElement('script');
      script.textContent = 'window.intruder = 1';
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      const picture = document.createElement('img');
      picture.src = 'https://attacker.example/pixel.png';
      const frame = document.createElement('iframe');
      frame.src = 'https://attacker.example/';
      document.body.append(script, style, picture, frame);
      await fetch('https://attacker.example/').catch(() => undefined);
      await allSeen;
      const violations = [...seen].toSorted();
      for (const element of [script, style, picture, frame]) element.remove();
      // In a task of its own: within this call the debugger lets code be evaluated.
      const evaluated = new Promise<boolean>((resolve) => {
        setTimeout(() => {
          try {
            // oxlint-disable-next-line typescript/no-implied-eval -- it must fail
            new Function('window.intruder = 2')();
            resolve(true);
          } catch {
            resolve(false);
          }
        });
      });
      return {
        directives: violations,
        isEvaluated: await evaluated,
        hasIntruder: 'intruder' in window,
      };
    }, directives.length);
    expect(violated).toEqual({ directives, isEvaluated: false, hasIntruder: false });
  });

  test('gets no file from outside the built page', async ({ page }) => {
    const statuses = await page.evaluate(async () => {
      const paths = [
        '/..%2f..%2fpackage.json',
        '/..%2fdesktop%2fmain.js',
        '/%2e%2e/desktop/main.js',
        '/..%5cdesktop%5cmain.js',
        '/.stamp',
        '/nothing.js',
      ];
      return Promise.all(paths.map(async (file) => (await fetch(file)).status));
    });
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await page.evaluate(async () => (await fetch('/index.html')).status)).toBe(200);
  });

  test('serves every document under the strict policy with a nonce of its own', async ({ page }) => {
    const policies = await page.evaluate(async () => {
      const read = async (): Promise<string> =>
        (await fetch('/index.html')).headers.get('content-security-policy') ?? '';
      return [await read(), await read()];
    });
    expect(policies[0]).toContain("default-src 'none'");
    expect(policies[0]).toContain("script-src 'self'");
    expect(policies[0]).toMatch(/style-src 'self' 'nonce-[\w+/=]{24}'/);
    expect(policies[0]).not.toContain('unsafe');
    expect(policies[0]).not.toBe(policies[1]);
  });
});

test.describe('the desktop window @desktop', () => {
  const addressOf = async (desktop: ElectronApplication): Promise<string> =>
    desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL() ?? '');

  test('lives on its own scheme', async ({ desktop, page }) => {
    await expect(page.locator('main')).toBeVisible();
    expect(await addressOf(desktop)).toMatch(/^app:\/\/throughline\/index\.html/);
  });

  test('is denied what it might ask the system for, but may copy text', async ({ page }) => {
    expect(await page.evaluate(async () => Notification.requestPermission())).toBe('denied');
    const refused = await page.evaluate(async () => {
      const names = [
        'geolocation',
        'camera',
        'microphone',
        'notifications',
        'midi',
        'clipboard-read',
      ] as PermissionName[];
      return Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state));
    });
    expect(refused).toEqual(refused.map(() => 'denied'));
    const copied = page.evaluate(async () => {
      await navigator.clipboard.writeText('copied');
      return 'copied';
    });
    expect(await copied).toBe('copied');
  });

  test('cannot be navigated away', async ({ desktop, page }) => {
    const before = await addressOf(desktop);
    for (const target of [
      'https://attacker.example/',
      'http://127.0.0.1:9/',
      'file:///etc/passwd',
      'app://attacker/index.html',
      'data:text/html,x',
    ]) {
      await page.evaluate((address) => {
        window.location.href = address;
      }, target);
      await page.waitForTimeout(100);
      expect(await addressOf(desktop)).toBe(before);
    }
    await expect(page.locator('main[data-ready]')).toBeVisible();
  });

  test('opens no second window; an https link is shown and goes to the browser once agreed to', async ({
    desktop,
    page,
  }) => {
    await desktop.evaluate(({ dialog, shell }) => {
      const log: string[] = [];
      Object.assign(globalThis, { log, answer: 1 });
      const fake = async (...args: unknown[]): Promise<{ response: number; checkboxChecked: boolean }> => {
        log.push(`asked ${JSON.stringify(args.at(-1))}`);
        return { response: Number(Reflect.get(globalThis, 'answer')), checkboxChecked: false };
      };
      Object.assign(dialog, { showMessageBox: fake });
      shell.openExternal = async (url) => void log.push(`opened ${url}`);
    });
    const read = async (): Promise<string[]> =>
      desktop.evaluate(() => Reflect.get(globalThis, 'log') as string[]);
    const click = async (address: string): Promise<void> =>
      page.evaluate((href) => {
        const link = document.createElement('a');
        Object.assign(link, { href, target: '_blank' });
        document.body.append(link);
        link.click();
        link.remove();
      }, address);

    await click('https://example.com/docs');
    await expect.poll(read).toHaveLength(1);
    expect((await read())[0]).toContain('https://example.com/docs');

    await desktop.evaluate(() => void Reflect.set(globalThis, 'answer', 0));
    for (const refused of [
      'http://example.com/',
      'file:///etc/passwd',
      'https://user@evil.example/',
      'smb://host/share',
    ])
      await click(refused);
    await click('https://example.com/agreed');
    await expect.poll(read).toContain('opened https://example.com/agreed');
    expect((await read()).filter((line) => line.startsWith('opened'))).toEqual([
      'opened https://example.com/agreed',
    ]);
    expect(await read()).toHaveLength(3);
    await expect
      .poll(async () => desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length))
      .toBe(1);
    await expect.poll(() => desktop.windows().length).toBe(1);
  });

  test('gets answers as values, and refusals for what is not in the contract', async ({ page }) => {
    const plain = { type: 'request', id: 1, args: {} };
    expect(await ask(page, { ...plain, name: 'app.info' })).toMatchObject({
      id: 1,
      result: { ok: true, value: { shell: 'desktop' } },
    });
    expect(await ask(page, { ...plain, name: 'shell.exec' })).toMatchObject({
      result: { ok: false, fault: { code: 'unknown-command' } },
    });
    expect(await ask(page, { ...plain, name: 'constructor' })).toMatchObject({
      result: { ok: false, fault: { code: 'unknown-command' } },
    });
    expect(await ask(page, { ...plain, name: 'app.info', args: { extra: 1 } })).toMatchObject({
      result: { ok: false, fault: { code: 'bad-arguments' } },
    });
    const open = { ...plain, name: 'shell.openExternal' };
    for (const url of [
      'file:///etc/passwd',
      'javascript:alert(1)',
      'http://example.com/',
      'https://user@evil.example/',
      'ms-settings:',
    ]) {
      expect(await ask(page, { ...open, args: { url } })).toMatchObject({
        result: { ok: false, fault: { code: 'address-refused' } },
      });
    }
  });

  test('has no webview', async ({ page }) => {
    expect(await page.evaluate(() => 'getWebContentsId' in document.createElement('webview'))).toBe(false);
  });
});

test.describe('the browser shell @browser', () => {
  interface Reply {
    readonly status: number;
    readonly body: string;
  }

  /** A request as it stands: `fetch` would not let us lie about the host. */
  const get = async (url: URL, headers: Record<string, string>, host = '127.0.0.1'): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = request({ host, port: url.port, path: '/', headers }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          body += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
      sent.on('error', reject);
      sent.end();
    });

  /** `open`, or the status of the refusal. */
  const dial = async (url: URL, token: string[], headers: Record<string, string>): Promise<string | number> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`ws://127.0.0.1:${url.port}/rpc`, token, { headers });
      socket.on('open', () => {
        resolve('open');
        socket.close();
      });
      socket.on('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0);
        socket.terminate();
      });
      socket.on('error', () => undefined);
    });

  test('answers under its own name only, so that a rebound name reaches nothing', async ({ served }) => {
    const url = new URL(served.url);
    expect((await get(url, { host: url.host })).status).toBe(200);
    for (const host of [
      'attacker.example',
      `attacker.example:${url.port}`,
      '127.0.0.1:1',
      `127.0.0.1.attacker.example:${url.port}`,
    ]) {
      const reply = await get(url, { host });
      expect(reply.status).toBe(403);
      expect(reply.body).not.toContain('<html');
    }
  });

  test('refuses requests that another page makes', async ({ served }) => {
    const url = new URL(served.url);
    for (const origin of ['https://attacker.example', 'null', `http://localhost:${url.port}`]) {
      expect((await get(url, { host: url.host, origin })).status).toBe(403);
    }
  });

  test('opens its socket only to its own page with the token', async ({ served }) => {
    const url = new URL(served.url);
    const token = /token=([\w-]+)/.exec(url.hash)?.[1] ?? '';
    const own = { origin: url.origin };
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(await dial(url, [token], own)).toBe('open');
    expect(await dial(url, [], own)).toBe(401);
    expect(await dial(url, [`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`], own)).toBe(401);
    expect(await dial(url, [token], {})).toBe(403);
    expect(await dial(url, [token], { origin: 'https://attacker.example' })).toBe(403);
    expect(await dial(url, [token], { ...own, host: 'attacker.example' })).toBe(403);
  });

  test('listens on loopback alone', async ({ served }) => {
    const url = new URL(served.url);
    const outward = Object.values(networkInterfaces())
      .flat()
      .find((address) => address !== undefined && !address.internal && address.family === 'IPv4');
    // Where the machine has no other address, one of loopback that is not ours stands in for it.
    await expect(get(url, { host: url.host }, outward?.address ?? '127.0.0.2')).rejects.toThrow();
  });

  test('keeps the token out of the visible address', async ({ page }) => {
    expect(page.url()).not.toContain('token');
  });
});
