import { describe, expect, it } from 'vitest';
import { describeAssumption, describeReason, listHosts, parseHost, resolveHost } from './index.ts';
import { HOST_IDS } from './ids.ts';
import { LOOKUP } from './testing.ts';

describe('host registry', () => {
  it('lists all hosts with their versions', () => {
    expect(listHosts().map(({ id, versions, confidence }) => [id, versions.at(-1), confidence])).toEqual([
      ['codex', '0.171.0', 'high'],
      ['claude', '2.1.332', 'high'],
      ['gemini', '0.61.0', 'high'],
      ['qwen', '0.24.4', 'high'],
      ['opencode', '1.18.33', 'high'],
      ['copilot', '1.0.102', 'high'],
      ['cline', '3.0.65', 'high'],
      ['continue', '1.5.47', 'high'],
      ['vscode', '2026-03', 'medium'],
      ['goose', '005a5658', 'medium'],
      ['cursor', 'unknown', 'low'],
    ]);
    expect(listHosts().map(({ id }) => id)).toEqual([...HOST_IDS]);
  });

  it('resolves an exact version without a note, and no version to the newest', () => {
    expect(resolveHost('codex', '0.171.0')).toEqual({ profile: resolveHost('codex')?.profile });
    expect(parseHost('claude')?.profile.version).toBe('2.1.332');
  });

  it.each([
    ['0.144.5', '0.144.6'],
    ['0.148.0', '0.144.6'],
    ['0.149.0-alpha.3', '0.144.6'],
    ['0.155.0', '0.154.0'],
    ['0.172.0', '0.171.0'],
    ['nightly', '0.144.6'],
  ])('codex %s is unknown, and the nearest profile says so', (version, nearest) => {
    expect(parseHost(`codex@${version}`)).toMatchObject({
      nearest: true,
      note: `There is no profile of Codex ${version}; this is the nearest one, ${nearest}.`,
    });
  });

  it.each([
    ['0.149.0', '0.144.6', { nameLimit: 128, pages: 'first', waitsForServers: 'required' }],
    ['0.153.4', '0.144.6', { nameLimit: 128, pages: 'first', waitsForServers: 'required' }],
    ['0.161.0', '0.154.0', { nameLimit: 128, pages: 'first', waitsForServers: 'required' }],
    ['0.162.0', '0.154.0', { nameLimit: 128, pages: 'all', waitsForServers: 'required' }],
    ['0.170.9', '0.154.0', { nameLimit: 128, pages: 'all', waitsForServers: 'required' }],
  ])('codex %s is %s with what is known to be new', (version, nearest, traits) => {
    const resolved = resolveHost('codex', version);
    expect(resolved?.profile.traits).toMatchObject(traits);
    expect(resolved?.profile.version).toBe(nearest);
    expect(resolved?.note).toContain(`this is the nearest one, ${nearest}, with what is known to be new: `);
  });

  it('names what is new, with its fact', () => {
    expect(resolveHost('codex', '0.158.2')?.note).toBe(
      'There is no profile of Codex 0.158.2; this is the nearest one, 0.154.0, with what is known to be new: a schema budget for each server (CX-5.36).',
    );
  });

  it('does not know other hosts', () => {
    expect(parseHost('zed@1.0')).toBeUndefined();
  });

  it('has words for every reason and assumption that plans produce', () => {
    for (const { id } of listHosts()) {
      const plan = resolveHost(id)?.profile.plan([LOOKUP]);
      for (const row of plan?.rows ?? []) {
        expect(describeReason(row.reason)).toMatch(/\.$/);
        for (const code of row.assumed) expect(describeAssumption(code)).toMatch(/\.$/);
      }
      expect(plan?.rows).toHaveLength(1);
    }
  });
});
