import { describe, expect, it } from 'vitest';
import type { ClientOffer, ScenarioInfo } from '../../../shared/contract.ts';
import { emptyDraft, missingVersion, playable, requestOf, versionsOf } from './probeDraft.ts';

const offer: ClientOffer = {
  id: 'claude',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  licence: 'its own',
  runsHere: true,
  pinned: [
    { version: '2.1.268', installed: true },
    { version: '2.1.332', installed: false },
  ],
  others: [],
  onPath: { command: '/usr/bin/claude' },
  bytes: {},
  ways: [
    { wire: 'messages', transport: 'http', login: 'api-key' },
    { wire: 'messages', transport: 'http', login: 'auth-token' },
  ],
  modelClasses: ['flat', 'search'],
  children: true,
  asShipped: {},
};

const scenario = (id: string, more: Partial<ScenarioInfo> = {}): ScenarioInfo => ({
  id,
  title: id,
  describes: '',
  hosts: ['codex', 'claude'],
  asks: false,
  children: false,
  real: true,
  ...more,
});

describe('what can be chosen', () => {
  const scenarios = [
    scenario('tour', { real: false }),
    scenario('parent-child', { children: true }),
    scenario('lookup'),
    scenario('exec-only', { hosts: ['codex'] }),
  ];

  it('are scenarios that the client can play, one lookup first', () => {
    expect(playable(scenarios, { id: 'codex', children: true }).map(({ id }) => id)).toEqual([
      'lookup',
      'parent-child',
      'exec-only',
    ]);
    expect(playable(scenarios, { id: 'claude', children: true }).map(({ id }) => id)).toEqual([
      'lookup',
      'parent-child',
    ]);
  });

  it('are scenarios without children where a client starts none', () => {
    const ids = (children: boolean) => playable(scenarios, { id: 'gemini', children }).map(({ id }) => id);
    expect(ids(false)).toEqual(['lookup', 'exec-only']);
    expect(ids(true)).toEqual(['lookup', 'parent-child', 'exec-only']);
  });

  it('are versions, newest first, and the one on PATH', () => {
    expect(versionsOf(offer).map(({ value }) => value)).toEqual(['2.1.332', '2.1.268', 'path']);
    expect(missingVersion(offer, '2.1.332')).toBe(true);
    expect(missingVersion(offer, '2.1.268')).toBe(false);
    expect(missingVersion(offer, 'path')).toBe(false);
  });
});

describe('the request', () => {
  it('leaves out what is left to the program', () => {
    expect(requestOf(emptyDraft('claude'), offer, 'lookup')).toEqual({
      client: 'claude',
      scenario: 'lookup',
      wire: 'messages',
      transport: 'http',
      login: 'api-key',
      approve: 'all',
      isolation: 'auto',
    });
  });

  it('says what was chosen', () => {
    const draft = {
      ...emptyDraft('claude', '2.1.268'),
      modelClass: 'search',
      way: 1,
      server: 'mine',
      approve: 'none',
      isolate: false,
      withholdMeta: true,
    } as const;
    expect(requestOf(draft, offer, 'lookup')).toMatchObject({
      version: '2.1.268',
      modelClass: 'search',
      login: 'auth-token',
      server: 'mine',
      approve: 'none',
      isolation: 'none',
      withholdMeta: true,
    });
  });
});
