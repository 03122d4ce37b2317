import type { TimelineSlice, TimelineState as ReducedState } from '../../shared/model/timeline.ts';

export type {
  SliceStyle,
  TimelineConnector,
  TimelineCounts,
  TimelineLane,
  TimelineSlice,
} from '../../shared/model/timeline.ts';

/** What a slice stands for, as the rest of the window calls it. A call that was held and then ran has two slices. */
export type SliceRef = Readonly<TimelineSlice['ref']>;
export type SliceKind = SliceRef['kind'];

/** What can be selected on the timeline: a slice, or the thread of a lane. */
export type TimelineSelection = SliceRef | { readonly kind: 'thread'; readonly id: string };

/**
 * What the view reads of the reducer's state, which grows in place: entries are appended, and replaced at their index when
 * they change. Times in ms since the start of the capture.
 */
export type TimelineState = Readonly<
  Pick<ReducedState, 'revision' | 'lanes' | 'slices' | 'connectors' | 'counts' | 'latest'>
>;
