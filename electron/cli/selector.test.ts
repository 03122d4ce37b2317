import { describe, expect, it } from 'vitest';
import { parseSelector, requireSelector } from './selector.ts';

const none = {};

describe('a selector', () => {
  it.each([
    ['a registered name', 'mine', none, undefined, { kind: 'registered', name: 'mine' }],
    [
      'a command line',
      undefined,
      none,
      ['node', 's.js', '--url', 'x'],
      { kind: 'command', name: 'server', command: 'node', args: ['s.js', '--url', 'x'] },
    ],
    [
      'a command line with a name and an era',
      undefined,
      { name: 'n', era: 'legacy' },
      ['node'],
      { kind: 'command', name: 'n', command: 'node', args: [], era: 'legacy' },
    ],
    [
      'an address with headers',
      undefined,
      { url: 'https://a.test/mcp', header: ['Authorization: Bearer ${TOKEN}', 'X-Empty:'] },
      undefined,
      {
        kind: 'url',
        name: 'server',
        url: 'https://a.test/mcp',
        headers: { Authorization: 'Bearer t0k', 'X-Empty': '' },
      },
    ],
    [
      'a configuration',
      undefined,
      { config: 'c.json', name: 'x' },
      undefined,
      { kind: 'config', file: 'c.json', name: 'x' },
    ],
    ['nothing', undefined, none, undefined, undefined],
  ] as const)('reads %s', (_what, name, options, tail, wanted) => {
    expect(parseSelector(name, options, tail, { TOKEN: 't0k' })).toEqual({ ok: true, value: wanted });
  });

  it.each([
    ['two servers', 'mine', { url: 'http://a.test' }, undefined, 'selector-ambiguous'],
    ['a name and a command', 'mine', none, ['node'], 'selector-ambiguous'],
    ['nothing after --', undefined, none, [], 'command-missing'],
    ['a header without an address', undefined, { header: ['A: b'] }, ['node'], 'header-without-url'],
    ['a scheme that is not http', undefined, { url: 'file:///etc/passwd' }, undefined, 'url-invalid'],
    [
      'a header without a colon',
      undefined,
      { url: 'http://a.test', header: ['s3cret'] },
      undefined,
      'header-invalid',
    ],
    [
      'a variable that is not set',
      undefined,
      { url: 'http://a.test', header: ['A: ${NO}'] },
      undefined,
      'variable-missing',
    ],
    ['a name alone', undefined, { name: 'x' }, undefined, 'name-without-config'],
  ] as const)('refuses %s', (_what, name, options, tail, code) => {
    const parsed = parseSelector(name, options, tail, {});
    expect(parsed).toMatchObject({ ok: false, fault: { code } });
    expect(JSON.stringify(parsed)).not.toContain('s3cret');
  });

  it('must be there where a server is needed', () => {
    expect(requireSelector(undefined, none, undefined, {})).toMatchObject({
      fault: { code: 'selector-missing' },
    });
  });
});
