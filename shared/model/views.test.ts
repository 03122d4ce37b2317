import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Event } from '../event.ts';
import { callRows } from './calls.ts';
import {
  applyCapture,
  foldCapture,
  initCapture,
  restoreCapture,
  saveCapture,
  statusOf,
  type CaptureState,
} from './capture-state.ts';
import {
  bucketOf,
  emptyHistogram,
  latencyRows,
  mergeHistograms,
  percentile,
  record,
  type Histogram,
} from './latency.ts';
import { pipelineRows } from './pipeline-view.ts';
import { serverRows } from './servers.ts';
import { baseEvents, captureEvents } from './testing/arbitrary-events.ts';
import { naiveCalls } from './testing/naive-calls.ts';
import { naiveLatency, naivePipeline, naiveServers, naiveStatus } from './testing/naive-views.ts';

/** Writes the state down and reads it back. */
function reborn(state: CaptureState): CaptureState {
  const restored = restoreCapture(saveCapture(state));
  if (!restored.ok) throw new Error(`${restored.fault.message} ${restored.fault.cause ?? ''}`);
  return restored.value;
}

/** In chunks, saved and restored between them. */
function foldInChunks(events: readonly Event[], cuts: readonly number[]): CaptureState {
  let state = initCapture();
  let from = 0;
  for (const cut of [...cuts.toSorted((a, b) => a - b), events.length]) {
    state = reborn(foldCapture(events.slice(from, cut), state));
    from = Math.max(from, cut);
  }
  return state;
}

const cuts = fc.array(fc.nat(150), { maxLength: 4 });

describe('views folded in chunks, saved and restored between them', () => {
  it('equal a plain reference', () => {
    fc.assert(
      fc.property(captureEvents(), cuts, (events, where) => {
        const state = foldInChunks(events, where);
        const pipeline = [...pipelineRows(state.pipeline)].toSorted((a, b) => a.order - b.order);
        expect(state.status).toEqual(naiveStatus(events));
        expect(serverRows(state.servers)).toEqual(naiveServers(events));
        expect(pipeline).toEqual(naivePipeline(events));
        expect(callRows(state.calls)).toEqual(naiveCalls(events));
        expect(latencyFigures(state).toSorted(byKey)).toEqual(
          naiveLatency(events).map(figuresOf).toSorted(byKey),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('do not depend on the chunks', () => {
    fc.assert(
      fc.property(captureEvents(), cuts, (events, where) => {
        expect(foldInChunks(events, where)).toEqual(foldCapture(events));
      }),
      { numRuns: 20 },
    );
  });
});

const byKey = (a: { key: string }, b: { key: string }): number => (a.key < b.key ? -1 : 1);

const latencyFigures = (state: CaptureState) =>
  latencyRows(state.latency).map(({ server, tool, histogram: { count, errors, min, max, sum } }) => ({
    key: JSON.stringify([server, tool]),
    count,
    errors,
    min: count === 0 ? 0 : min,
    max,
    sum,
  }));

const figuresOf = ({ key, errors, durations }: ReturnType<typeof naiveLatency>[number]) => ({
  key,
  count: durations.length,
  errors,
  min: durations[0] ?? 0,
  max: durations.at(-1) ?? 0,
  sum: durations.reduce((sum, ms) => sum + ms, 0),
});

const near = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= 0.001 + b * 0.05;

describe('rows', () => {
  it('are replaced when they change, so that an equal object is an unchanged row', () => {
    fc.assert(
      fc.property(captureEvents(80), (events) => {
        const state = initCapture();
        let before = new Map<unknown, string>();
        for (const event of events) {
          applyCapture(state, event);
          const rows = [
            ...serverRows(state.servers),
            ...pipelineRows(state.pipeline),
            ...callRows(state.calls),
            ...state.timeline.slices,
          ];
          for (const row of rows) expect(before.get(row) ?? JSON.stringify(row)).toBe(JSON.stringify(row));
          before = new Map(rows.map((row) => [row, JSON.stringify(row)]));
        }
      }),
      { numRuns: 20 },
    );
  });
});

function histogramOf(values: readonly number[]): Histogram {
  const histogram = emptyHistogram();
  for (const value of values) record(histogram, value);
  return histogram;
}

describe('histograms', () => {
  const durations = fc.array(fc.double({ min: 0, max: 100_000, noNaN: true }), { maxLength: 60 });

  it('give percentiles within five percent', () => {
    fc.assert(
      fc.property(durations, fc.double({ min: 0, max: 1, noNaN: true }), (values, p) => {
        const sorted = values.toSorted((a, b) => a - b);
        const exact = sorted[Math.max(1, Math.ceil(p * sorted.length)) - 1] ?? null;
        expect(near(percentile(histogramOf(values), p), exact)).toBe(true);
      }),
    );
  });

  it('merge to the histogram of both', () => {
    fc.assert(
      fc.property(durations, durations, (a, b) => {
        const merged = mergeHistograms(histogramOf(a), histogramOf(b));
        const both = histogramOf([...a, ...b]);
        expect({ ...merged, sum: 0 }).toEqual({ ...both, sum: 0 });
        expect(merged.sum).toBeCloseTo(both.sum, 3);
      }),
    );
  });

  it('sort every duration into one bucket, longer ones never lower', () => {
    fc.assert(
      fc.property(durations, (values) => {
        const buckets = values.toSorted((a, b) => a - b).map(bucketOf);
        expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('the status bar', () => {
  it('counts as the views do', () => {
    fc.assert(
      fc.property(baseEvents(), (events) => {
        const state = foldCapture(events);
        const status = statusOf(state);
        expect(status.events).toBe(events.length);
        expect(status.serversReady).toBe(naiveServers(events).filter((row) => row.state === 'ready').length);
        expect(status.calls).toBe(naiveCalls(events).length);
        expect(status.waiting).toBe(naiveCalls(events).filter((row) => row.state === 'waiting').length);
        expect(status.running).toBe(naiveCalls(events).filter((row) => row.state === 'running').length);
      }),
      { numRuns: 20 },
    );
  });
});
