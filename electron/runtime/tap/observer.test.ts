import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createGate } from '../sanitize.ts';
import { createRecorder } from '../recorder.ts';
import { memoryLog } from '../event-log.ts';
import type { Event } from '../../../shared/event.ts';
import { createTapObserver } from './observer.ts';
import { tapRecorder } from './tap-recorder.ts';

type Side = 'toServer' | 'fromServer';

const secret = Buffer.alloc(32, 1);

/** An observer on a clock that we set. */
function observed() {
  const events: Event[] = [];
  const recorder = createRecorder({
    capture: 'test',
    name: 'test',
    writer: '0.0.0',
    simulated: false,
    openLog: () => memoryLog(events),
    gate: createGate(secret),
  });
  const base = process.hrtime.bigint();
  let ms = 0;
  const at = (): bigint => base + BigInt(ms) * 1_000_000n;
  const { gate } = recorder;
  const instance = gate.instance(gate.server('shape_probe'), 1);
  const tap = createTapObserver(
    tapRecorder(recorder, () => ({ at: at(), uncertainty: 0.25 })),
    'shape_probe',
    instance,
  );
  return {
    tap,
    gate,
    events,
    after: (step: number) => (ms += step),
    at,
    say: (side: Side, message: object | string) => {
      const text = typeof message === 'string' ? message : `${JSON.stringify(message)}\n`;
      tap.chunk(side, Buffer.from(text), at());
    },
    of: <K extends Event['kind']>(kind: K) =>
      events.filter((event): event is Extract<Event, { kind: K }> => event.kind === kind),
  };
}

const request = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const result = (id: number | string, value: object) => ({ jsonrpc: '2.0', id, result: value });
const lookup = { name: 'lookup', description: 'One.', inputSchema: { type: 'object' } };

/** A client's whole conversation as lines, for cutting into chunks. */
const conversation: readonly (readonly [Side, object])[] = [
  [
    'toServer',
    request(0, 'initialize', { protocolVersion: '2025-06-18', clientInfo: { name: 'c', version: '9' } }),
  ],
  ['fromServer', result(0, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: {} })],
  ['toServer', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['toServer', request(1, 'tools/list')],
  ['fromServer', result(1, { tools: [lookup], nextCursor: '' })],
  ['toServer', request(2, 'tools/list', { cursor: '' })],
  ['fromServer', result(2, { tools: [{ ...lookup, name: 'größer' }] })],
  [
    'toServer',
    request(3, 'tools/call', {
      name: 'lookup',
      arguments: { query: 'süß' },
      _meta: { progressToken: 7, 'claudecode/toolUseId': 'toolu_1' },
    }),
  ],
  [
    'fromServer',
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 7, progress: 1 } },
  ],
  ['fromServer', result(3, { content: [{ type: 'text', text: '漢字' }] })],
];

describe('what a tap makes of the bytes', () => {
  it('is handshake, discovery and one call with its join keys, measured by the tap', () => {
    const run = observed();
    for (const [side, message] of conversation) {
      run.after(10);
      run.say(side, message);
    }
    expect(run.tap.handshake()).toEqual({
      client: { name: 'c', version: '9' },
      offered: '2025-06-18',
      chosen: '2025-06-18',
      era: 'legacy',
    });
    expect(run.of('tool.discovered').map(({ tool, index, page }) => [tool, index, page])).toEqual([
      ['lookup', 0, 0],
      ['größer', 1, 1],
    ]);
    const [started] = run.of('call.started');
    expect(started).toMatchObject({
      source: 'tap',
      evidence: 'measured',
      clockUncertainty: 0.25,
      origin: 'client',
      tool: 'lookup',
      meta: { toolUseId: run.gate.wireId('toolu_1') },
      argumentsDigest: run.gate.argumentsDigest({ query: 'süß' }),
    });
    const [finished] = run.of('call.finished');
    expect(finished).toMatchObject({ outcome: 'ok', durationMs: 20, source: 'tap', call: started?.call });
    expect(run.of('call.progress')).toMatchObject([{ call: started?.call, progress: 1 }]);
    expect(run.of('client.state').map(({ state, era }) => [state, era])).toEqual([
      ['connecting', undefined],
      ['ready', 'legacy'],
    ]);
    expect(
      run.events.filter((event) => event.source === 'tap').every((event) => event.clockUncertainty === 0.25),
    ).toBe(true);
  });

  it('is the same whatever the chunks are', () => {
    const whole = observed();
    for (const [side, message] of conversation) whole.say(side, message);
    const facts = (events: readonly Event[]) =>
      events.map(({ seq: _seq, t: _t, ...fact }) =>
        'durationMs' in fact ? { ...fact, durationMs: 0 } : fact,
      );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (cuts) => {
        const run = observed();
        let next = 0;
        for (const [side, message] of conversation) {
          let rest = Buffer.from(`${JSON.stringify(message)}\n`);
          while (rest.length > 0) {
            const size = cuts[next++ % Math.max(1, cuts.length)] ?? 11;
            run.tap.chunk(side, rest.subarray(0, size), run.at());
            rest = rest.subarray(size);
          }
        }
        expect(facts(run.events)).toEqual(facts(whole.events));
      }),
      { numRuns: 40 },
    );
  });

  it('knows every way in which a call can end', () => {
    const run = observed();
    const call = (id: number, name: string) =>
      run.say('toServer', request(id, 'tools/call', { name, arguments: {} }));
    call(1, 'a');
    run.say('fromServer', result(1, { content: [], isError: true }));
    call(2, 'b');
    run.say('fromServer', { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'no' } });
    call(3, 'c');
    run.say('toServer', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    run.say('fromServer', result(3, { content: [] }));
    call(4, 'd');
    call(5, 'e');
    run.say('fromServer', result(5, { content: [{ type: 'text', text: '' }] }));
    run.tap.exited(1, null, run.at());
    expect(run.of('call.finished').map(({ tool, outcome, code }) => [tool, outcome, code])).toEqual([
      ['a', 'toolError', undefined],
      ['b', 'protocolError', 'rpc-error'],
      ['c', 'cancelled', 'cancelled'],
      ['e', 'ok', undefined],
      ['d', 'transportError', 'server-exited'],
    ]);
  });

  it('keeps a call that asks back as one', () => {
    const run = observed();
    const ask = (id: number, more: object) =>
      run.say('toServer', request(id, 'tools/call', { name: 'a', arguments: {}, ...more }));
    ask(1, {});
    run.say('fromServer', result(1, { resultType: 'input_required', inputRequests: {}, requestState: 's' }));
    ask(2, { inputResponses: {}, requestState: 's' });
    run.after(5);
    run.say('fromServer', result(2, { resultType: 'complete', content: [] }));
    expect(run.of('call.started')).toHaveLength(1);
    expect(run.of('call.finished')).toMatchObject([{ outcome: 'ok', durationMs: 5 }]);
  });

  it('learns the newer era from the requests themselves', () => {
    const run = observed();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'n', version: '1' },
    };
    run.say('toServer', request(1, 'server/discover', { _meta }));
    run.say(
      'fromServer',
      result(1, { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} }),
    );
    expect(run.of('client.state').at(-1)).toMatchObject({
      state: 'ready',
      era: 'modern',
      protocolVersion: '2026-07-28',
    });
    expect(run.tap.handshake().client.name).toBe('n');
  });

  it('reports a later list as what changed', () => {
    const run = observed();
    const list = (id: number, tools: object[]) => {
      run.say('toServer', request(id, 'tools/list'));
      run.say('fromServer', result(id, { tools }));
    };
    list(1, [lookup, { ...lookup, name: 'gone' }]);
    list(2, [
      { ...lookup, description: 'Two.' },
      { ...lookup, name: 'new' },
    ]);
    expect(run.of('tool.changed').map(({ tool }) => tool)).toEqual(['lookup']);
    expect(run.of('tool.removed').map(({ tool }) => tool)).toEqual(['gone']);
    expect(run.of('tool.discovered').map(({ tool }) => tool)).toEqual(['lookup', 'gone', 'new']);
  });

  it('goes on with the next whole line after a gap, and counts what is missing', () => {
    const run = observed();
    run.say('toServer', '{"jsonrpc":"2.0","id":1,"method":"tools/ca');
    run.tap.gap('toServer', 3);
    run.say('toServer', 'half a message"}}\n');
    run.say('toServer', request(2, 'ping'));
    expect(run.of('mcp.message').map(({ type, method }) => [type, method])).toEqual([['request', 'ping']]);
    expect(run.of('capture.dropped')).toMatchObject([{ where: 'tap-to-server', count: 3, source: 'tap' }]);
  });
});
