/**
 * `--self-test`: opens a hidden window and looks whether the parts hold together on this machine: the preload script, the
 * port, the scheme, the page. Prints one JSON document. It also says which versions this is, and works where no test
 * tool can attach, as in the shipped program.
 */
import { app, BrowserWindow } from 'electron';
import { startAddress } from './address.ts';
import { windowOptions } from './window-options.ts';

export interface SelfTestReport {
  readonly ok: boolean;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly checks: Readonly<Record<string, unknown>>;
}

/** Runs in the page and tells what it saw there. Kept as text: it is code for another world. */
const probe = `(async () => {
  const withDeadline = (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(no, 10000, new Error('no answer')))]);
  const nonce = crypto.randomUUID();
  const port = await withDeadline(new Promise((resolve) => {
    addEventListener('message', (event) => { if (event.data?.nonce === nonce) resolve(event.ports[0]); });
    throughline.connect(nonce);
  }));
  const answer = withDeadline(new Promise((resolve) => { port.onmessage = (event) => resolve(event.data); }));
  port.postMessage({ type: 'request', id: 1, name: 'app.info', args: {} });
  const { result } = await answer;
  port.close();
  const page = await fetch('./index.html');
  const outside = await fetch('./..%2f..%2fpackage.json');
  const until = Date.now() + 10000;
  while (!document.querySelector('main[data-ready]') && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    preload: typeof throughline.connect === 'function' && Object.isFrozen(throughline),
    noNode: typeof require === 'undefined' && typeof process === 'undefined',
    port: result?.ok === true,
    scheme: page.status === 200 && outside.status === 404,
    policy: /script-src 'self';/.test(page.headers.get('content-security-policy') ?? ''),
    page: document.querySelector('main[data-ready]') !== null,
  };
})()`;

export async function selfTest(): Promise<SelfTestReport> {
  const window = new BrowserWindow(windowOptions(app.getAppPath()));
  const checks = await look(window);
  window.destroy();
  const { electron, chrome, node, v8, sqlite, openssl } = process.versions;
  return {
    ok: Object.values(checks).every((value) => value === true),
    versions: { throughline: app.getVersion(), electron, chrome, node, v8, sqlite, openssl },
    checks,
  };
}

async function look(window: BrowserWindow): Promise<Record<string, unknown>> {
  try {
    await window.loadURL(startAddress);
    const seen: unknown = await window.webContents.executeJavaScript(probe);
    return typeof seen === 'object' && seen !== null ? { ...seen } : { page: false };
  } catch (error) {
    return { page: false, error: error instanceof Error ? error.message : String(error) };
  }
}
