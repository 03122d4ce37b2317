import { describe, expect, it } from 'vitest';
import { record } from '../../../tests/support/recording.ts';
import { recordReport } from './report.ts';
import type { ClientReport } from './types.ts';

function reported(report: ClientReport) {
  const { recorder, of } = record();
  recordReport(recorder, { server: 'shape_probe', tools: () => ['lookup'] }, report, process.hrtime.bigint());
  return { event: of('client.reported')[0], gate: recorder.gate };
}

describe('a report as an event', () => {
  it('carries the names of the probed server, and ids that can be joined but not read', () => {
    const { event, gate } = reported({
      what: 'callFinished',
      tool: 'lookup',
      thread: 'secret-thread',
      item: 'secret-item',
      status: 'completed',
    });
    expect(event).toMatchObject({
      source: 'client',
      evidence: 'reported',
      what: 'callFinished',
      server: 'shape_probe',
      tool: 'lookup',
      thread: gate.wireId('secret-thread'),
      item: gate.wireId('secret-item'),
      status: 'completed',
    });
    expect(JSON.stringify(event)).not.toContain('secret');
  });

  it('has no place for what others are called', () => {
    const foreign = reported({ what: 'callStarted', server: 'canary-server', tool: 'lookup' }).event;
    expect(foreign).not.toHaveProperty('server');
    expect(foreign).not.toHaveProperty('tool');
    const unknown = reported({ what: 'callStarted', server: 'shape_probe', tool: 'canary-tool' }).event;
    expect(unknown).toMatchObject({ server: 'shape_probe' });
    expect(unknown).not.toHaveProperty('tool');
    expect(
      reported({ what: 'serverState', server: 'canary-server', status: 'connected' }).event,
    ).not.toHaveProperty('server');
  });
});
