import { fail, ok, type Result } from '../shared/fault.ts';
import { formatJson, parseJson } from '../shared/json.ts';
import type { Port } from '../shared/rpc.ts';

/** What the desktop's preload puts on the page. */
interface DesktopBridge {
  readonly shell: 'desktop';
  /** Asks for a port; it arrives as a message of this window with the same nonce. */
  connect(nonce: string): void;
}

declare global {
  interface Window {
    readonly throughline?: DesktopBridge;
  }
}

const DEADLINE_MS = 15_000;

/** A port to the runtime: from the desktop shell where there is one, else a socket to where the page came from. */
export const connect = (page: Window): Promise<Result<Port>> =>
  page.throughline ? connectDesktop(page, page.throughline) : connectBrowser(page);

function connectDesktop(page: Window, bridge: DesktopBridge): Promise<Result<Port>> {
  const nonce = crypto.randomUUID();
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      page.removeEventListener('message', onMessage);
      resolve(fail('no-port', 'The program did not answer its window.', { next: 'Reload the window.' }));
    }, DEADLINE_MS);
    const onMessage = ({ source, data, ports }: MessageEvent<unknown>): void => {
      const [port] = ports;
      if (source !== page || !port || !isPortMessage(data, nonce)) return;
      clearTimeout(timer);
      page.removeEventListener('message', onMessage);
      resolve(ok(messagePort(port)));
    };
    page.addEventListener('message', onMessage);
    bridge.connect(nonce);
  });
}

const isPortMessage = (data: unknown, nonce: string): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'throughline' in data &&
  'nonce' in data &&
  data.nonce === nonce;

function messagePort(port: MessagePort): Port {
  return {
    post: (message) => port.postMessage(message),
    onMessage: (listener) => {
      port.addEventListener('message', ({ data }: MessageEvent<unknown>) => listener(data));
      port.start();
    },
    onClose: (listener) => port.addEventListener('close', listener),
    close: () => port.close(),
  };
}

const TOKEN = 'throughline.token';
const RPC_PATH = '/rpc';

function connectBrowser(page: Window): Promise<Result<Port>> {
  const token = takeToken(page);
  if (token === undefined) {
    return Promise.resolve(
      fail('no-token', 'This address lacks its token.', {
        next: 'Open the whole address that Throughline printed when it started.',
      }),
    );
  }
  const { protocol, host } = page.location;
  const socket = new WebSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}${RPC_PATH}`, [token]);
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve(ok(socketPort(socket))));
    socket.addEventListener('close', () =>
      resolve(
        fail('socket-refused', 'Throughline does not answer, or does not know this window any more.', {
          next: 'Start it again and open the address that it prints.',
        }),
      ),
    );
  });
}

/** The token stands in the fragment once; then it is kept for reloads of this tab and leaves the visible address. */
function takeToken(page: Window): string | undefined {
  const given = /^#token=([\w-]+)$/.exec(page.location.hash)?.[1];
  if (given !== undefined) page.history.replaceState(null, '', page.location.pathname);
  try {
    if (given !== undefined) page.sessionStorage.setItem(TOKEN, given);
    return given ?? page.sessionStorage.getItem(TOKEN) ?? undefined;
  } catch {
    return given;
  }
}

function socketPort(socket: WebSocket): Port {
  return {
    post: (message) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(formatJson(message));
    },
    onMessage: (listener) =>
      socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (typeof data === 'string') listener(parseJson(data));
      }),
    onClose: (listener) => socket.addEventListener('close', () => listener()),
    close: () => socket.close(),
  };
}
