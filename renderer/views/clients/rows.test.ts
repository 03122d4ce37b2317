import { describe, expect, it } from 'vitest';
import type { CaptureSummary, ClientOffer } from '../../../shared/contract.ts';
import { rowsOf, splitPart } from './rows.ts';

const offer: ClientOffer = {
  id: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  licence: 'Apache-2.0',
  runsHere: true,
  pinned: [
    { version: '0.154.0', installed: true },
    { version: '0.171.0', installed: false },
  ],
  others: ['0.144.6'],
  onPath: { command: '/usr/bin/codex' },
  bytes: { '0.154.0': 100 },
  ways: [{ wire: 'responses', transport: 'http', login: 'api-key' }],
  modelClasses: [],
  children: true,
  asShipped: {},
  installing: { version: '0.171.0', elapsedMs: 2000 },
};

const capture = (id: string, startedAt: string, run?: CaptureSummary['run']): CaptureSummary => ({
  capture: id,
  name: id,
  note: '',
  startedAt,
  live: false,
  origin: 'probe',
  durationMs: 0,
  events: 0,
  threads: 0,
  calls: 0,
  attributed: 0,
  abstained: 0,
  bytes: 0,
  ...(run === undefined ? {} : { run }),
});

describe('the rows of a client', () => {
  it('are its versions, then the program on PATH', () => {
    expect(rowsOf(offer, []).map(({ key, place }) => [key, place])).toEqual([
      ['codex@0.154.0', 'cache'],
      ['codex@0.171.0', 'none'],
      ['codex@0.144.6', 'cache'],
      ['codex@path', 'path'],
    ]);
  });

  it('know their size and what is being installed', () => {
    const [first, second] = rowsOf(offer, []);
    expect([first?.bytes, first?.installing]).toEqual([100, undefined]);
    expect(second?.installing).toEqual({ version: '0.171.0', elapsedMs: 2000 });
  });

  it('have the runs of their own version and origin, newest first', () => {
    const run = { client: 'codex', version: '0.154.0', scenario: 'lookup' };
    const rows = rowsOf(offer, [
      capture('old', '2026-01-01', { ...run, origin: 'pinned' }),
      capture('new', '2026-01-02', { ...run, origin: 'pinned' }),
      capture('mine', '2026-01-03', { ...run, origin: 'path' }),
      capture('played', '2026-01-04', { ...run, client: 'builtin-codex' }),
      capture('session', '2026-01-05'),
    ]);
    expect(rows.map(({ runs }) => runs.map((one) => one.capture))).toEqual([
      ['new', 'old'],
      [],
      [],
      ['mine'],
    ]);
  });
});

describe('a part of the place', () => {
  it('names a client, with or without a tab', () => {
    expect(splitPart(undefined)).toBeUndefined();
    expect(splitPart('codex@0.154.0')).toEqual({ key: 'codex@0.154.0', tab: '' });
    expect(splitPart('codex@0.154.0/shown')).toEqual({ key: 'codex@0.154.0', tab: 'shown' });
  });
});
