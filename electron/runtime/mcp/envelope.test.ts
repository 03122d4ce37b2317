import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOfEnds, readFrame, type Envelope } from './envelope.ts';

const read = (text: string): readonly Envelope[] => readFrame(Buffer.from(text, 'utf8'));
const codes = (envelopes: readonly Envelope[]) =>
  envelopes.flatMap(({ findings }) => findings.map(({ code }) => code));

describe('readFrame', () => {
  it('reads the four kinds without a word', () => {
    expect(read('{"jsonrpc":"2.0","id":1,"method":"roots/list"}')[0]).toMatchObject({
      type: 'request',
      id: 1,
      method: 'roots/list',
    });
    expect(
      read('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}')[0],
    ).toMatchObject({ type: 'notification' });
    expect(read('{"jsonrpc":"2.0","id":"a","result":{"x":1}}')[0]).toMatchObject({
      type: 'response',
      id: 'a',
      result: { x: 1 },
    });
    expect(
      read('{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no","data":{"a":1}}}')[0],
    ).toMatchObject({
      type: 'error',
      error: { code: -32601, message: 'no', data: { a: 1 } },
    });
    expect(codes(read('{"jsonrpc":"2.0","id":1,"result":{}}'))).toEqual([]);
  });

  it.each([
    ['a banner', 'Server listening on stdio', 'text', ['stdout-text']],
    ['a log line in JSON', '{"level":"info","msg":"up"}', 'malformed', ['stdout-json-not-rpc']],
    ['a number', '42', 'malformed', ['stdout-json-not-rpc']],
    [
      'a request whose id is null',
      '{"jsonrpc":"2.0","id":null,"method":"roots/list"}',
      'malformed',
      ['frame-malformed'],
    ],
    ['neither result nor error', '{"jsonrpc":"2.0","id":1}', 'malformed', ['frame-malformed']],
    [
      'an error that answers nothing',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
      'malformed',
      ['frame-malformed'],
    ],
    ['a byte order mark', '\uFEFF{"jsonrpc":"2.0","id":1,"result":{}}', 'response', ['frame-bom']],
    ['no jsonrpc', '{"id":1,"result":{}}', 'response', ['frame-malformed']],
    [
      'error null beside a result',
      '{"jsonrpc":"2.0","id":1,"result":{},"error":null}',
      'response',
      ['frame-malformed'],
    ],
    [
      'an error code as text',
      '{"jsonrpc":"2.0","id":1,"error":{"code":"-32000","message":"x"}}',
      'error',
      ['frame-malformed'],
    ],
    ['no error code', '{"jsonrpc":"2.0","id":1,"error":{"message":"x"}}', 'error', ['frame-malformed']],
    ['a result that is null', '{"jsonrpc":"2.0","id":1,"result":null}', 'error', ['result-not-object']],
    [
      'params that are an array',
      '{"jsonrpc":"2.0","method":"notifications/x","params":[1]}',
      'notification',
      ['frame-malformed'],
    ],
  ])('names %s', (_what, text, type, expected) => {
    const envelopes = read(text);
    expect(envelopes.map((envelope) => envelope.type)).toEqual([type]);
    expect(codes(envelopes)).toEqual(expected);
  });

  it('reads every message of a batch', () => {
    const envelopes = read(
      '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"notifications/message"},7]',
    );
    expect(envelopes.map(({ type }) => type)).toEqual(['response', 'notification', 'malformed']);
    expect(codes(envelopes)).toEqual(['frame-batch', 'stdout-json-not-rpc']);
    expect(codes(read('[]'))).toEqual(['frame-batch']);
  });

  it('passes blank lines over and marks bytes that are not UTF-8', () => {
    expect(read('  ')).toEqual([]);
    expect(
      codes(
        readFrame(
          Buffer.from([
            ...Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":"'),
            0xff,
            ...Buffer.from('"}}'),
          ]),
        ),
      ),
    ).toEqual(['frame-bad-utf8']);
  });

  it('keeps integers that a double cannot hold', () => {
    expect(read('{"jsonrpc":"2.0","id":1,"result":{"n":12345678901234567890}}')[0]).toMatchObject({
      result: { n: 12345678901234567890n },
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => Array.isArray(readFrame(Buffer.from(bytes)))),
    );
    fc.assert(fc.property(fc.json(), (text) => Array.isArray(read(text))));
    expect(() => read('['.repeat(200_000))).not.toThrow();
  });
});

describe('idOfEnds', () => {
  it('finds the id at either end', () => {
    expect(idOfEnds('{"jsonrpc":"2.0","id":17,"result":{"content":[', 'xx"}]}}')).toBe(17);
    expect(idOfEnds('{"result":{"content":[{"id":3}', '"}]},"jsonrpc":"2.0","id":"s-1"}')).toBe('s-1');
    expect(idOfEnds('{"result":{', '"}],"id":9,"jsonrpc":"2.0"}')).toBe(9);
    expect(idOfEnds('{"jsonrpc":"2.0","method":"x"', '"}')).toBeUndefined();
  });
});
