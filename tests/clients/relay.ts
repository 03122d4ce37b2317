import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface Relay {
  readonly url: string;
  /** How often the list of models was asked for. */
  readonly asked: () => number;
  readonly close: () => void;
}

/** Stands before a provider, passes bytes on, and holds every question for the list of models for `heldMs`. */
export async function holdModels(target: string, heldMs: number): Promise<Relay> {
  const port = Number(new URL(target).port);
  const open = new Set<Socket>();
  let asked = 0;
  const listener = createServer((client) => {
    const provider = connect(port, '127.0.0.1');
    for (const [socket, other] of [
      [client, provider],
      [provider, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    provider.pipe(client);
    client.on('data', (bytes) => {
      const forModels = bytes.toString('latin1').startsWith('GET /v1/models');
      if (forModels) asked += 1;
      client.pause();
      void wait(forModels ? heldMs : 0).then(() => {
        provider.write(bytes);
        client.resume();
      });
    });
  });
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve));
  const { port: own } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    asked: () => asked,
    close: () => {
      for (const socket of open) socket.destroy();
      listener.close();
    },
  };
}
