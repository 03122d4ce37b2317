/** Runs in the isolated world ahead of the app's preload script; provides what a sandboxed preload script sees. */
import { decode, encode } from '../codec.ts';
import { receiveName, sendName, type Downward, type PreloadProcess, type Upward } from '../wire.ts';
import { createBridge } from './bridge.ts';
import { Emitter } from './emitter.ts';

declare const __SECRET__: string;
declare const __PROCESS__: PreloadProcess;

type World = Record<string, unknown> & typeof globalThis;
const world = globalThis as World;

const native = world[sendName] as (text: string) => void;
const post = (message: Upward): void => native(JSON.stringify(message));
const calls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
const ports = new Map<number, MessagePort>();
let nextId = 1;

/** Glues a page-side port to an id that the main process's side knows. */
function glue(port: MessagePort, id: number): void {
  ports.set(id, port);
  port.addEventListener('message', (event) => post(['port', id, '', encode(event.data)]));
  port.addEventListener('close', () => {
    if (ports.delete(id)) post(['port-close', id, '', '']);
  });
  port.start();
}

/** A port that came from the main process. */
function adopt(id: number): MessagePort {
  const { port1, port2 } = new MessageChannel();
  glue(port1, id);
  return port2;
}

/** A port that goes to the main process; its ids are negative, those of the other side positive. */
function surrender(port: MessagePort): number {
  const id = -nextId++;
  glue(port, id);
  return id;
}

class IpcRenderer extends Emitter {
  send(channel: string, ...args: readonly unknown[]): void {
    post(['send', 0, channel, encode(args)]);
  }

  async invoke(channel: string, ...args: readonly unknown[]): Promise<unknown> {
    const id = nextId++;
    const body = encode(args);
    return new Promise((resolve, reject) => {
      calls.set(id, { resolve, reject });
      post(['invoke', id, channel, body]);
    });
  }

  postMessage(channel: string, message: unknown, transfer: readonly MessagePort[] = []): void {
    post(['post', 0, channel, encode([message, transfer.map(surrender)])]);
  }

  sendSync(): never {
    throw new Error('electron-double: sendSync is not supported');
  }
}

const ipcRenderer = new IpcRenderer();

function receive([kind, id, channel, body]: Downward): void {
  switch (kind) {
    case 'send':
      ipcRenderer.emit(channel, { sender: ipcRenderer, ports: [] }, ...(decode(body) as unknown[]));
      return;
    case 'result':
      calls.get(id)?.resolve(decode(body));
      calls.delete(id);
      return;
    case 'error':
      calls.get(id)?.reject(new Error(`Error invoking remote method '${channel}': ${body}`));
      calls.delete(id);
      return;
    case 'post': {
      const [message, ids] = decode(body) as [unknown, number[]];
      ipcRenderer.emit(channel, { sender: ipcRenderer, ports: ids.map(adopt) }, message);
      return;
    }
    case 'port':
      ports.get(id)?.postMessage(decode(body));
      return;
    case 'port-close': {
      const port = ports.get(id);
      ports.delete(id);
      port?.close();
    }
  }
}

world[receiveName] = (batch: readonly Downward[]): void => {
  for (const message of batch) receive(message);
};

const bridge = createBridge(`${__SECRET__}-main`, `${__SECRET__}-isolated`);
const electron = {
  ipcRenderer,
  contextBridge: { exposeInMainWorld: (key: string, api: unknown) => bridge.expose(key, api) },
};

/** All that a sandboxed preload script may require. */
const modules: Readonly<Record<string, unknown>> = {
  electron,
  'electron/renderer': electron,
  events: Object.assign(Emitter, { EventEmitter: Emitter }),
  timers: { setTimeout, clearTimeout, setInterval, clearInterval },
  url: { URL, URLSearchParams },
};

const preloadProcess = Object.assign(new Emitter(), {
  ...__PROCESS__,
  type: 'renderer',
  sandboxed: true,
  contextIsolated: true,
  env: {},
});

function requireModule(name: string): unknown {
  const found = modules[name.replace(/^node:/, '')];
  if (found === undefined) throw new Error(`module not found: ${name}`);
  return found;
}

type Preload = (...scope: readonly unknown[]) => void;

world['__electronDoublePreload'] = (preload: Preload): void => {
  const module = { exports: {} };
  const soon = (work: () => void): number => window.setTimeout(work, 0);
  try {
    preload(requireModule, preloadProcess, module.exports, module, undefined, globalThis, soon, clearTimeout);
  } catch (error) {
    console.error('Unable to load preload script');
    console.error(error);
    post(['preload-error', 0, '', encode(error)]);
  }
};
