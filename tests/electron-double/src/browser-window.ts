import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { forgetWindow, newWindowId, openWindows, rememberWindow, type OpenWindow } from './registry.ts';
import { browser, state } from './state.ts';
import { preventable, strict } from './strict.ts';
import { WebContents, type WebPreferences } from './web-contents.ts';

/** The window options that mean something here; titles, colours and icons have nowhere to show. */
export interface WindowOptions {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly show?: boolean;
  readonly webPreferences?: WebPreferences;
}

const defaults = { x: 0, y: 0, width: 800, height: 600 };

export class BrowserWindow extends EventEmitter implements OpenWindow {
  readonly id = newWindowId();
  readonly webContents: WebContents;
  _isClosing = false;
  #isDestroyed = false;
  #isShown: boolean;
  #hasPainted = false;

  constructor(options: WindowOptions = {}) {
    super();
    if (!state.isReady) throw new Error('Cannot create BrowserWindow before app is ready');
    this.#isShown = options.show !== false;
    const bounds = { ...defaults, ...options };
    this.webContents = strict(
      'webContents',
      new WebContents(
        {
          bounds,
          onPaint: () => this.#onPaint(),
          onGone: () => this.#onGone(),
          close: () => this.close(),
        },
        options.webPreferences ?? {},
      ),
    );
    const window = strict('BrowserWindow', this);
    rememberWindow(window);
    app.emit('browser-window-created', {}, window);
    return window;
  }

  static getAllWindows(): BrowserWindow[] {
    return openWindows().filter((window) => window instanceof BrowserWindow);
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.getAllWindows().at(-1) ?? null;
  }

  static fromWebContents(contents: { readonly id: number } | undefined): BrowserWindow | null {
    return BrowserWindow.getAllWindows().find((window) => window.webContents.id === contents?.id) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  show(): void {
    this.#isShown = true;
    this.emit('show');
  }

  focus(): void {
    void this.webContents._attached.then(async (cdp) => cdp.send('Page.bringToFront'));
    this.emit('focus');
  }

  isVisible(): boolean {
    return this.#isShown;
  }

  isMinimized(): boolean {
    return false;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  close(): void {
    if (this.#isDestroyed || this._isClosing) return;
    const event = preventable({});
    this.emit('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  destroy(): void {
    if (this.#isDestroyed || this._isClosing) return;
    this._isClosing = true;
    void this.#closeTarget();
  }

  async #closeTarget(): Promise<void> {
    await this.webContents._attached.catch(() => undefined);
    const targetId = this.webContents._targetId;
    if (targetId !== undefined)
      await browser()
        .send('Target.closeTarget', { targetId })
        .catch(() => undefined);
  }

  #onPaint(): void {
    if (this.#hasPainted) return;
    this.#hasPainted = true;
    this.emit('ready-to-show');
  }

  #onGone(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    forgetWindow(this);
    this.webContents._markDestroyed();
    this.emit('closed');
    if (openWindows().length === 0) app._onAllWindowsClosed();
  }
}
