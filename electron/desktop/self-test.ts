/**
 * `--self-test`: looks whether the parts hold together on this machine: page, preload script, port, scheme, and what the
 * runtime starts besides itself. Prints one JSON document, with the versions this is made of. It works where no test tool
 * can attach, as in the shipped program.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { app, BrowserWindow } from 'electron';
import { nodeCommand } from '../runtime/mcp/node-command.ts';
import { programFolders } from '../runtime/runtime.ts';
import { startAddress } from './address.ts';
import { windowOptions } from './window-options.ts';

/** What was found: true, or what went wrong. */
type Checks = Readonly<Record<string, unknown>>;

export interface SelfTestReport {
  readonly ok: boolean;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly checks: Checks;
}

const patience = 10_000;

export async function selfTest(): Promise<SelfTestReport> {
  const root = app.getAppPath();
  const checks = {
    ...(await lookIntoPage()),
    thread: await attempt(threadStarts(path.join(root, 'dist/desktop'))),
    probeServers: await attempt(probeServersAnswer(programFolders(root).probeServers)),
  };
  const { electron, chrome, node, v8, sqlite, openssl } = process.versions;
  return {
    ok: Object.values(checks).every((value) => value === true),
    versions: { throughline: app.getVersion(), electron, chrome, node, v8, sqlite, openssl },
    checks,
  };
}

/** Runs in the page and tells what it saw there. Kept as text: it is code for another world. */
const probe = `(async () => {
  const soon = (promise) => Promise.race([promise, new Promise((_, no) => setTimeout(no, ${patience}, new Error('no answer')))]);
  const nonce = crypto.randomUUID();
  const port = await soon(new Promise((resolve) => {
    addEventListener('message', (event) => { if (event.data?.nonce === nonce) resolve(event.ports[0]); });
    throughline.connect(nonce);
  }));
  const answer = soon(new Promise((resolve) => { port.onmessage = (event) => resolve(event.data); }));
  port.postMessage({ type: 'request', id: 1, name: 'app.info', args: {} });
  const { result } = await answer;
  port.close();
  const page = await fetch('./index.html');
  const outside = await fetch('./..%2f..%2fpackage.json');
  const until = Date.now() + ${patience};
  const ready = () => document.querySelector('main[data-ready]') !== null;
  while (!ready() && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    preload: typeof throughline.connect === 'function' && Object.isFrozen(throughline),
    noNode: typeof require === 'undefined' && typeof process === 'undefined',
    port: result?.ok === true,
    scheme: page.status === 200 && outside.status === 404,
    policy: /script-src 'self';/.test(page.headers.get('content-security-policy') ?? ''),
    page: ready(),
  };
})()`;

/** The window is never shown, and ends with the program. */
async function lookIntoPage(): Promise<Checks> {
  const window = new BrowserWindow(windowOptions(app.getAppPath()));
  try {
    await window.loadURL(startAddress);
    const seen: unknown = await window.webContents.executeJavaScript(probe);
    return typeof seen === 'object' && seen !== null ? { ...seen } : { page: 'it told nothing' };
  } catch (error) {
    return { page: messageOf(error) };
  }
}

/** The runtime's threads are files of their own, which a package might hide from them. */
async function threadStarts(folder: string): Promise<void> {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('-worker.js'))) {
    const worker = new Worker(path.join(folder, file));
    await once(worker, 'online', { signal: AbortSignal.timeout(patience) });
    await worker.terminate();
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'self-test', version: '0' },
  },
};

/** Each bundled server starts on the Node that we offer it and answers. */
async function probeServersAnswer(folder: string): Promise<void> {
  const { command, env } = nodeCommand();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const signal = AbortSignal.timeout(patience);
    const server = spawn(command, [path.join(folder, file)], {
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
    });
    try {
      server.stdin.write(`${JSON.stringify(initialize)}\n`);
      const answer: unknown[] = await Promise.race([
        once(createInterface({ input: server.stdout }), 'line', { signal }),
        once(server, 'error').then(([error]) => {
          throw error;
        }),
      ]);
      if (!String(answer[0]).includes('"serverInfo"')) throw new Error(`${file} did not answer initialize`);
    } finally {
      server.kill();
    }
  }
}

async function attempt(work: Promise<void>): Promise<true | string> {
  try {
    await work;
    return true;
  } catch (error) {
    return messageOf(error);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
