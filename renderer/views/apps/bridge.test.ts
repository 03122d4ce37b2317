import { describe, expect, it, vi } from 'vitest';
import { createBridge, type ViewHost } from './bridge.ts';

const hostOf = (more: Partial<ViewHost> = {}): ViewHost => ({
  context: () => ({ theme: 'dark' }),
  call: vi.fn<ViewHost['call']>(() => Promise.resolve({ result: { content: [] } })),
  openLink: vi.fn<ViewHost['openLink']>(() => Promise.resolve({ result: {} })),
  resize: vi.fn<ViewHost['resize']>(),
  ...more,
});

const start = (host: ViewHost = hostOf()) => {
  const posted: unknown[] = [];
  const bridge = createBridge({
    html: '<p>',
    host,
    post: (message) => posted.push(message),
    onMessage: () => undefined,
  });
  const send = (message: Readonly<Record<string, unknown>>): void =>
    bridge.receive({ jsonrpc: '2.0', ...message });
  return { bridge, posted, send, host };
};

describe('the bridge to a view', () => {
  it('hands the document over once, and holds what it has to tell until the view is ready', async () => {
    const { bridge, posted, send } = start();
    bridge.tell('tool-input', { arguments: { a: 1 } });
    bridge.tell('tool-result', { content: [] });
    send({ method: 'ui/notifications/sandbox-proxy-ready' });
    send({ method: 'ui/notifications/sandbox-proxy-ready' });
    expect(posted).toMatchObject([{ params: { html: '<p>' } }]);
    send({ id: 1, method: 'ui/initialize', params: {} });
    await vi.waitFor(() => expect(posted).toHaveLength(2));
    expect(posted[1]).toMatchObject({ id: 1, result: { hostContext: { theme: 'dark' } } });
    send({ method: 'ui/notifications/initialized' });
    expect(posted.slice(2)).toMatchObject([
      { method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
      { method: 'ui/notifications/tool-result' },
    ]);
  });

  it.each([
    [{ id: 1, method: 'resources/read', params: { uri: 'x' } }, -32601],
    [{ id: 1, method: 'ui/message', params: {} }, -32601],
    [{ id: 'a', method: 'sampling/createMessage' }, -32601],
    [{ id: 1, method: 'tools/call', params: { arguments: {} } }, -32602],
    [{ id: 1, method: 'tools/call', params: { name: 'x', arguments: [1] } }, -32602],
    [{ id: 1, method: 'tools/call', params: 'x' }, -32602],
  ])('refuses what is not offered or not whole (%#)', async (message, code) => {
    const { posted, send, host } = start();
    send(message);
    await vi.waitFor(() => expect(posted).toMatchObject([{ id: message.id, error: { code } }]));
    expect(host.call).not.toHaveBeenCalled();
  });

  it.each([
    null,
    7,
    'x',
    [],
    {},
    { jsonrpc: '1.0', id: 1, method: 'ping' },
    { jsonrpc: '2.0', id: {}, method: 7 },
  ])('does not mind what is no message (%#)', (data) => {
    const { bridge, posted } = start();
    bridge.receive(data);
    expect(posted).toEqual([]);
  });

  it('takes only numbers for sizes', () => {
    const { send, host } = start();
    for (const height of ['1', Number.NaN, Number.POSITIVE_INFINITY, null, {}])
      send({ method: 'ui/notifications/size-changed', params: { height } });
    expect(host.resize).not.toHaveBeenCalled();
    send({ method: 'ui/notifications/size-changed', params: { height: 90 } });
    expect(host.resize).toHaveBeenCalledWith(90);
  });

  it('says that it closes, and does not wait for a view that never was', async () => {
    const { bridge, posted, send } = start();
    await bridge.teardown('over');
    expect(posted).toEqual([]);
    send({ method: 'ui/notifications/initialized' });
    const closing = bridge.teardown('over');
    expect(posted).toMatchObject([{ id: 'teardown', method: 'ui/resource-teardown' }]);
    send({ id: 'teardown', result: {} });
    await closing;
  });
});
