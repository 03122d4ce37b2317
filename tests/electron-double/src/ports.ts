/** MessageChannelMain and its ports. */
import { EventEmitter } from 'node:events';
import { decode, encode } from './codec.ts';

interface PortMessage {
  readonly data: unknown;
  readonly ports: readonly never[];
}

/** Where a port that was transferred lives now. */
export interface Route {
  deliver(body: string): void;
  close(): void;
}

/** One end of a channel. Messages wait until `start`; a transferred end passes them on to its new place. */
export class MessagePortMain extends EventEmitter {
  _peer: MessagePortMain | undefined;
  #route: Route | undefined;
  #queue: PortMessage[] | undefined = [];
  #isClosed = false;

  postMessage(message: unknown): void {
    const body = encode(message);
    if (!this.#isClosed) this._peer?._deliver(body);
  }

  start(): void {
    const waiting = this.#queue ?? [];
    this.#queue = undefined;
    for (const message of waiting) this.emit('message', message);
  }

  /** Both ends hear of it, each once. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    setImmediate(() => {
      this.#route?.close();
      this.emit('close');
      this._peer?.close();
    });
  }

  _deliver(body: string): void {
    if (this.#isClosed) return;
    if (this.#route) {
      this.#route.deliver(body);
      return;
    }
    const message: PortMessage = { data: decode(body), ports: [] };
    if (this.#queue) this.#queue.push(message);
    else setImmediate(() => this.emit('message', message));
  }

  _moveTo(route: Route): void {
    if (this.#route) throw new Error('Port at index 0 is already neutered');
    this.#route = route;
    for (const message of this.#queue ?? []) route.deliver(encode(message.data));
    this.#queue = undefined;
  }
}

export class MessageChannelMain {
  readonly port1 = new MessagePortMain();
  readonly port2 = new MessagePortMain();

  constructor() {
    this.port1._peer = this.port2;
    this.port2._peer = this.port1;
  }
}
