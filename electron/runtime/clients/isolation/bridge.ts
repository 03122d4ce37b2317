import { connect, type Server, type Socket } from 'node:net';

/**
 * Passes every connection on a listener inside the run's network on to the provider outside, bytes unchanged, and each way of
 * ending (a half-close, a reset) as what it was.
 */
export function bridge(listener: Server, providerUrl: string): { close(): void } {
  const { hostname, port } = new URL(providerUrl);
  const open = new Set<Socket>();

  listener.on('connection', (inner) => {
    const outer = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    // The handle came without its options.
    inner.allowHalfOpen = true;
    join(inner, outer);
    join(outer, inner);
  });
  listener.on('error', () => undefined);

  function join(from: Socket, to: Socket): void {
    open.add(from);
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => open.delete(from));
  }

  return {
    close: () => {
      listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}
