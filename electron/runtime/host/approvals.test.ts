import { describe, expect, it } from 'vitest';
import { probe, scenario, type ProbeRun } from '../../../tests/support/probe.ts';

/** Tool, decision, who, the last step looked at, what was kept, and whether the server heard of it. */
const story = (run: ProbeRun) =>
  run
    .of('approval.decided')
    .map((event) => [
      event.tool as string,
      event.decision,
      event.by,
      event.path.at(-1) as string,
      event.remembered,
      run.of('call.started').some((started) => started.call === event.call),
    ]);

describe('approvals, end to end', { timeout: 60_000 }, () => {
  it('go through the seven steps of Codex, each of which can be the end', async () => {
    const run = await probe('codex', scenario('approvals'));
    expect(run.result).toMatchObject({ exit: 0, finalEquals: true });
    expect(story(run)).toEqual([
      ['image_lookup', 'run', 'policy', 'CX-6.1/1', 'no', true],
      ['lookup', 'run', 'annotations', 'CX-6.1/2', 'no', true],
      ['slow_lookup', 'run', 'annotations', 'CX-6.1/2', 'no', true],
      ['failing_lookup', 'run', 'annotations', 'CX-6.1/2', 'no', true],
      ['unannotated_lookup', 'acceptForSession', 'scenario', 'CX-6.1/7', 'session', true],
      ['unannotated_lookup', 'accept', 'memory', 'CX-6.1/3', 'no', true],
      ['delete_record', 'accept', 'hook', 'CX-6.1/4', 'no', true],
      ['delete_record', 'decline', 'hook', 'CX-6.1/4', 'no', false],
      ['delete_record', 'accept', 'guardian', 'CX-6.1/5', 'no', true],
      ['delete_record', 'decline', 'guardian', 'CX-6.1/5', 'no', false],
      ['delete_record', 'accept', 'scenario', 'CX-6.1/6', 'no', true],
      ['delete_record', 'decline', 'scenario', 'CX-6.1/6', 'no', false],
      ['delete_record', 'cancel', 'scenario', 'CX-6.1/6', 'no', false],
      ['delete_record', 'acceptAndRemember', 'scenario', 'CX-6.1/7', 'config', true],
      ['delete_record', 'run', 'policy', 'CX-6.1/1', 'no', true],
    ]);
    // The whole way is on record, not only its end.
    expect(run.of('approval.decided').at(-2)?.path).toEqual([
      'CX-6.1/1',
      'CX-6.1/2',
      'CX-6.1/3',
      'CX-6.1/4',
      'CX-6.1/5',
      'CX-6.1/6',
      'CX-6.1/7',
    ]);
    // Only what reached the user was a question, and each question was answered.
    expect(run.of('approval.requested')).toHaveLength(5);
    expect(run.of('elicitation.requested').every((event) => event.elicitationKind === 'tool-approval')).toBe(
      true,
    );
    expect(run.of('elicitation.answered').map((event) => event.action)).toEqual([
      'accept',
      'accept',
      'decline',
      'cancel',
      'accept',
    ]);
    expect(
      run
        .of('call.finished')
        .filter((event) => event.outcome === 'skipped')
        .map((event) => event.code),
    ).toEqual(['decline', 'decline', 'decline', 'cancel']);
  });

  it('go in the order of Claude: hook, deny, ask, mode, allow, user', async () => {
    const run = await probe('claude', scenario('approvals'));
    expect(run.result).toMatchObject({ exit: 0, finalEquals: true });
    expect(story(run)).toEqual([
      ['image_lookup', 'run', 'policy', 'CC-5/5', 'no', true],
      ['lookup', 'run', 'policy', 'CC-5/5', 'no', true],
      ['slow_lookup', 'accept', 'scenario', 'CC-5/6', 'no', true],
      ['failing_lookup', 'decline', 'hook', 'CC-5/1', 'no', false],
      ['unannotated_lookup', 'acceptForSession', 'scenario', 'CC-5/6', 'session', true],
      ['unannotated_lookup', 'accept', 'memory', 'CC-5/5', 'no', true],
      ['delete_record', 'accept', 'hook', 'CC-5/6', 'no', true],
      ['delete_record', 'decline', 'hook', 'CC-5/6', 'no', false],
      ['delete_record', 'accept', 'guardian', 'CC-5/4', 'no', true],
      ['delete_record', 'decline', 'guardian', 'CC-5/4', 'no', false],
      ['delete_record', 'accept', 'scenario', 'CC-5/6', 'no', true],
      ['delete_record', 'decline', 'scenario', 'CC-5/6', 'no', false],
      ['delete_record', 'cancel', 'scenario', 'CC-5/6', 'no', false],
      ['delete_record', 'acceptAndRemember', 'scenario', 'CC-5/6', 'config', true],
      ['delete_record', 'run', 'policy', 'CC-5/5', 'no', true],
    ]);
    // A deny rule without a parameter takes the tool out of the request altogether.
    expect(run.of('tool.exposed').find((event) => event.tool === 'huge_lookup')).toMatchObject({
      exposure: 'absent',
      reason: 'deny-rule',
    });
    // This client asks in a prompt of its own, not by elicitation.
    expect(run.of('elicitation.requested')).toEqual([]);
    expect(run.of('approval.requested').map((event) => event.reason)).toEqual([
      'ask-rule',
      'no-rule',
      'no-rule',
      'no-rule',
      'no-rule',
      'no-rule',
    ]);
  });
});
