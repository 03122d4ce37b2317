import * as z from 'zod';
import type { Event } from '../event.ts';
import type { Result } from '../fault.ts';
import { CallsState, applyCalls, initCalls } from './calls.ts';
import { LatencyState, applyLatency, initLatency } from './latency.ts';
import { PipelineState, applyPipeline, initPipeline } from './pipeline.ts';
import { isListed, pipelineRows } from './pipeline-view.ts';
import { restoreState, saveState } from './saved.ts';
import { ServersState, applyServers, initServers, serversReady } from './servers.ts';
import { StatusState, applyStatus, initStatus, type ProbeProgress } from './status.ts';
import { ThreadsState, applyThreads, initThreads } from './threads.ts';
import { TimelineState, applyTimeline, initTimeline } from './timeline.ts';

/**
 * Everything the views show of one capture, folded once. `apply` mutates and returns the same object: copying Maps for
 * every event would cost more than folding. A part's `version` (`revision` in the timeline) goes up when it changed;
 * rows inside are replaced, never edited, so a row that is the same object has not changed.
 */
export const CaptureState = z.strictObject({
  status: StatusState,
  servers: ServersState,
  pipeline: PipelineState,
  calls: CallsState,
  threads: ThreadsState,
  timeline: TimelineState,
  latency: LatencyState,
});
export type CaptureState = z.infer<typeof CaptureState>;

export const initCapture = (): CaptureState => ({
  status: initStatus(),
  servers: initServers(),
  pipeline: initPipeline(),
  calls: initCalls(),
  threads: initThreads(),
  timeline: initTimeline(),
  latency: initLatency(),
});

/** Folds one event in. `status.version` goes up with every event. */
export function applyCapture(state: CaptureState, event: Event): CaptureState {
  applyStatus(state.status, event);
  applyServers(state.servers, event);
  applyPipeline(state.pipeline, event);
  applyCalls(state.calls, event);
  applyThreads(state.threads, event);
  applyTimeline(state.timeline, event);
  applyLatency(state.latency, event);
  return state;
}

export function foldCapture(events: Iterable<Event>, state: CaptureState = initCapture()): CaptureState {
  for (const event of events) applyCapture(state, event);
  return state;
}

export const saveCapture = (state: CaptureState): string => saveState(state);
export const restoreCapture = (text: string): Result<CaptureState> => restoreState(CaptureState, text);

/** The status bar. Times in ms. */
export interface Status {
  readonly events: number;
  readonly latest: number;
  readonly serversReady: number;
  readonly servers: number;
  readonly tools: number;
  readonly threads: number;
  readonly calls: number;
  readonly attributed: number;
  readonly abstained: number;
  readonly waiting: number;
  readonly running: number;
  readonly dropped: number;
  readonly clockUncertainty: number;
  readonly ended: boolean;
  readonly simulated: boolean;
  readonly probe: ProbeProgress | null;
}

export function statusOf(state: CaptureState): Status {
  let tools = 0;
  for (const row of pipelineRows(state.pipeline)) if (isListed(row)) tools++;
  return {
    events: state.status.events,
    latest: state.status.latest,
    serversReady: serversReady(state.servers),
    servers: state.servers.rows.size,
    tools,
    threads: state.threads.threads.size,
    calls: state.calls.rows.size,
    attributed: state.calls.attributed,
    abstained: state.calls.abstained,
    waiting: state.calls.waiting,
    running: state.calls.running,
    dropped: state.status.dropped,
    clockUncertainty: state.status.clockUncertainty,
    ended: state.status.ended !== null,
    simulated: state.status.simulated,
    probe: state.status.probe,
  };
}
