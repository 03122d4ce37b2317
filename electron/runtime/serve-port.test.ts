import { describe, expect, it, vi } from 'vitest';
import type { RuntimeClient } from '../../shared/contract.ts';
import type { Event } from '../../shared/event.ts';
import { fail, ok } from '../../shared/fault.ts';
import { FRAME_EVENTS, WINDOW_FRAMES, createClient, portPair, type Port } from '../../shared/rpc.ts';
import { memoryLog } from './event-log.ts';
import { eventFeed, stateFeed } from './feeds.ts';
import type { Handlers, StreamHandlers } from './handlers.ts';
import { createGate } from './sanitize.ts';
import { servePort } from './serve-port.ts';
import { createStateStream } from './state-stream.ts';

const gate = createGate();
const eventAt = (seq: number): Event => ({
  seq,
  t: seq,
  kind: 'server.stderr',
  source: 'mcp',
  evidence: 'measured',
  server: gate.server('s'),
  lines: 0,
  bytes: 0,
});

const refuse = () => fail('not-here', 'This test serves other commands.');
const client = (
  handlers: Partial<Handlers>,
  streams: Partial<StreamHandlers> = {},
): { client: RuntimeClient; close: () => void } => {
  const [near, far] = portPair();
  serve(far, handlers, streams);
  return { client: createClient(near), close: () => near.close() };
};

/** Serves the commands that a test names; every other one answers with a fault. */
const serve = (port: Port, handlers: Partial<Handlers>, streams: Partial<StreamHandlers>): void => {
  const everyHandler = new Proxy(handlers, { get: (target, name) => Reflect.get(target, name) ?? refuse });
  const everyStream = new Proxy(streams, { get: (target, name) => Reflect.get(target, name) ?? refuse });
  servePort({ handlers: everyHandler as Handlers, streams: everyStream as StreamHandlers }, port);
};

describe('requests over a port', () => {
  it('answer with the handler’s result', async () => {
    const { client: c } = client({
      'captures.preview': ({ capture }) => ok({ events: capture.length, bytes: 0, kinds: [] }),
    });
    expect(await c.request('captures.preview', { capture: 'abc' })).toEqual(
      ok({ events: 3, bytes: 0, kinds: [] }),
    );
  });

  it('turn bad arguments, unknown commands and thrown errors into faults', async () => {
    const { client: c } = client({
      'captures.preview': () => {
        throw new Error('boom');
      },
    });
    const wrong: unknown = { capture: 7 };
    const code = async (reply: Promise<{ ok: boolean; fault?: { code: string } }>) =>
      (await reply).fault?.code;
    expect(await code(c.request('captures.preview', wrong as { capture: string }))).toBe('bad-arguments');
    expect(await code(c.request('captures.preview', { capture: 'x' }))).toBe('internal');
    expect(await code(c.request('no.such' as 'app.info', {}))).toBe('unknown-command');
  });

  it('can be cancelled, and the handler hears of it', async () => {
    let heard = false;
    const { client: c } = client({
      'captures.preview': (_args, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            heard = true;
            resolve(fail('cancelled', 'x'));
          });
        }),
    });
    const abort = new AbortController();
    const reply = c.request('captures.preview', { capture: 'x' }, { signal: abort.signal });
    abort.abort();
    expect((await reply).ok).toBe(false);
    await vi.waitFor(() => expect(heard).toBe(true));
  });

  it('fail with connection-lost when the port closes', async () => {
    const { client: c, close } = client({ 'captures.preview': () => new Promise(() => undefined) });
    const reply = c.request('captures.preview', { capture: 'x' });
    close();
    expect(await reply).toMatchObject({ ok: false, fault: { code: 'connection-lost' } });
    expect(await c.request('app.info', {})).toMatchObject({ ok: false, fault: { code: 'connection-lost' } });
  });
});

describe('event streams over a port', () => {
  it('bring every event once and in order, while the log grows', async () => {
    const log = memoryLog();
    const listeners = new Set<() => void>();
    const append = (count: number): void => {
      for (let i = 0; i < count; i++) log.append(eventAt(log.length));
      for (const listener of listeners) listener();
    };
    append(1234);
    const { client: c } = client(
      {},
      {
        events: ({ from }) =>
          ok(eventFeed(log, from, (listener) => (listeners.add(listener), () => listeners.delete(listener)))),
      },
    );
    const seen: number[] = [];
    const subscription = c.subscribe(
      'events',
      { capture: 'x', from: 100 },
      (events) => void seen.push(...events.map((event) => event.seq)),
    );
    await vi.waitFor(() => expect(seen.length).toBe(1134));
    append(5000);
    await vi.waitFor(() => expect(seen.length).toBe(6134));
    expect(seen).toEqual(Array.from({ length: 6134 }, (_, i) => i + 100));
    subscription.close();
    await vi.waitFor(() => expect(listeners.size).toBe(0));
  });

  it('keep at most eight frames of 500 on the way to a window that does not answer', async () => {
    const log = memoryLog(Array.from({ length: 20_000 }, (_, seq) => eventAt(seq)));
    const [near, far] = portPair();
    let arrived = 0;
    near.onMessage(() => arrived++);
    serve(far, {}, { events: ({ from }) => ok(eventFeed(log, from, () => () => undefined)) });
    const frames: number[] = [];
    let release: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (release = resolve));
    createClient(near).subscribe('events', { capture: 'x', from: 0 }, async (events) => {
      frames.push(events.length);
      await stuck;
    });
    await vi.waitFor(() => expect(arrived).toBe(WINDOW_FRAMES));
    release();
    await vi.waitFor(() => expect(frames.reduce((sum, n) => sum + n, 0)).toBe(20_000));
    expect(Math.max(...frames)).toBe(FRAME_EVENTS);
  });

  it('end with a fault when there is nothing to watch', async () => {
    const { client: c } = client({}, { events: () => fail('capture-unknown', 'No.') });
    const ended = await new Promise((resolve) =>
      c.subscribe('events', { capture: 'x', from: 0 }, () => undefined, resolve),
    );
    expect(ended).toMatchObject({ code: 'capture-unknown' });
  });
});

describe('the feed of a state', () => {
  it('skips the states between two looks', () => {
    let value = 0;
    const state = createStateStream(() => value);
    const feed = stateFeed(state);
    feed.onReady(() => undefined);
    expect(feed.next()).toBe(0);
    for (const next of [1, 2, 3]) {
      value = next;
      state.changed();
    }
    expect(feed.next()).toBe(3);
    expect(feed.next()).toBeUndefined();
  });
});
