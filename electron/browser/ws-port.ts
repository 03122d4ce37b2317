import type { RawData, WebSocket } from 'ws';
import { parseJson } from '../../shared/json.ts';
import type { Port } from '../../shared/rpc.ts';
import { formatMessage } from '../runtime/prepared-json.ts';

const UNSUPPORTED = 1003;
const INVALID = 1007;

/** A WebSocket as a port: one JSON text a message, in order. Its pace is the acknowledgements of the layer above. */
export function wsPort(socket: WebSocket): Port {
  const messages: ((message: unknown) => void)[] = [];
  socket.on('message', (data: RawData, isBinary: boolean) => {
    if (isBinary) {
      socket.close(UNSUPPORTED);
      return;
    }
    let message: unknown;
    try {
      message = parseJson(textOf(data));
    } catch {
      socket.close(INVALID);
      return;
    }
    for (const listener of messages) listener(message);
  });
  // An error is followed by a close, which is what the other end hears of.
  socket.on('error', () => undefined);
  return {
    post: (message) => {
      if (socket.readyState === socket.OPEN) socket.send(formatMessage(message));
    },
    onMessage: (listener) => void messages.push(listener),
    onClose: (listener) => void socket.on('close', () => listener()),
    close: () => socket.close(),
  };
}

/** The library hands over one Buffer unless it was told otherwise; its type allows for the other two. */
const textOf = (data: RawData): string => {
  if (Array.isArray(data)) return Buffer.concat(data).toString();
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString();
};
