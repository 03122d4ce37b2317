/** Carries messages between a WebContents and the preload script in its page. */
import type { EventEmitter } from 'node:events';
import type { Session } from './chromium.ts';
import { decode, encode } from './codec.ts';
import { ipcMain, type IpcMain } from './ipc-main.ts';
import { MessageChannelMain, type MessagePortMain } from './ports.ts';
import { receiveName, type Downward, type Upward } from './wire.ts';

/** The sender's part of an IPC event. */
interface IpcSender {
  readonly sender: unknown;
  readonly senderFrame: unknown;
}

interface LinkOptions {
  readonly ipc: IpcMain;
  readonly sender: () => IpcSender;
  readonly onPreloadError: (error: unknown) => void;
}

let nextPortId = 1;
/** One call holds at most this many messages, so that a flush does not block the page for long. */
const batchSize = 500;

export class PageLink {
  readonly #options: LinkOptions;
  readonly #ports = new Map<number, MessagePortMain>();
  #cdp: Session | undefined;
  #context: { readonly id: number; readonly uniqueId: string } | undefined;
  #outbox: Downward[] = [];

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  attach(cdp: Session, worldName: string, isMainFrame: (frameId: string) => boolean): void {
    this.#cdp = cdp;
    cdp.events.on('Runtime.executionContextCreated', ({ context }) => {
      const frameId: unknown =
        context.auxData && 'frameId' in context.auxData ? context.auxData.frameId : undefined;
      if (context.name === worldName && typeof frameId === 'string' && isMainFrame(frameId))
        this.#context = context;
    });
    cdp.events.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.#context?.id === executionContextId) this.#context = undefined;
    });
    cdp.events.on('Runtime.executionContextsCleared', () => {
      this.#context = undefined;
    });
  }

  /** A document is gone, and with it its ends of all ports. */
  dropPorts(): void {
    for (const port of this.#ports.values()) port._peer?.close();
    this.#ports.clear();
  }

  send(channel: string, args: readonly unknown[]): void {
    this.#post(['send', 0, channel, encode(args)]);
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePortMain[]): void {
    const ids = transfer.map((port) => this.#handOver(port, nextPortId++));
    this.#post(['post', 0, channel, encode([message, ids])]);
  }

  receive(payload: string): void {
    const [kind, id, channel, body] = JSON.parse(payload) as Upward;
    switch (kind) {
      case 'send':
        this.#emit(channel, [], ...(decode(body) as unknown[]));
        return;
      case 'invoke':
        void this.#invoke(id, channel, decode(body) as unknown[]);
        return;
      case 'post': {
        const [message, ids] = decode(body) as [unknown, number[]];
        this.#emit(
          channel,
          ids.map((portId) => this.#takeOver(portId)),
          message,
        );
        return;
      }
      case 'port':
        this.#ports.get(id)?._peer?._deliver(body);
        return;
      case 'port-close':
        this.#ports.get(id)?._peer?.close();
        this.#ports.delete(id);
        return;
      case 'preload-error':
        this.#options.onPreloadError(decode(body));
    }
  }

  #emitters(): readonly (EventEmitter & Pick<IpcMain, '_handlers'>)[] {
    return [this.#options.ipc, ipcMain];
  }

  #emit(channel: string, ports: readonly MessagePortMain[], ...args: readonly unknown[]): void {
    const event = { type: 'frame', ...this.#options.sender(), ports };
    for (const emitter of this.#emitters()) emitter.emit(channel, event, ...args);
  }

  async #invoke(id: number, channel: string, args: readonly unknown[]): Promise<void> {
    const event = { type: 'frame', ...this.#options.sender() };
    try {
      const handler = this.#emitters()
        .map((emitter) => emitter._handlers.get(channel))
        .find((found) => found);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      this.#post(['result', id, channel, encode(await handler(event, ...args))]);
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      this.#post(['error', id, channel, String(error)]);
    }
  }

  /** A port of the main process goes to the page. */
  #handOver(port: MessagePortMain, id: number): number {
    this.#ports.set(id, port);
    port._moveTo({
      deliver: (body) => this.#post(['port', id, '', body]),
      close: () => this.#post(['port-close', id, '', '']),
    });
    return id;
  }

  /** A port of the page comes here: what stands for it is one end of a new channel, whose other end is there. */
  #takeOver(id: number): MessagePortMain {
    const { port1, port2 } = new MessageChannelMain();
    this.#handOver(port1, id);
    return port2;
  }

  #post(message: Downward): void {
    if (this.#outbox.push(message) === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const batch = this.#outbox;
    this.#outbox = [];
    if (!this.#context || !this.#cdp) {
      // As in Electron, what is sent before a document exists is lost.
      if (process.env['ELECTRON_DOUBLE_VERBOSE'] !== undefined)
        console.error(`electron-double: ${batch.length} messages lost`);
      return;
    }
    for (let start = 0; start < batch.length; start += batchSize) {
      void this.#cdp
        .send('Runtime.callFunctionOn', {
          functionDeclaration: `function (batch) { ${receiveName}(batch) }`,
          arguments: [{ value: batch.slice(start, start + batchSize) }],
          uniqueContextId: this.#context.uniqueId,
          silent: true,
        })
        // The page may be gone by now.
        .catch(() => undefined);
    }
  }
}
