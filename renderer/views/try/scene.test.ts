import { describe, expect, it } from 'vitest';
import { HOST_IDS } from '../../../shared/hosts/ids.ts';
import { resolveHost, type HostTool } from '../../../shared/hosts/index.ts';
import { LOOKUP } from '../../../shared/hosts/testing.ts';
import { MODES } from './modes.ts';
import { approvalInput, EMPTY, type Scene } from './scene.ts';

const decide = (host: (typeof HOST_IDS)[number], scene: Partial<Scene>, tool: HostTool = LOOKUP) =>
  resolveHost(host)?.profile.approve(approvalInput(host, { ...EMPTY, ...scene }, tool));

describe('a scene of the simulator', () => {
  it('left empty is what the tool says, with everything else assumed', () => {
    expect(approvalInput('codex', EMPTY, LOOKUP)).toMatchObject({
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      mode: undefined,
      policy: undefined,
      rules: undefined,
    });
    expect(decide('codex', {})).toMatchObject({ decision: 'run', by: 'annotations' });
  });

  it('can take hints away, so that a headless run is refused', () => {
    const hints = { readOnlyHint: 'absent', destructiveHint: 'absent', openWorldHint: 'absent' } as const;
    expect(approvalInput('codex', { ...EMPTY, hints }, LOOKUP).annotations).toBeUndefined();
    const scene = { hints, policy: 'never', sandbox: 'read-only', person: 'no' } as const;
    expect(decide('codex', scene)).toMatchObject({
      decision: 'deny',
      path: expect.arrayContaining(['CX-6.1/6']),
    });
    expect(decide('codex', { ...scene, hints: EMPTY.hints })).toMatchObject({ decision: 'run' });
  });

  it('gives rules as patterns, and a mode only to the host whose word it is', () => {
    const scene = { deny: ' mcp__shape_probe , ', mode: 'plan' };
    expect(approvalInput('claude', { ...EMPTY, ...scene }, LOOKUP)).toMatchObject({
      rules: { deny: ['mcp__shape_probe'], ask: [], allow: [] },
      mode: 'plan',
    });
    expect(approvalInput('codex', { ...EMPTY, ...scene }, LOOKUP).mode).toBeUndefined();
    expect(decide('claude', scene)).toMatchObject({ decision: 'deny', by: 'policy' });
  });

  it.each(HOST_IDS)('has only modes that %s knows', (host) => {
    for (const mode of MODES[host]) {
      expect(decide(host, { mode })?.assumed).not.toContain('approval-mode');
    }
  });
});
