import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../shared/event.ts';
import { formatJson } from '../../shared/json.ts';
import { createGate } from './sanitize.ts';

const gate = createGate();

describe('the gate', () => {
  it('gives equal ids for equal raw ids within a capture, and others in another capture', () => {
    expect(gate.wireId('toolu_1')).toBe(gate.wireId('toolu_1'));
    expect(gate.wireId('toolu_1')).not.toBe(gate.wireId('toolu_2'));
    expect(createGate().wireId('toolu_1')).not.toBe(gate.wireId('toolu_1'));
  });

  it('digests arguments by value, not by spelling', () => {
    expect(gate.argumentsDigest({ a: 1, b: [2, { c: 3 }] })).toBe(
      gate.argumentsDigest({ b: [2, { c: 3 }], a: 1 }),
    );
    expect(gate.argumentsDigest({ a: 1 })).not.toBe(gate.argumentsDigest({ a: '1' }));
    expect(gate.argumentsDigest({ id: 9007199254740993n })).not.toBe(
      gate.argumentsDigest({ id: 9007199254740992 }),
    );
  });

  it('turns unknown path segments and query values into nothing readable', () => {
    const { route, queryKeys } = gate.route(
      '/v1beta/models/secret-model:streamGenerateContent?alt=sse&key=CANARY&CANARY=1',
    );
    expect(route).toBe('/v1beta/models/{…}:streamGenerateContent');
    expect(queryKeys).toEqual(['alt', 'key']);
  });

  it('never lets an unknown path segment or query value through', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const facts = formatJson(gate.route(`/CANARY-p${path}?CANARY-q=${query}&k=CANARY-v`));
        expect(facts).not.toContain('CANARY');
      }),
    );
  });

  it('picks joins from _meta by exact key and keeps nothing else', () => {
    const meta = {
      threadId: 'thread-raw',
      itemId: 'item-raw',
      progressToken: 'token-raw',
      connected_account_email: 'someone@example.test',
      'claudecode/toolUseId': 'toolu_raw',
      'x-codex-turn-metadata': {
        turn_id: 'turn-raw',
        parent_thread_id: 'parent-raw',
        model: 'model-raw',
        workspaces: ['x'],
      },
    };
    const picked = gate.callMeta(meta);
    expect(picked).toEqual({
      threadId: gate.wireId('thread-raw'),
      itemId: gate.wireId('item-raw'),
      toolUseId: gate.wireId('toolu_raw'),
      turnId: gate.wireId('turn-raw'),
      parentThreadId: gate.wireId('parent-raw'),
    });
    expect(formatJson(picked)).not.toMatch(/raw|example/);
    expect(gate.callMeta({ progressToken: 1 })).toBeUndefined();
    expect(gate.callMeta('text')).toBeUndefined();
  });

  it('picks a definition by the names that the specification gives', () => {
    const server = gate.server('s');
    const picked = gate.definition(
      server,
      {
        name: 'lookup',
        title: 'Lookup',
        description: 'Looks up.',
        inputSchema: { type: 'object', maximum: 12345678901234567890n },
        annotations: { readOnlyHint: true, vendorHint: 'CANARY', destructiveHint: 'yes' },
        'x-vendor': { CANARY: true },
        _meta: { ui: { visibility: ['app', 'CANARY'] }, 'anthropic/alwaysLoad': true, CANARY: 1 },
      },
      400,
    );
    expect(picked).toEqual({
      bytes: 400,
      title: 'Lookup',
      description: 'Looks up.',
      inputSchema: { type: 'object', maximum: 12345678901234567890n },
      annotations: { readOnlyHint: true },
      uiVisibility: ['app', 'other'],
      alwaysLoad: true,
      otherKeys: 1,
    });
    expect(formatJson(picked)).not.toContain('CANARY');
  });

  it('keeps the size alone of a definition that is no object or too large', () => {
    const server = gate.server('s');
    expect(gate.definition(server, 'text', 6)).toEqual({ bytes: 6 });
    expect(gate.definition(server, { name: 'x', description: 'y' }, 10_000_000)).toEqual({
      bytes: 10_000_000,
    });
  });

  it('seals what the schema allows and refuses a field it does not know', () => {
    const draft: Draft = {
      kind: 'server.stderr',
      source: 'mcp',
      evidence: 'measured',
      server: gate.server('s'),
      lines: 1,
      bytes: 2,
    };
    expect(gate.seal(draft)).toEqual({ ...draft, seq: 0, t: 0 });
    const smuggled = { ...draft, text: 'CANARY' };
    expect(() => gate.seal(smuggled)).toThrow(/unrecognized_keys/);
  });

  it('drops header names that are no names and lower-cases the rest', () => {
    expect(gate.headerNames(['X-Api-Key', 'accept', 'Accept', 'bad name', ''])).toEqual([
      'accept',
      'x-api-key',
    ]);
  });
});
