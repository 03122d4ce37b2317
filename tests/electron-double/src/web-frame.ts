import type { MessagePortMain } from './ports.ts';
import { fromPage } from './protocol.ts';

export interface FrameInfo {
  readonly id: string;
  readonly url: string;
  readonly parent: string | undefined;
}

/** What a frame needs of the page it is in. */
export interface FrameHost {
  readonly _frames: ReadonlyMap<string, FrameInfo>;
  readonly mainFrame: WebFrameMain;
  _frame(id: string): WebFrameMain;
  postMessage(channel: string, message: unknown, transfer?: readonly MessagePortMain[]): void;
}

export class WebFrameMain {
  readonly #host: FrameHost;
  readonly #id: string;

  constructor(host: FrameHost, id: string) {
    this.#host = host;
    this.#id = id;
  }

  get url(): string {
    return fromPage(this.#host._frames.get(this.#id)?.url ?? '');
  }

  get origin(): string {
    return /^[a-z0-9+.-]+:\/\/[^/?#]*/.exec(this.url)?.[0] ?? 'null';
  }

  get parent(): WebFrameMain | null {
    const parent = this.#host._frames.get(this.#id)?.parent;
    return parent === undefined ? null : this.#host._frame(parent);
  }

  isDestroyed(): boolean {
    return !this.#host._frames.has(this.#id);
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[] = []): void {
    if (this.#host.mainFrame !== this)
      throw new Error('electron-double: only a main frame has a preload script');
    this.#host.postMessage(channel, message, transfer);
  }
}
