import { EventEmitter } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { exitNow } from './exit.ts';
import { openWindows } from './registry.ts';
import { takeLock, type Lock } from './single-instance.ts';
import { state } from './state.ts';
import { preventable, strict } from './strict.ts';

/** Leaves for good: `process.exit` itself means `app.exit` in an Electron main process. */
export function leave(code: number): never {
  if (state.profile !== undefined)
    rmSync(state.profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  process.emit('exit', code);
  return exitNow(code);
}

/** Playwright passes its switches through here, as Electron would to Chromium. */
class CommandLine {
  readonly _switches = new Map<string, string>();

  appendSwitch(name: string, value = ''): void {
    this._switches.set(name, value);
  }

  hasSwitch(name: string): boolean {
    return this._switches.has(name);
  }
}

export class App extends EventEmitter {
  name = 'Electron';
  readonly commandLine = strict('app.commandLine', new CommandLine());
  #version = '0.0.0';
  readonly #ready = Promise.withResolvers<void>();
  readonly #paths = new Map<string, string>();
  #isQuitting = false;
  #lock: Lock | undefined;

  get isPackaged(): boolean {
    return state.isPackaged;
  }

  async whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  isReady(): boolean {
    return state.isReady;
  }

  getName(): string {
    return this.name;
  }

  getVersion(): string {
    return this.#version;
  }

  getAppPath(): string {
    return state.appPath;
  }

  enableSandbox(): void {
    // Every page here is in a sandboxed renderer's position anyway: it gets no Node.
  }

  focus(): void {
    // There is no dock and no other program to come in front of.
  }

  getPath(name: string): string {
    const set = this.#paths.get(name);
    if (set !== undefined) return set;
    switch (name) {
      case 'home':
        return homedir();
      case 'appData':
        return process.env['XDG_CONFIG_HOME'] ?? path.join(homedir(), '.config');
      case 'userData':
      case 'sessionData':
        return path.join(this.getPath('appData'), this.name);
      case 'temp':
        return tmpdir();
      case 'exe':
        return process.execPath;
      case 'downloads':
        return path.join(homedir(), 'Downloads');
      default:
        throw new Error(`Failed to get '${name}' path`);
    }
  }

  setPath(name: string, folder: string): void {
    if (!existsSync(folder)) throw new Error(`Failed to set path: ${folder} does not exist`);
    this.#paths.set(name, folder);
  }

  requestSingleInstanceLock(): boolean {
    this.#lock = takeLock(this.getPath('userData'), ({ argv, cwd }) =>
      this.emit('second-instance', {}, argv, cwd),
    );
    return this.#lock.isHeld;
  }

  hasSingleInstanceLock(): boolean {
    return this.#lock?.isHeld === true;
  }

  quit(): void {
    if (this.#isQuitting) return;
    const event = preventable({});
    this.emit('before-quit', event);
    if (event.defaultPrevented) return;
    this.#isQuitting = true;
    for (const window of openWindows()) {
      window.close();
      if (!window.isDestroyed() && !window._isClosing) {
        this.#isQuitting = false;
        return;
      }
    }
    this.#quitNow();
  }

  /** Without `before-quit` and `will-quit`, as in Electron. */
  exit(code = 0): void {
    this.emit('quit', {}, code);
    const told = this.#lock?.told ?? Promise.resolve();
    void told.then(async () => state.chromium?.close()).finally(() => leave(code));
  }

  #quitNow(): void {
    const event = preventable({});
    this.emit('will-quit', event);
    if (event.defaultPrevented) this.#isQuitting = false;
    else this.exit(Number(process.exitCode ?? 0));
  }

  _onAllWindowsClosed(): void {
    if (this.#isQuitting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  _configure(name: string, version: string): void {
    this.name = name;
    this.#version = version;
  }

  _resolveReady(): void {
    this.#ready.resolve();
  }
}

export const app = strict('app', new App());

/** Through the module's own `emit` and with `isReady` already true: Playwright replaces both to hold `ready` back. */
export function announceReady(): void {
  state.isReady = true;
  app.emit('ready', {}, {});
  app._resolveReady();
}
