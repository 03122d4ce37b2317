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
    const base = { ...read.config, disabledTools: ['rm'] };
    expect(readDraft(draftOf(base), base)).toEqual({ ok: true, config: base });
  });

  it.each([
    [{ ...stdio, name: '' }, 'name'],
    [{ ...stdio, command: ' ' }, 'command'],
    [{ ...stdio, callTimeoutMs: '5' }, 'callTimeoutMs'],
    [{ ...stdio, env: [{ name: 'A', value: 'not a name', isVariable: true }] }, 'values'],
    [{ ...stdio, env: [{ name: '', value: 'x', isVariable: false }] }, 'values'],
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
