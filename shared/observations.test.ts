import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AbstainReason } from './event.ts';
import figures from '../tests/fixtures/probe-figures.json' with { type: 'json' };
import {
  judgeObservations,
  type ObservationOptions,
  type Observations,
  type ObservedVerdicts,
} from './observations.ts';

const judge = (input: Observations, options?: ObservationOptions): ObservedVerdicts => {
  const result = judgeObservations(input, options);
  if (!result.ok) throw new Error(result.fault.message);
  return result.value;
};

const empty: Observations = { threads: [], windows: [], calls: [], items: [] };

/** The published parent and child run, with the parent's window closing when it did or elsewhere. */
function parentAndChild(parentCloses?: number): Observations {
  const rows = Object.entries(figures.parentChild.threads);
  return {
    threads: rows.map(([id]) => ({ id })),
    windows: rows.map(([id, { window }]) => ({
      id: `${id}-window`,
      thread: id,
      openedAt: window[0] ?? 0,
      closedAt: id === 'parent' ? (parentCloses ?? window[1] ?? 0) : (window[1] ?? 0),
    })),
    calls: rows.map(([id, { mcpCall }]) => ({
      id: `${id}-call`,
      startedAt: mcpCall[0] ?? 0,
      finishedAt: mcpCall[1] ?? 0,
    })),
    items: [],
  };
}

describe('the published figures as bare observations', () => {
  it('attributes the single call', () => {
    const { thread, responseItem, mcpCall, nextRequestAt } = figures.executionWindow;
    const { verdicts } = judge({
      threads: [{ id: thread }],
      windows: [{ id: 'w', thread, openedAt: responseItem.completedAt, closedAt: nextRequestAt }],
      calls: [{ id: 'c', startedAt: mcpCall.start, finishedAt: mcpCall.end }],
      items: [{ id: 'i', thread, window: 'w', name: responseItem.name }],
    });
    expect(verdicts).toEqual([
      {
        call: 'c',
        verdict: 'attributed',
        tier: 'window',
        thread,
        window: 'w',
        item: 'i',
        agrees: [],
        closeLagMs: 14,
      },
    ]);
  });

  it('gives two overlapping calls each to its own thread', () => {
    const { verdicts, overlaps } = judge(parentAndChild());
    expect(
      verdicts.map((verdict) => verdict.verdict === 'attributed' && [verdict.thread, verdict.closeLagMs]),
    ).toEqual([
      ['parent', 32],
      ['child', figures.parentChild.expect.largestCloseLagMs],
    ]);
    expect(overlaps).toEqual([
      { calls: ['parent-call', 'child-call'], ms: figures.parentChild.expect.overlapMs },
    ]);
  });

  it('attributes the late boundary with a wait of 250 ms and abstains with 50 ms', () => {
    expect(judge(parentAndChild(), { waitMs: 250 }).verdicts[1]).toMatchObject({
      verdict: 'attributed',
      thread: 'child',
    });
    expect(judge(parentAndChild(), { waitMs: 50 }).verdicts).toMatchObject([
      { verdict: 'attributed', thread: 'parent' },
      { verdict: 'abstained', reason: 'missing-boundary', candidates: ['child-window'] },
    ]);
  });

  it('changes the verdict when a boundary moves across the end of an interval', () => {
    const [, end = 0] = figures.parentChild.threads.parent.mcpCall;
    expect(judge(parentAndChild(end)).verdicts[0]).toMatchObject({ verdict: 'attributed', thread: 'parent' });
    expect(judge(parentAndChild(end - 1)).verdicts[0]).toMatchObject({
      verdict: 'abstained',
      reason: 'no-window',
    });
  });
});

describe('bare observations', () => {
  const windows = [
    { id: 'wa', thread: 'a', openedAt: 0, closedAt: 100 },
    { id: 'wb', thread: 'b', openedAt: 10, closedAt: 90 },
  ];
  const base = { ...empty, threads: [{ id: 'a' }, { id: 'b', parent: 'a' }], windows };
  const items = [
    { id: 'ia', thread: 'a', window: 'wa' },
    { id: 'ib', thread: 'b', window: 'wb' },
  ];
  const call = { id: 'c', startedAt: 20, finishedAt: 80 };
  const first = (input: Observations): unknown => judge(input).verdicts[0];

  it('lets ids tell what windows cannot', () => {
    expect(first({ ...base, calls: [call] })).toMatchObject({
      reason: 'several-windows',
      candidates: ['wa', 'wb'],
    });
    expect(first({ ...base, items, calls: [{ ...call, meta: { toolUseId: 'ib' } }] })).toMatchObject({
      tier: 'meta',
      thread: 'b',
      window: 'wb',
      item: 'ib',
    });
    expect(first({ ...base, calls: [{ ...call, meta: { threadId: 'a' } }] })).toMatchObject({
      tier: 'meta',
      thread: 'a',
    });
  });

  it('abstains on ids that cannot be true', () => {
    expect(first({ ...base, calls: [{ ...call, meta: { threadId: 'x' } }] })).toMatchObject({
      reason: 'unknown-thread',
    });
    expect(first({ ...base, items, calls: [{ ...call, meta: { itemId: 'x' } }] })).toMatchObject({
      reason: 'unknown-thread',
    });
    expect(
      first({ ...base, items, calls: [{ ...call, meta: { itemId: 'ia', threadId: 'b' } }] }),
    ).toMatchObject({
      reason: 'conflicting-evidence',
    });
    expect(
      first({ ...base, items, calls: [{ id: 'c', startedAt: 5, finishedAt: 80, meta: { itemId: 'ib' } }] }),
    ).toMatchObject({
      reason: 'conflicting-evidence',
    });
  });

  it('abstains where a boundary is open, missing or out of order', () => {
    const open = windows.map((window) => ({
      ...window,
      closedAt: window.id === 'wb' ? null : window.closedAt,
    }));
    expect(first({ ...base, windows: open, calls: [call] })).toMatchObject({ reason: 'open-window' });
    expect(first({ ...base, windows: open.slice(1), calls: [call] })).toMatchObject({
      reason: 'missing-boundary',
    });
    expect(
      first({ ...base, windows: windows.slice(1), calls: [{ ...call, finishedAt: null }] }),
    ).toMatchObject({
      reason: 'missing-boundary',
    });
    expect(first({ ...base, calls: [{ id: 'c', startedAt: 80, finishedAt: 20 }] })).toMatchObject({
      reason: 'clock-unreliable',
    });
  });

  it('accepts ids that look like the innards of an object', () => {
    const odd = {
      ...empty,
      threads: [{ id: '__proto__' }],
      calls: [{ ...call, meta: { threadId: '__proto__' } }],
    };
    expect(first(odd)).toMatchObject({ thread: '__proto__' });
  });

  it.each<[string, unknown, string]>([
    ['nothing', null, 'the root'],
    ['a missing list', { ...empty, windows: undefined }, 'windows'],
    [
      'a time that is a string',
      { ...empty, calls: [call, { ...call, id: 'd', startedAt: '5' }] },
      'calls[1].startedAt',
    ],
    ['an id that stands twice', { ...empty, calls: [call, call] }, 'calls[1].id'],
    [
      'a window that closes before it opens',
      { ...empty, windows: [{ ...windows[0], closedAt: -1 }] },
      'windows[0].closedAt',
    ],
    [
      'an item of no window',
      { ...empty, items: [{ id: 'i', thread: 'a', window: 'none' }] },
      'items[0].window',
    ],
    [
      'an item of another thread than its window',
      { ...base, items: [{ id: 'i', thread: 'b', window: 'wa' }] },
      'items[0].thread',
    ],
  ])('names the place of %s', (_name, input, place) => {
    const result = judgeObservations(input);
    expect(result).toMatchObject({ ok: false, fault: { code: 'observations-invalid' } });
    expect(result.ok ? '' : result.fault.message).toContain(`at ${place}.`);
  });

  it('keeps the longest overlaps of very many', () => {
    const many = Array.from({ length: 80 }, (_, index) => ({
      id: `c${index}`,
      startedAt: index,
      finishedAt: 1000 - index,
    }));
    const { overlaps } = judge({ ...empty, calls: many });
    expect(overlaps).toHaveLength(1000);
    expect(Math.min(...overlaps.map(({ ms }) => ms))).toBeGreaterThan(1000 - 80 * 2);
  });

  it('gives the answer that the documentation shows for the input that it shows', () => {
    const page = readFileSync(new URL('../docs/attribution.md', import.meta.url), 'utf8');
    const [input, answer] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, json = '']) =>
      JSON.parse(json),
    );
    expect(judge(input)).toEqual(answer);
    for (const reason of AbstainReason.options) expect(page).toContain(`| \`${reason}\` |`);
  });
});
