import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { servePort, type Service } from '../runtime/serve-port.ts';
import { securityHeaders } from '../static/policy.ts';
import { serveStatic } from '../static/serve.ts';
import { checkHeaders, checkSocket, makeToken, type Refusal } from './guard.ts';
import { wsPort } from './ws-port.ts';

/** Where the page opens its socket; the token is the one subprotocol it asks for. */
export const RPC_PATH = '/rpc';

/** The largest message of a page: a capture file to import, bytes. */
const MAX_MESSAGE = 256 * 1024 * 1024;

export interface BrowserShellOptions {
  readonly service: Service;
  /** Folder of the built page. */
  readonly root: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export interface BrowserShell {
  readonly port: number;
  /** The address to open. The token stands in the fragment, which no browser sends anywhere. */
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/**
 * The runtime behind loopback HTTP: the page at `/`, the contract at `/rpc` over WebSocket. Any number of windows may
 * be open at once.
 */
export async function startBrowserShell(options: BrowserShellOptions): Promise<Result<BrowserShell>> {
  const token = makeToken();
  const server = createServer((request, response) => void answer(request, response));
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE });
  const port = await listen(server, options.port);
  if (!port.ok) return port;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refusal = checkHeaders(request.headers, port.value);
    if (refusal !== undefined) {
      refuse(response, 403, reasons[refusal]);
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      refuse(response, 405, 'Only GET is answered here.');
      return;
    }
    const pathname = pathOf(request);
    if (pathname === RPC_PATH) {
      refuse(response, 426, 'This address speaks WebSocket.');
      return;
    }
    const reply = await serveStatic(options.root, pathname);
    response.writeHead(reply.status, { ...reply.headers, 'content-length': reply.body.byteLength });
    response.end(request.method === 'HEAD' ? undefined : reply.body);
  };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // The other end may be gone before it is answered.
    socket.on('error', () => socket.destroy());
    const refusal =
      pathOf(request) === RPC_PATH ? checkSocket(request.headers, port.value, token) : 'not-found';
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${statusLines[refusal]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (open) => servePort(options.service, wsPort(open)));
  });

  return ok({
    port: port.value,
    url: `http://127.0.0.1:${port.value}/#token=${token}`,
    token,
    close: async () => {
      for (const open of sockets.clients) open.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  });
}

const reasons: Readonly<Record<Refusal, string>> = {
  'foreign-host': 'Refused: this address was reached under a name that is not its own.',
  'foreign-origin': 'Refused: the request comes from another page.',
  'wrong-token': 'Refused: the token is missing or wrong.',
};

const statusLines: Readonly<Record<Refusal | 'not-found', string>> = {
  'foreign-host': '403 Forbidden',
  'foreign-origin': '403 Forbidden',
  'wrong-token': '401 Unauthorized',
  'not-found': '404 Not Found',
};

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    ...securityHeaders(),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    ...(status === 426 ? { upgrade: 'websocket' } : {}),
  });
  response.end(text);
}

/** The path as it came, still percent-encoded; never resolved, so that `..` stays visible to who reads the file. */
const pathOf = (request: IncomingMessage): string => (request.url ?? '/').replace(/[?#].*$/s, '');

async function listen(server: Server, port: number): Promise<Result<number>> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(
        error.code === 'EADDRINUSE'
          ? fail('port-in-use', `Port ${port} is in use by another program.`, {
              next: 'Choose another one with --port, or --port 0 for any free one.',
            })
          : fail('port-refused', `Port ${port} cannot be opened.`, {
              cause: `${error.code ?? error.message}.`,
              next: 'Choose another one with --port, or --port 0 for any free one.',
            }),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
