import { createServer as createHttp } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { bridge } from './bridge.ts';

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0).toReversed()) end();
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listen = async <S extends Server>(server: S): Promise<S> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ending.push(() => server.close());
  return server;
};

/** A bridge in front of something that does `serve` with each connection. */
async function bridged(serve: (socket: Socket) => void): Promise<number> {
  const target = await listen(
    createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      serve(socket);
    }),
  );
  const listener = await listen(createServer());
  const passage = bridge(listener, `http://127.0.0.1:${portOf(target)}`);
  ending.push(() => passage.close());
  return portOf(listener);
}

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 70_000 }), { minLength: 1, maxLength: 6 });

describe('the bridge into a run', () => {
  it('passes bytes both ways unchanged, past a half-closed end', async () => {
    // Answers only when the other side has said everything: a bridge that closes both ways at once would lose it.
    const port = await bridged((socket) => {
      const heard: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => heard.push(chunk));
      socket.on('end', () => socket.end(Buffer.concat(heard)));
    });
    await fc.assert(
      fc.asyncProperty(chunks, async (parts) => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        const back: Buffer[] = [];
        socket.on('data', (chunk: Buffer) => back.push(chunk));
        for (const part of parts) socket.write(part);
        socket.end();
        await new Promise((resolve) => socket.once('end', resolve));
        expect(Buffer.concat(back).equals(Buffer.concat(parts))).toBe(true);
      }),
      { numRuns: 15 },
    );
  });

  it('passes a reset on as a reset, in both directions', async () => {
    const port = await bridged((socket) => socket.resetAndDestroy());
    const socket = connect({ port, host: '127.0.0.1' });
    const code = await new Promise((resolve) => {
      socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      socket.once('end', () => resolve('end'));
      socket.on('connect', () => socket.write('x'));
      socket.resume();
    });
    expect(code).toBe('ECONNRESET');

    let heard: (code: string | undefined) => void = () => undefined;
    const seen = new Promise((resolve) => (heard = resolve));
    const second = await bridged((inner) => {
      inner.once('error', (error: NodeJS.ErrnoException) => heard(error.code));
      inner.once('end', () => heard('end'));
      inner.resume();
    });
    const caller = connect({ port: second, host: '127.0.0.1' }, () => {
      caller.write('x', () => caller.resetAndDestroy());
    });
    expect(await seen).toBe('ECONNRESET');
  });

  it('carries HTTP with kept connections', async () => {
    const target = createHttp((request, response) => response.end(request.url));
    await listen(target);
    const listener = await listen(createServer());
    const passage = bridge(listener, `http://127.0.0.1:${portOf(target)}`);
    ending.push(() => {
      passage.close();
      target.closeAllConnections();
    });
    for (const path of ['/one', '/two']) {
      const answer = await fetch(`http://127.0.0.1:${portOf(listener)}${path}`);
      expect(await answer.text()).toBe(path);
    }
  });
});
