import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import { draftOf, newDraft, readDraft, type ServerDraft } from './serverDraft.ts';

const stdio: ServerDraft = {
  ...newDraft,
  name: ' files ',
  command: 'npx',
  args: ['-y', '@modelcontextprotocol/server-filesystem', ''],
  env: [
    { name: 'API_KEY', value: 'FILES_KEY', isVariable: true },
    { name: 'MODE', value: '', isVariable: false },
    { name: '', value: '', isVariable: false },
  ],
};

describe('the server form', () => {
  it('keeps every argument, also an empty one, and tells references from text', () => {
    const read = readDraft(stdio);
    expect(read.ok && read.config).toMatchObject({
      name: 'files',
      transport: {
        kind: 'stdio',
        args: ['-y', '@modelcontextprotocol/server-filesystem', ''],
        env: { API_KEY: { kind: 'variable', variable: 'FILES_KEY' }, MODE: { kind: 'text', value: '' } },
      },
    });
  });

  it('comes back from a configuration as it went in, with what it does not show', () => {
    const read = readDraft(stdio);
    if (!read.ok) throw new Error('The draft is valid.');
    const base = { ...read.config, disabledTools: ['rm'], roots: ['/srv/a b'] };
    expect(readDraft(draftOf(base), base)).toEqual({ ok: true, config: base });
  });

  it.each([
    [{ ...stdio, name: '' }, 'name'],
    [{ ...stdio, command: ' ' }, 'command'],
    [{ ...stdio, callTimeoutMs: '5' }, 'callTimeoutMs'],
    [{ ...stdio, env: [{ name: 'A', value: 'not a name', isVariable: true }] }, 'values'],
    [{ ...stdio, env: [{ name: '', value: 'x', isVariable: false }] }, 'values'],
    [{ ...stdio, roots: ['work'] }, 'roots'],
    [{ ...newDraft, name: 'x', kind: 'http', url: 'ftp://example.com' }, 'url'],
    [{ ...newDraft, name: 'x', kind: 'http', url: '' }, 'url'],
  ] as const)('names the field that is wrong (%#)', (draft, field) => {
    const read = readDraft(draft);
    expect(read.ok ? [] : Object.keys(read.errors)).toEqual([field]);
  });

  it('takes an address', () => {
    const read = readDraft({ ...newDraft, kind: 'http', name: 'remote', url: 'https://example.com/mcp' });
    expect(read.ok && read.config.transport).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: {},
    });
  });

  const remote = (authorization: unknown): ServerConfig =>
    ServerConfig.parse({
      name: 'remote',
      transport: { kind: 'http', url: 'https://example.com/mcp', headers: {}, authorization },
    });

  it.each([
    { kind: 'none' },
    {
      kind: 'oauth',
      issuer: 'https://login.example.com',
      clientId: 'me',
      clientSecret: { kind: 'kept' },
      clientMetadataUrl: 'https://example.com/client.json',
      redirectUri: 'http://127.0.0.1:8123/callback',
      scope: 'read write',
    },
    { kind: 'oauth', clientId: 'me', clientSecret: { kind: 'variable', variable: 'SECRET' } },
    {
      kind: 'clientCredentials',
      clientId: 'me',
      privateKey: { kind: 'variable', variable: 'KEY' },
      algorithm: 'PS256',
    },
    {
      kind: 'enterprise',
      clientId: 'me',
      identityProvider: 'https://idp.example.com/token',
      identityClientId: 'there',
      identityToken: { kind: 'variable', variable: 'ID_TOKEN' },
    },
  ])('takes every way of authorization and gives it back (%#)', (authorization) => {
    const base = remote(authorization);
    expect(readDraft(draftOf(base), base)).toEqual({ ok: true, config: base });
  });

  it('hands a typed secret over apart from the configuration', () => {
    const draft = draftOf(remote({ kind: 'oauth', clientId: 'me' }));
    const read = readDraft({
      ...draft,
      authorization: { ...draft.authorization, secretFrom: 'kept', secret: 'sesame' },
    });
    expect(read).toMatchObject({ ok: true, secret: 'sesame' });
    expect(JSON.stringify(read.ok && read.config)).not.toContain('sesame');
  });

  it.each([
    [{ secretFrom: 'kept' }, { url: 'https://example.com/other' }, ['secret']],
    [{ clientId: 'you' }, {}, ['secret']],
    [{ clientId: '' }, {}, ['clientId', 'secret']],
    [{ secretFrom: 'variable', secretVariable: 'no name' }, {}, ['secretVariable']],
    [{ issuer: 'login' }, {}, ['issuer']],
    [{ clientMetadataUrl: 'http://example.com/c.json' }, {}, ['clientMetadataUrl']],
    [{ redirectUri: 'http://example.com/callback' }, {}, ['redirectUri']],
    [{ kind: 'clientCredentials', secretFrom: 'none' }, {}, ['privateKey']],
    [{ kind: 'enterprise' }, {}, ['identityProvider', 'identityClientId', 'identityToken']],
  ] as const)('names the field of the authorization that is wrong (%#)', (authorization, more, fields) => {
    const base = remote({ kind: 'oauth', clientId: 'me', clientSecret: { kind: 'kept' } });
    const draft = draftOf(base);
    const read = readDraft(
      { ...draft, ...more, authorization: { ...draft.authorization, ...authorization } },
      base,
    );
    expect(read.ok ? [] : Object.keys(read.errors.authorization ?? {})).toEqual(fields);
  });

  it('keeps how a server is authorized with', () => {
    const base = ServerConfig.parse({
      name: 'remote',
      transport: {
        kind: 'http',
        url: 'https://example.com/mcp',
        headers: {},
        authorization: { kind: 'oauth', clientId: 'me' },
      },
    });
    const read = readDraft({ ...draftOf(base), url: 'https://example.com/other' }, base);
    expect(read.ok && read.config.transport).toMatchObject({
      url: 'https://example.com/other',
      authorization: { kind: 'oauth', clientId: 'me' },
    });
  });
});
