/** The visible span of time, over a width in CSS pixels. Times in ms since the start of the capture. */
export interface View {
  readonly from: number;
  readonly span: number;
  readonly width: number;
}

/** What there is to see, in ms. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Events are kept to a microsecond; below this there is nothing to see. */
const MIN_SPAN = 0.02;
/** A fit leaves this part of the width empty on each side. */
const FIT_MARGIN = 0.02;
/** At least this part of the width keeps showing the capture, so that nobody gets lost beside it. */
const KEEP_VISIBLE = 0.1;

export function scaleOf(view: View): number {
  return view.width / view.span;
}

export function xAt(view: View, time: number): number {
  return (time - view.from) * scaleOf(view);
}

export function timeAt(view: View, x: number): number {
  return view.from + x / scaleOf(view);
}

/** The view closest to `view` that is neither too deep nor beside the capture. */
export function clamped(view: View, extent: Extent): View {
  const length = Math.max(extent.to - extent.from, 1);
  const span = Math.min(Math.max(view.span, MIN_SPAN), length * 2);
  const keep = span * KEEP_VISIBLE;
  const from = Math.min(Math.max(view.from, extent.from - span + keep), extent.to - keep);
  return { from: Math.max(from, extent.from - span + keep), span, width: view.width };
}

/** Zooms by `factor` (below 1 = closer) with the time under `x` staying where it is. */
export function zoomed(view: View, factor: number, x: number, extent: Extent): View {
  const span = clamped({ ...view, span: view.span * factor }, extent).span;
  return clamped({ ...view, span, from: timeAt(view, x) - (x / view.width) * span }, extent);
}

/** Moves the view by CSS pixels; positive shows what is later. */
export function panned(view: View, pixels: number, extent: Extent): View {
  return clamped({ ...view, from: view.from + pixels / scaleOf(view) }, extent);
}

/** Shows all of an extent with a little room on both sides. */
export function fitted(extent: Extent, width: number): View {
  const length = Math.max(extent.to - extent.from, MIN_SPAN * 10);
  const span = length / (1 - 2 * FIT_MARGIN);
  return { from: extent.from - span * FIT_MARGIN, span, width };
}

/** Moves the view as little as needed to show a slice; a slice longer than the view is shown from its start. */
export function revealed(view: View, start: number, end: number): View {
  const margin = view.span * 0.05;
  const until = view.from + view.span;
  const isSeen =
    end - start > view.span ? start <= until && end >= view.from : start >= view.from && end <= until;
  if (isSeen) return view;
  const length = Math.min(end - start, view.span - 2 * margin);
  return { ...view, from: start < view.from ? start - margin : start + length + margin - view.span };
}

/** A view on the way from one to another; the span changes by a constant ratio, which the eye takes for even. */
export function between(a: View, b: View, progress: number): View {
  if (progress >= 1) return b;
  const eased = 1 - (1 - progress) ** 3;
  const span = a.span * (b.span / a.span) ** eased;
  const share = Math.abs(b.span - a.span) < 1e-9 * a.span ? eased : (span - a.span) / (b.span - a.span);
  return { from: a.from + (b.from - a.from) * share, span, width: b.width };
}
