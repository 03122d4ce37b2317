/** Starts a Chromium and speaks to it over the debugging pipe; the debugging port stays free for Playwright. */
import { spawn, type ChildProcess } from 'node:child_process';
import { CdpEvents, type Protocol, type Send } from './cdp.ts';

export interface ChromiumOptions {
  readonly binary: string;
  /** The browser profile's folder. */
  readonly profile: string;
  readonly isHeadless: boolean;
  readonly switches: readonly string[];
}

export interface WindowBounds {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

interface Pending {
  readonly method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Incoming {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

const switchesOfAll = [
  '--no-sandbox',
  '--test-type',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--password-store=basic',
  '--no-startup-window',
  '--remote-debugging-pipe',
];

/** The browser as a whole. */
export class Chromium {
  readonly events = new CdpEvents();
  /** Resolves when the browser process is gone. */
  readonly exited: Promise<void>;
  readonly #options: ChromiumOptions;
  readonly #process: ChildProcess;
  readonly #pending = new Map<number, Pending>();
  readonly #sessions = new Map<string, Session>();
  /** Pages that `openWindow` made, and those it is making. */
  readonly #ours = new Set<string>();
  readonly #opening = new Set<Promise<string>>();
  #nextId = 1;

  constructor(options: ChromiumOptions) {
    this.#options = options;
    const args = [
      ...(options.isHeadless ? ['--headless=new'] : []),
      ...switchesOfAll,
      `--user-data-dir=${options.profile}`,
      ...options.switches,
    ];
    this.#process = spawn(options.binary, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    this.exited = new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.once('error', (error) => {
        console.error(`electron-double: ${options.binary} did not start: ${error.message}`);
        resolve();
      });
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => forwardStderr(text));
    // A write to a browser that just died is no news: its exit is.
    this.#process.stdio[3]?.on('error', () => undefined);
    this.#readPipe();
  }

  readonly send: Send = async (method, params) => this.request(method, params);

  /** A command to the browser, or to one page of it. */
  async request<M extends keyof Protocol.CommandParameters>(
    method: M,
    params: Protocol.CommandParameters[M] | undefined,
    sessionId?: string,
  ): Promise<Protocol.CommandReturnValues[M]> {
    const id = this.#nextId++;
    const pipe = this.#process.stdio[3];
    return new Promise((resolve, reject) => {
      this.#pending.set(id, {
        method,
        resolve: (value) => resolve(value as Protocol.CommandReturnValues[M]),
        reject,
      });
      if (pipe && 'write' in pipe)
        pipe.write(`${JSON.stringify({ id, method, params: params ?? {}, sessionId })}\0`);
    });
  }

  /** Closes every page that `openWindow` did not open: whether a page may open another, its app has been asked already. */
  async closeStrays(): Promise<void> {
    this.events.on('Target.targetCreated', ({ targetInfo }) => {
      if (targetInfo.type === 'page') void this.#closeStray(targetInfo.targetId);
    });
    await this.send('Target.setDiscoverTargets', { discover: true });
  }

  async #closeStray(targetId: string): Promise<void> {
    await Promise.all(this.#opening);
    if (!this.#ours.has(targetId)) await this.send('Target.closeTarget', { targetId }).catch(() => undefined);
  }

  async attach(targetId: string): Promise<Session> {
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const session = new Session(this, sessionId, targetId);
    this.#sessions.set(sessionId, session);
    return session;
  }

  /** Opens a page in a window of its own and returns its target id; with a display it has no browser chrome. */
  async openWindow(bounds: WindowBounds): Promise<string> {
    const opening = this.#options.isHeadless ? this.#openHeadless(bounds) : this.#openHeaded(bounds);
    this.#opening.add(opening);
    try {
      const targetId = await opening;
      this.#ours.add(targetId);
      return targetId;
    } finally {
      this.#opening.delete(opening);
    }
  }

  async #openHeadless({ width, height }: WindowBounds): Promise<string> {
    const made = await this.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      width,
      height,
    });
    this.#ours.add(made.targetId);
    return made.targetId;
  }

  /** A second launch on the same profile hands its `--app` window to the running browser. */
  async #openHeaded({ x, y, width, height }: WindowBounds): Promise<string> {
    const marker = `data:text/html,electron-double-${Math.random().toString(36).slice(2)}`;
    const found = new Promise<string>((resolve) => {
      const check = ({ targetInfo }: Protocol.Target.targetInfoChangedPayload): void => {
        if (targetInfo.type !== 'page' || targetInfo.url !== marker) return;
        this.events.off('Target.targetCreated', check);
        this.events.off('Target.targetInfoChanged', check);
        resolve(targetInfo.targetId);
      };
      this.events.on('Target.targetCreated', check);
      this.events.on('Target.targetInfoChanged', check);
    });
    const profile = `--user-data-dir=${this.#options.profile}`;
    spawn(this.#options.binary, ['--no-sandbox', '--test-type', profile, `--app=${marker}`], {
      stdio: 'ignore',
    });
    const targetId = await found;
    this.#ours.add(targetId);
    // The size on that second command line is ignored.
    const { windowId } = await this.send('Browser.getWindowForTarget', { targetId });
    await this.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y, width, height } });
    return targetId;
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), 3000);
    void this.send('Browser.close').catch(() => undefined);
    await this.exited;
    clearTimeout(timer);
  }

  #readPipe(): void {
    const pending: Buffer[] = [];
    this.#process.stdio[4]?.on('data', (chunk: Buffer) => {
      let start = 0;
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
        pending.push(chunk.subarray(start, end));
        start = end + 1;
        const text = Buffer.concat(pending.splice(0)).toString('utf8');
        this.#onMessage(JSON.parse(text) as Incoming);
      }
      if (start < chunk.length) pending.push(chunk.subarray(start));
    });
  }

  #onMessage(message: Incoming): void {
    if (message.id === undefined) {
      const events =
        message.sessionId === undefined ? this.events : this.#sessions.get(message.sessionId)?.events;
      events?.dispatch(message.method ?? '', message.params);
      return;
    }
    const call = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
    else call?.resolve(message.result);
  }
}

/** Playwright waits for this exact line on the app's stderr. */
function forwardStderr(text: string): void {
  for (const line of text.split('\n')) {
    if (line.startsWith('DevTools listening on')) process.stderr.write(`\n${line}\n`);
    else if (line !== '' && process.env['ELECTRON_DOUBLE_VERBOSE'] !== undefined)
      process.stderr.write(`[chromium] ${line}\n`);
  }
}

/** One page of it. */
export class Session {
  readonly events = new CdpEvents();
  readonly targetId: string;
  readonly #browser: Chromium;
  readonly #id: string;

  constructor(browser: Chromium, id: string, targetId: string) {
    this.#browser = browser;
    this.#id = id;
    this.targetId = targetId;
  }

  readonly send: Send = async (method, params) => this.#browser.request(method, params, this.#id);
}
