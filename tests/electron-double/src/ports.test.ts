import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { MessageChannelMain } from './ports.ts';

describe('MessageChannelMain', () => {
  it('keeps messages until the port is started, then delivers them in order as copies', async () => {
    const { port1, port2 } = new MessageChannelMain();
    const sent = { n: 1 };
    port1.postMessage(sent);
    sent.n = 9;
    port1.postMessage(2);
    const got: unknown[] = [];
    port2.on('message', ({ data }: { data: unknown }) => got.push(data));
    await turn();
    expect(got).toEqual([]);
    port2.start();
    port1.postMessage(3);
    await turn();
    expect(got).toEqual([{ n: 1 }, 2, 3]);
  });

  it('tells both ends when one closes, and takes nothing more', async () => {
    const { port1, port2 } = new MessageChannelMain();
    port2.start();
    const closed = [once(port1, 'close'), once(port2, 'close')];
    const got: unknown[] = [];
    port2.on('message', ({ data }: { data: unknown }) => got.push(data));
    port1.close();
    port1.postMessage('late');
    await Promise.all(closed);
    expect(got).toEqual([]);
  });

  it('hands what it holds to its new place when it is moved, once', () => {
    const { port1, port2 } = new MessageChannelMain();
    port1.postMessage('early');
    const delivered: string[] = [];
    const route = { deliver: (body: string) => void delivered.push(body), close: () => undefined };
    port2._moveTo(route);
    port1.postMessage('later');
    expect(delivered).toEqual(['"early"', '"later"']);
    expect(() => port2._moveTo(route)).toThrow('already neutered');
  });
});
