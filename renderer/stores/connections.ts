import type { RuntimeClient } from '../../shared/contract.ts';

/** Connects servers and stops connecting them. How it went stands in the server's own state. */
export interface Connections {
  readonly connect: (name: string) => void;
  readonly stop: (name: string) => void;
}

export function createConnections(client: RuntimeClient): Connections {
  const running = new Map<string, AbortController>();
  return {
    connect: (name) => {
      running.get(name)?.abort();
      const stop = new AbortController();
      running.set(name, stop);
      void (async () => {
        await client.request('servers.connect', { name }, { signal: stop.signal });
        if (running.get(name) === stop) running.delete(name);
      })();
    },
    stop: (name) => running.get(name)?.abort(),
  };
}
