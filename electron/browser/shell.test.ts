import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { CaptureSummary } from '../../shared/contract.ts';
import type { Event } from '../../shared/event.ts';
import { fail, ok } from '../../shared/fault.ts';
import { createClient } from '../../shared/rpc.ts';
import { memoryLog } from '../runtime/event-log.ts';
import { eventFeed, stateFeed } from '../runtime/feeds.ts';
import type { Handlers, StreamHandlers } from '../runtime/handlers.ts';
import { createGate } from '../runtime/sanitize.ts';
import type { Service } from '../runtime/serve-port.ts';
import { createStateStream } from '../runtime/state-stream.ts';
import { startBrowserShell, type BrowserShell } from './shell.ts';
import { wsPort } from './ws-port.ts';

const gate = createGate();
const eventAt = (seq: number): Event => ({
  seq,
  t: seq,
  kind: 'server.stderr',
  source: 'mcp',
  evidence: 'measured',
  server: gate.server('s'),
  lines: seq,
  bytes: 0,
});

const EVENTS = 10_000;
const log = memoryLog(Array.from({ length: EVENTS }, (_, seq) => eventAt(seq)));
let captures: CaptureSummary[] = [];
const captureList = createStateStream(() => captures);
let openRequests = 0;

const long = { state: 'evicted', bytes: 9_007_199_254_740_993n };

const refuse = () => fail('not-here', 'This test serves other commands.');
const handlers: Partial<Handlers> = {
  'captures.preview': ({ capture }) => ok({ events: capture.length, bytes: 0, kinds: [] }),
  // No reply of the contract holds a long integer by type; events and definitions do by value.
  'payload.get': () => ok(long as never),
  'tools.call': (_args, { signal }) => {
    openRequests++;
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        openRequests--;
        resolve(fail('cancelled', 'Cancelled.'));
      });
    });
  },
};
const streams: Partial<StreamHandlers> = {
  events: ({ from }) => ok(eventFeed(log, from, () => () => undefined)),
  captures: () => ok(stateFeed(captureList)),
};
const service: Service = {
  handlers: new Proxy(handlers, { get: (target, name) => Reflect.get(target, name) ?? refuse }) as Handlers,
  streams: new Proxy(streams, {
    get: (target, name) => Reflect.get(target, name) ?? refuse,
  }) as StreamHandlers,
};

let home: string;
let shell: BrowserShell;

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'throughline-browser-'));
  writeFileSync(path.join(home, 'index.html'), '<meta nonce="{{nonce}}">');
  writeFileSync(path.join(home, '..', `${path.basename(home)}-secret.txt`), 'secret');
  const started = await startBrowserShell({ service, root: home, port: 0 });
  if (!started.ok) throw new Error(started.fault.message);
  shell = started.value;
});

afterAll(async () => {
  await shell.close();
  rmSync(home, { recursive: true, force: true });
  rmSync(`${home}-secret.txt`, { force: true });
});

interface Reply {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

/** A request as it stands: `fetch` would tidy the path and refuse the Host. */
const get = async (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: shell.port, path: target, headers, method },
      (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (part: string) => void (body += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });

const ours = (): string => `http://127.0.0.1:${shell.port}`;

interface Opening {
  readonly token?: string | undefined;
  readonly origin?: string;
  readonly host?: string;
  readonly path?: string;
}

/** Opens a socket as a page does; resolves with the socket or with the status of the refusal. */
const dial = async (how: Opening = {}): Promise<WebSocket | number> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(
      `ws://127.0.0.1:${shell.port}${how.path ?? '/rpc'}`,
      'token' in how ? (how.token ?? []) : shell.token,
      {
        ...(how.origin === '' ? {} : { origin: how.origin ?? ours() }),
        ...(how.host === undefined ? {} : { headers: { host: how.host } }),
      },
    );
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });

const connect = async () => {
  const socket = await dial();
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return { socket, client: createClient(wsPort(socket)) };
};

describe('the address', () => {
  it('carries a token of 24 bytes in its fragment only', () => {
    const url = new URL(shell.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect(url.hash).toBe(`#token=${shell.token}`);
    expect(Buffer.from(shell.token, 'base64url')).toHaveLength(24);
    expect(url.search).toBe('');
  });

  it('differs from start to start', async () => {
    const other = await startBrowserShell({ service, root: home, port: 0 });
    if (!other.ok) throw new Error(other.fault.message);
    expect(other.value.token).not.toBe(shell.token);
    await other.value.close();
  });

  it('says what to do when the port is taken', async () => {
    const taken = await startBrowserShell({ service, root: home, port: shell.port });
    expect(taken).toMatchObject({ ok: false, fault: { code: 'port-in-use' } });
    expect(taken.ok ? '' : taken.fault.next).toContain('--port');
  });
});

describe('the page', () => {
  it('is served with the policy, and needs no token', async () => {
    const reply = await get('/');
    expect(reply.status).toBe(200);
    expect(reply.headers['content-security-policy']).toContain("script-src 'self'");
    expect(await get('/', { host: `localhost:${shell.port}` })).toMatchObject({ status: 200 });
  });

  it.each(['evil.test', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.test', '[::1]'])(
    'is refused under the name %s',
    async (host) => expect(await get('/', { host })).toMatchObject({ status: 403 }),
  );

  it.each(['http://evil.test', 'null', 'https://127.0.0.1'])('is refused to a page of %s', async (origin) =>
    expect(await get('/', { origin })).toMatchObject({ status: 403 }),
  );

  it('reads nothing outside its folder', async () => {
    const name = `${path.basename(home)}-secret.txt`;
    for (const target of [`/../${name}`, `/%2e%2e/${name}`, `/..%2f${name}`, `//../${name}`]) {
      const reply = await get(target);
      expect(reply).toMatchObject({ status: 404, body: 'Not found' });
    }
  });

  it('answers GET and HEAD alone', async () => {
    expect(await get('/', {}, 'POST')).toMatchObject({ status: 405 });
    expect(await get('/', {}, 'HEAD')).toMatchObject({ status: 200, body: '' });
    expect(await get('/rpc')).toMatchObject({ status: 426 });
  });
});

describe('the socket', () => {
  it.each<[string, Opening, number]>([
    ['no token', { token: undefined }, 401],
    ['a wrong token', { token: 'A'.repeat(32) }, 401],
    ['a short token', { token: 'A' }, 401],
    ['no Origin', { origin: '' }, 403],
    ['a foreign Origin', { origin: 'http://evil.test' }, 403],
    ['a foreign Host', { host: 'evil.test' }, 403],
    ['another path', { path: '/rpc/..' }, 404],
  ])('is refused with %s', async (_what, how, status) => expect(await dial(how)).toBe(status));

  it('is refused when a rebound name claims to be its own origin', async () => {
    const host = `evil.test:${shell.port}`;
    expect(await dial({ host, origin: `http://${host}` })).toBe(403);
  });

  it('serves two windows at once', async () => {
    const [one, two] = await Promise.all([connect(), connect()]);
    const previews = await Promise.all([
      one.client.request('captures.preview', { capture: 'abc' }),
      two.client.request('captures.preview', { capture: 'abcd' }),
    ]);
    expect(previews.map((reply) => (reply.ok ? reply.value.events : -1))).toEqual([3, 4]);

    const seen = { one: -1, two: -1 };
    one.client.subscribe('captures', {}, (rows) => void (seen.one = rows.length));
    two.client.subscribe('captures', {}, (rows) => void (seen.two = rows.length));
    await vi.waitFor(() => expect(seen).toEqual({ one: 0, two: 0 }));
    captures = [{ capture: 'x' } as CaptureSummary];
    captureList.changed();
    await vi.waitFor(() => expect(seen).toEqual({ one: 1, two: 1 }));

    one.socket.close();
    await vi.waitFor(() => expect(one.socket.readyState).toBe(WebSocket.CLOSED));
    expect(await one.client.request('app.info', {})).toMatchObject({ fault: { code: 'connection-lost' } });
    expect((await two.client.request('captures.preview', { capture: 'a' })).ok).toBe(true);
    two.socket.close();
  });

  it('streams every event once and in order, at the pace of a slow window', async () => {
    const { client, socket } = await connect();
    const seqs: number[] = [];
    client.subscribe('events', { capture: 'x', from: 0 }, async (events) => {
      for (const event of events) seqs.push(event.seq);
      if (seqs.length < 3000) await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await vi.waitFor(() => expect(seqs).toHaveLength(EVENTS), { timeout: 10_000 });
    expect(seqs.every((seq, index) => seq === index)).toBe(true);
    socket.close();
  });

  it('ends what a window asked for when the window goes away', async () => {
    const { client, socket } = await connect();
    void client.request('tools.call', { server: 's', tool: 't' });
    await vi.waitFor(() => expect(openRequests).toBe(1));
    socket.terminate();
    await vi.waitFor(() => expect(openRequests).toBe(0));
  });

  it.each([
    ['broken text', '{"a":', 1007],
    ['bytes', Buffer.from('{}'), 1003],
  ])('is closed on %s, the others stay', async (_what, data, code) => {
    const other = await connect();
    const { socket } = await connect();
    const closed = new Promise((resolve) => {
      socket.on('close', resolve);
    });
    socket.send(data);
    expect(await closed).toBe(code);
    expect((await other.client.request('captures.preview', { capture: 'a' })).ok).toBe(true);
    other.socket.close();
  });

  it('carries integers beyond a double', async () => {
    const { client, socket } = await connect();
    const reply = await client.request('payload.get', { capture: 'x', seq: 0 });
    expect(reply).toEqual(ok(long));
    socket.close();
  });
});
