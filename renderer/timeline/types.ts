/**
 * What the timeline is given. The reducer in `shared/model` produces this shape; the timeline knows nothing of events.
 * All times are milliseconds since the start of the capture.
 */

/** How a slice is drawn. A style also has a word of its own (see `styles.ts`), so colour is never the only carrier. */
export type SliceStyle =
  | 'response'
  | 'response-running'
  | 'response-error'
  | 'window'
  | 'window-expired'
  | 'item'
  | 'item-opening'
  | 'call-running'
  | 'call-ok'
  | 'call-error'
  | 'call-skipped'
  | 'held'
  | 'abstained';

export type SliceKind = 'response' | 'window' | 'item' | 'call';

/** What the rest of the window calls the thing behind a slice. Several slices may share one reference (a call that was held, then ran). */
export interface SliceRef {
  readonly kind: SliceKind;
  readonly id: string;
}

export interface TimelineLane {
  readonly id: string;
  /** `thread` lanes come first, then `unattributed`, then `waiting`, whatever the order they are listed in. */
  readonly kind: 'thread' | 'unattributed' | 'waiting';
  /** First line of the gutter: "Parent", "Child", "Unattributed". */
  readonly label: string;
  /** Second line of the gutter: "thread 019a…4f2", "parent id on wire". */
  readonly note: string | null;
  /** Lane of the parent thread. Set only when identity evidence joins the two; the lane is then drawn indented below it. */
  readonly parent: string | null;
}

export interface TimelineSlice {
  /** Unique among slices and stable for the life of the capture. */
  readonly id: string;
  readonly ref: SliceRef;
  /** Id of the lane. It may change once, when a verdict arrives: the slice then moves. */
  readonly lane: string;
  /** Row heading inside the lane: the server (and which process of it) for calls, null for responses, items and windows. */
  readonly group: string | null;
  readonly start: number;
  /** `Infinity` while open. Items have `end === start`. */
  readonly end: number;
  readonly label: string;
  readonly style: SliceStyle;
  /** For an item: the slice id of its response, so that its tick stands on that response's row. */
  readonly parent: string | null;
  /** Words drawn behind the bar where there is room: "fits two windows: abstained". */
  readonly note: string | null;
  /** Thread as a person reads it, null when unknown. */
  readonly thread: string | null;
  readonly server: string | null;
  /** How the slice came to its lane: "meta, measured", "window, derived"; null where the question does not arise. */
  readonly attribution: string | null;
  /** Why there is no attribution, or why the call is held: "several-windows". */
  readonly reason: string | null;
}

/** From the item (or response) to the call it caused. */
export interface TimelineConnector {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** `id`: the two carry the same identifier (solid). `containment`: only the interval fits (dashed). */
  readonly evidence: 'id' | 'containment';
}

export interface TimelineCounts {
  readonly threads: number;
  readonly calls: number;
  readonly attributed: number;
  readonly abstained: number;
}

export interface TimelineState {
  /** Goes up with every change; equal revisions of one state object mean nothing has to be read again. */
  readonly revision: number;
  /** Append-only by index. A changed entry is replaced by a new object at the same index, never edited in place. */
  readonly lanes: readonly TimelineLane[];
  /** Append-only by index, entries replaced when they change (see `lanes`). */
  readonly slices: readonly TimelineSlice[];
  /** Append-only by index, entries replaced when they change (see `lanes`). */
  readonly connectors: readonly TimelineConnector[];
  readonly counts: TimelineCounts;
  /** Time of the newest event. */
  readonly latest: number;
}
