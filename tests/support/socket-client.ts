import { WebSocket } from 'ws';

type Frame = Readonly<Record<string, unknown>>;

/** A real socket client that reads frames one by one. */
export interface SocketClient {
  readonly socket: WebSocket;
  send(frame: object): void;
  /** Everything up to the frame that ends a response: completed, failed or an error. */
  answer(): Promise<Frame[]>;
  next(): Promise<Frame>;
  /** The close code. */
  readonly closed: Promise<number>;
}

const ends = new Set(['response.completed', 'response.failed', 'error']);

export async function openSocket(url: string, headers: Record<string, string> = {}): Promise<SocketClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const frames: Frame[] = [];
  const waiting: ((frame: Frame) => void)[] = [];
  socket.on('message', (data: Buffer) => {
    const frame: Frame = JSON.parse(data.toString('utf8'));
    const first = waiting.shift();
    if (first === undefined) frames.push(frame);
    else first(frame);
  });
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const next = (): Promise<Frame> => {
    const first = frames.shift();
    return first === undefined
      ? new Promise((resolve) => void waiting.push(resolve))
      : Promise.resolve(first);
  };
  return {
    socket,
    closed,
    next,
    send: (frame) => socket.send(JSON.stringify(frame)),
    answer: async () => {
      const all: Frame[] = [];
      do all.push(await next());
      while (!ends.has(String(all.at(-1)?.['type'])));
      return all;
    },
  };
}
