import { describe, expect, it } from 'vitest';
import { describeAssumption, describeReason, listHosts, parseHost, resolveHost } from './index.ts';
import { LOOKUP } from './testing.ts';

describe('host registry', () => {
  it('lists both hosts with their versions', () => {
    expect(listHosts()).toEqual([
      { id: 'codex', title: 'Codex', versions: ['0.154.0'] },
      { id: 'claude', title: 'Claude Code', versions: ['2.1.268'] },
    ]);
  });

  it('resolves an exact version without a note, and no version to the newest', () => {
    expect(resolveHost('codex', '0.154.0')).toEqual({ profile: resolveHost('codex')?.profile });
    expect(parseHost('claude')?.profile.version).toBe('2.1.268');
  });

  it.each(['0.144.6', '0.171.0', 'nightly'])(
    'codex %s is unknown, and the nearest profile says so',
    (version) => {
      expect(parseHost(`codex@${version}`)).toMatchObject({
        nearest: true,
        note: `There is no profile of Codex ${version}; this is the nearest one, 0.154.0.`,
      });
    },
  );

  it('does not know other hosts', () => {
    expect(parseHost('cursor@1.0')).toBeUndefined();
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
