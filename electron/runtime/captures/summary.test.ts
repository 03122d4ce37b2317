import { describe, expect, it } from 'vitest';
import { record } from '../../../tests/support/recording.ts';
import { emptyTally, tally } from './summary.ts';

describe('the row of a capture', () => {
  it('names the probe that it recorded, and how that ended', () => {
    const { recorder, events } = record();
    const { gate } = recorder;
    const probe = gate.local('probe');
    const stamp = { source: 'host', evidence: 'measured' } as const;
    recorder.emit({
      ...stamp,
      kind: 'probe.started',
      probe,
      client: gate.code('codex'),
      version: gate.version('0.154.0'),
      scenario: gate.code('lookup'),
      metaWithheld: false,
      origin: 'pinned',
      modelClass: 'exec',
    });
    const started = {
      client: 'codex',
      version: '0.154.0',
      origin: 'pinned',
      scenario: 'lookup',
      modelClass: 'exec',
    };
    expect(events.reduce(tally, emptyTally()).run).toEqual(started);
    recorder.emit({
      ...stamp,
      kind: 'probe.finished',
      probe,
      exit: 1,
      wallMs: 5,
      turnCompleted: false,
      finalEquals: false,
      code: gate.code('client-hangs'),
    });
    expect(events.reduce(tally, emptyTally()).run).toEqual({ ...started, exit: 1, code: 'client-hangs' });
  });

  it('names none where there was none', () => {
    expect(emptyTally().run).toBeUndefined();
  });
});
