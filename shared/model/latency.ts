import * as z from 'zod';
import { AnyNumber } from './saved.ts';
import { Count, Millis, ServerName, ToolName, type Event } from '../event.ts';

/**
 * Durations in buckets that grow by an eighth of an octave: any percentile read from them is within 5 % of the true
 * one, and two histograms merge by adding their counts.
 */
export const Histogram = z.strictObject({
  /** Calls that were answered; only these have a latency. */
  count: Count,
  /** Answers that were errors, and calls that got no answer at all. */
  errors: Count,
  sum: Millis,
  min: AnyNumber,
  max: Millis,
  buckets: z.map(Count, Count),
});
export type Histogram = z.infer<typeof Histogram>;

export const LatencyState = z.strictObject({
  version: Count,
  tools: z.map(ServerName, z.map(ToolName, Histogram)),
});
export type LatencyState = z.infer<typeof LatencyState>;

export const initLatency = (): LatencyState => ({ version: 0, tools: new Map() });

export const emptyHistogram = (): Histogram => ({
  count: 0,
  errors: 0,
  sum: 0,
  min: Infinity,
  max: 0,
  buckets: new Map(),
});

/** Mutates and returns the state. A call that was skipped took no time and is not counted. */
export function applyLatency(state: LatencyState, event: Event): LatencyState {
  if (event.kind !== 'call.finished' || event.outcome === 'skipped') return state;
  let tools = state.tools.get(event.server);
  if (tools === undefined) {
    tools = new Map();
    state.tools.set(event.server, tools);
  }
  let histogram = tools.get(event.tool);
  if (histogram === undefined) {
    histogram = emptyHistogram();
    tools.set(event.tool, histogram);
  }
  const answered =
    event.outcome === 'ok' || event.outcome === 'toolError' || event.outcome === 'protocolError';
  if (event.outcome !== 'ok') histogram.errors++;
  if (answered) record(histogram, event.durationMs);
  state.version++;
  return state;
}

/** Adds one duration in ms. */
export function record(histogram: Histogram, ms: number): void {
  const bucket = bucketOf(ms);
  histogram.count++;
  histogram.sum += ms;
  if (ms < histogram.min) histogram.min = ms;
  if (ms > histogram.max) histogram.max = ms;
  histogram.buckets.set(bucket, (histogram.buckets.get(bucket) ?? 0) + 1);
}

const PER_OCTAVE = 8;
const MICROS = 1000;

/** Bucket 0 holds everything below a microsecond. */
export const bucketOf = (ms: number): number =>
  ms * MICROS < 1 ? 0 : Math.floor(Math.log2(ms * MICROS) * PER_OCTAVE) + 1;

/** From where to where a bucket reaches, in ms. */
export const bucketBounds = (bucket: number): readonly [number, number] =>
  bucket === 0
    ? [0, 1 / MICROS]
    : [2 ** ((bucket - 1) / PER_OCTAVE) / MICROS, 2 ** (bucket / PER_OCTAVE) / MICROS];

/** The histogram of both together; neither is changed. */
export function mergeHistograms(a: Histogram, b: Histogram): Histogram {
  const buckets = new Map(a.buckets);
  for (const [bucket, count] of b.buckets) buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
  return {
    count: a.count + b.count,
    errors: a.errors + b.errors,
    sum: a.sum + b.sum,
    min: Math.min(a.min, b.min),
    max: Math.max(a.max, b.max),
    buckets,
  };
}

/** The duration in ms that a share `p` (0 to 1) of all calls did not exceed, by nearest rank; null without calls. */
export function percentile(histogram: Histogram, p: number): number | null {
  if (histogram.count === 0) return null;
  const rank = Math.max(1, Math.ceil(p * histogram.count));
  if (rank === histogram.count) return histogram.max;
  let below = 0;
  for (const bucket of [...histogram.buckets.keys()].toSorted((a, b) => a - b)) {
    below += histogram.buckets.get(bucket) ?? 0;
    if (below < rank) continue;
    const [from, to] = bucketBounds(bucket);
    return Math.min(histogram.max, Math.max(histogram.min, (from + to) / 2));
  }
  return histogram.max;
}

/** One tool's figures, in ms. */
export interface LatencyRow {
  readonly server: ServerName;
  readonly tool: ToolName;
  readonly histogram: Histogram;
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
}

/** One row a tool, grouped by server. */
export function latencyRows(state: LatencyState): LatencyRow[] {
  const rows: LatencyRow[] = [];
  for (const [server, tools] of state.tools) {
    for (const [tool, histogram] of tools) {
      rows.push({
        server,
        tool,
        histogram,
        mean: histogram.count === 0 ? null : histogram.sum / histogram.count,
        p50: percentile(histogram, 0.5),
        p90: percentile(histogram, 0.9),
        p99: percentile(histogram, 0.99),
      });
    }
  }
  return rows;
}

/** Bars for a chart: adjoining octave-wide bins in ms, from the first to the last that is not empty. */
export function octaveBins(histogram: Histogram): { from: number; to: number; count: number }[] {
  const octaves = new Map<number, number>();
  for (const [bucket, count] of histogram.buckets) {
    const octave = Math.max(0, Math.ceil(bucket / PER_OCTAVE));
    octaves.set(octave, (octaves.get(octave) ?? 0) + count);
  }
  if (octaves.size === 0) return [];
  const first = Math.min(...octaves.keys());
  const last = Math.max(...octaves.keys());
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const octave = first + index;
    return {
      from: octave === 0 ? 0 : 2 ** (octave - 1) / MICROS,
      to: 2 ** octave / MICROS,
      count: octaves.get(octave) ?? 0,
    };
  });
}
