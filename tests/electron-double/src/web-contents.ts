import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import type { Protocol } from './cdp.ts';
import type { Session as CdpSession, WindowBounds } from './chromium.ts';
import { IpcMain } from './ipc-main.ts';
import { nativeTheme } from './native-theme.ts';
import { PageLink } from './page-link.ts';
import { preloadScripts, worldName } from './preload.ts';
import type { MessagePortMain } from './ports.ts';
import { fromPage, toPage } from './protocol.ts';
import { answerRequest } from './requests.ts';
import { session } from './session.ts';
import { browser, record } from './state.ts';
import { strict } from './strict.ts';
import { WebFrameMain, type FrameInfo } from './web-frame.ts';
import { sendName } from './wire.ts';

export interface WebPreferences {
  readonly preload?: string;
  readonly additionalArguments?: readonly string[];
  readonly [preference: string]: unknown;
}

/** What a page tells the window it is in, and asks of it. */
export interface WindowLink {
  readonly bounds: WindowBounds;
  onPaint(): void;
  onGone(): void;
  close(): void;
}

interface OpenDetails {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
}
type OpenHandler = (details: OpenDetails) => { readonly action: 'allow' | 'deny' };

/** Values that would undo what this program relies on; a page here could not honour them anyway. */
const forbidden: Readonly<Record<string, unknown>> = {
  contextIsolation: false,
  sandbox: false,
  nodeIntegration: true,
  nodeIntegrationInWorker: true,
  nodeIntegrationInSubFrames: true,
  webSecurity: false,
  allowRunningInsecureContent: true,
  experimentalFeatures: true,
  webviewTag: true,
};

const all = new Map<number, WebContents>();
let nextId = 1;

export class WebContents extends EventEmitter {
  readonly id = nextId++;
  readonly session = session.defaultSession;
  readonly ipc = strict('webContents.ipc', new IpcMain());
  readonly _frames = new Map<string, FrameInfo>();
  readonly _attached: Promise<CdpSession>;
  _targetId: string | undefined;
  readonly #window: WindowLink;
  readonly #preferences: WebPreferences;
  readonly #frameObjects = new Map<string, WebFrameMain>();
  readonly #link: PageLink;
  #mainFrameId = '';
  #openHandler: OpenHandler | undefined;
  #isDestroyed = false;
  /** The app itself asked for the next document, so nobody is asked about it. */
  #isOwnNavigation = false;

  constructor(window: WindowLink, preferences: WebPreferences) {
    super();
    this.#window = window;
    this.#preferences = preferences;
    for (const [name, value] of Object.entries(forbidden)) {
      if (preferences[name] === value)
        throw new Error(`electron-double: webPreferences.${name}: ${String(value)} is not supported`);
    }
    this.#link = new PageLink({
      ipc: this.ipc,
      sender: () => ({ sender: this, senderFrame: this.mainFrame }),
      onPreloadError: (error) => this.emit('preload-error', {}, preferences.preload, error),
    });
    all.set(this.id, this);
    this._attached = this.#attach();
    this._attached.catch((error: unknown) => {
      console.error('electron-double: could not open a window', error);
      app.exit(1);
    });
    app.emit('web-contents-created', {}, this);
  }

  get mainFrame(): WebFrameMain {
    return this._frame(this.#mainFrameId);
  }

  _frame(id: string): WebFrameMain {
    const known = this.#frameObjects.get(id);
    if (known) return known;
    const frame = new WebFrameMain(this, id);
    this.#frameObjects.set(id, frame);
    return frame;
  }

  async loadURL(url: string): Promise<void> {
    const cdp = await this._attached;
    this.#isOwnNavigation = true;
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()));
    const { errorText } = await cdp.send('Page.navigate', { url: toPage(url) });
    if (errorText !== undefined) {
      this.emit('did-fail-load', {}, -2, errorText, url, true);
      throw Object.assign(new Error(`${errorText} (-2) loading '${url}'`), {
        code: errorText,
        errno: -2,
        url,
      });
    }
    await loaded;
  }

  reload(): void {
    this.#isOwnNavigation = true;
    void this._attached.then(async (cdp) => cdp.send('Page.reload'));
  }

  send(channel: string, ...args: readonly unknown[]): void {
    this.#refuseIfDestroyed();
    this.#link.send(channel, args);
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    this.#refuseIfDestroyed();
    this.#link.postMessage(channel, message, transfer);
  }

  getURL(): string {
    return this.mainFrame.url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const cdp = await this._attached;
    const reply = await cdp.send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
    });
    if (reply.exceptionDetails)
      throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
    return reply.result.value;
  }

  toggleDevTools(): void {
    record('webContents.toggleDevTools');
  }

  /** Playwright closes pages through here. */
  close(): void {
    this.#window.close();
  }

  _markDestroyed(): void {
    this.#isDestroyed = true;
    all.delete(this.id);
    this.#link.dropPorts();
    this.emit('destroyed');
  }

  #refuseIfDestroyed(): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
  }

  async #attach(): Promise<CdpSession> {
    const chromium = browser();
    const targetId = await chromium.openWindow(this.#window.bounds);
    this._targetId = targetId;
    const cdp = await chromium.attach(targetId);
    chromium.events.on('Target.targetDestroyed', (gone) => {
      if (gone.targetId === targetId) this.#window.onGone();
    });
    this.#listen(cdp);
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.#mainFrameId = frameTree.frame.id;
    this._frames.set(this.#mainFrameId, { id: this.#mainFrameId, url: '', parent: undefined });
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Page.setLifecycleEventsEnabled', { enabled: true }),
      cdp.send('Runtime.enable'),
      cdp.send('Fetch.enable', {
        patterns: [
          { urlPattern: 'https://*.electron.invalid/*' },
          { urlPattern: '*', resourceType: 'Document' },
        ],
      }),
      cdp.send('Runtime.addBinding', { name: sendName, executionContextName: worldName }),
      ...preloadScripts(this.#preferences).map(async (script) =>
        cdp.send('Page.addScriptToEvaluateOnNewDocument', script),
      ),
    ]);
    await this.#applyTheme(cdp);
    nativeTheme.on('updated', () => void this.#applyTheme(cdp));
    return cdp;
  }

  #listen(cdp: CdpSession): void {
    const { events } = cdp;
    this.#link.attach(cdp, worldName, (frameId) => frameId === this.#mainFrameId);
    events.on('Page.frameNavigated', ({ frame }) => this.#onNavigated(frame));
    events.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      this._frames.set(frameId, { id: frameId, url: '', parent: parentFrameId });
    });
    events.on('Page.frameDetached', ({ frameId, reason }) => {
      if (reason === 'remove') this._frames.delete(frameId);
    });
    events.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      const frame = this._frames.get(frameId);
      if (frame) this._frames.set(frameId, { ...frame, url });
    });
    events.on('Page.loadEventFired', () => this.emit('did-finish-load', {}));
    events.on('Page.lifecycleEvent', ({ name, frameId }) => {
      if (name === 'firstPaint' && frameId === this.#mainFrameId) this.#window.onPaint();
    });
    events.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      this.#onWindowOpen({ url: fromPage(url), frameName: windowName, features: windowFeatures.join(',') });
    });
    events.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === sendName) this.#link.receive(payload);
    });
    events.on('Inspector.targetCrashed', () => {
      this.#link.dropPorts();
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    events.on('Fetch.requestPaused', (request) => void this.#onRequest(cdp, request));
  }

  async #applyTheme(cdp: CdpSession): Promise<void> {
    const value = nativeTheme.shouldUseDarkColors ? 'dark' : 'light';
    const emulated = cdp.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-color-scheme', value }],
    });
    await emulated.catch(() => undefined);
  }

  #onNavigated(frame: Protocol.Page.Frame): void {
    this._frames.set(frame.id, {
      id: frame.id,
      url: frame.url + (frame.urlFragment ?? ''),
      parent: frame.parentId,
    });
    if (frame.id !== this.#mainFrameId) return;
    this.#link.dropPorts();
    this.emit('did-navigate', {}, fromPage(frame.url), 200, 'OK');
  }

  #onWindowOpen(details: OpenDetails): void {
    const answer = this.#openHandler?.(details) ?? { action: 'allow' };
    if (answer.action === 'allow') {
      throw new Error(
        `electron-double: child windows are not supported, but one was allowed for ${details.url}`,
      );
    }
  }

  async #onRequest(cdp: CdpSession, paused: Protocol.Fetch.requestPausedPayload): Promise<void> {
    const isMainDocument = paused.resourceType === 'Document' && paused.frameId === this.#mainFrameId;
    const isOwn = isMainDocument && this.#isOwnNavigation;
    if (isMainDocument) this.#isOwnNavigation = false;
    try {
      await answerRequest(cdp, paused, { contents: this, isMainDocument, isOwn });
    } catch (error) {
      if (!this.#isDestroyed) console.error(`electron-double: ${paused.request.url}`, error);
      await cdp
        .send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
        .catch(() => undefined);
    }
  }
}

export const webContents = strict('webContents', {
  getAllWebContents: (): WebContents[] => [...all.values()],
  fromDevToolsTargetId: (targetId: string): WebContents | undefined =>
    [...all.values()].find((contents) => contents._targetId === targetId),
});
