import type { WebSocket } from 'ws';
import { formatJson } from '../../../shared/json.ts';
import type { Sink } from './sink.ts';
import { dataText } from './wire-events.ts';

/** One JSON frame; returns its bytes before packing. */
export function sendFrame(socket: WebSocket, frame: object): number {
  const text = formatJson(frame);
  socket.send(text, () => undefined);
  return Buffer.byteLength(text);
}

/** The events of one reply, a frame each. The socket stays open behind it. */
export function createSocketSink(socket: WebSocket): Sink {
  let bytes = 0;
  let status: number | undefined;
  return {
    get gone() {
      return socket.readyState !== socket.OPEN;
    },
    get bytes() {
      return bytes;
    },
    get status() {
      return status;
    },
    send: (event) => {
      if (socket.readyState !== socket.OPEN) return Promise.resolve();
      const text = dataText(event);
      bytes += Buffer.byteLength(text);
      // Called when the bytes are with the system, or with an error when the client is gone.
      return new Promise((resolve) => {
        socket.send(text, () => resolve());
      });
    },
    end: () => undefined,
    stop: () => socket.close(1000),
    refuse: (code, body) => {
      status = code;
      bytes += sendFrame(socket, { type: 'error', status: code, ...body });
    },
    cut: () => socket.terminate(),
  };
}
