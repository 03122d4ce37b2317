import type { Drawing, Look } from './look.ts';
import type { TimelineModel } from './model.ts';
import { BUCKETS } from './minimap.ts';

/** Distance from bar to bar and width of a bar, CSS px. */
const PITCH = 7;
const BAR = 5;
const INSET = 2;
const TALLEST = 4;
/** A failure caps its bar with this much, CSS px. */
const FAULT = 4;

/** Calls in flight over the whole capture, failures as caps in their own colour, and the visible span as a frame on top. */
export function drawMinimap(
  drawing: Drawing,
  model: TimelineModel,
  look: Look,
  width: number,
  height: number,
  unit: number,
): void {
  drawing.setTransform(unit, 0, 0, unit, 0, 0);
  drawing.fillStyle = look.panel;
  drawing.fillRect(0, 0, width, height);
  const extent = model.extent;
  const columns = Math.min(BUCKETS, Math.max(1, Math.floor(width / PITCH)));
  const { inFlight, fault } = model.scene.store.minimap.read(
    extent.from,
    Math.max(extent.to, extent.from + 1),
    columns,
  );
  const most = inFlight.reduce((a, b) => Math.max(a, b), TALLEST);
  const pitch = width / columns;
  const room = height - INSET - 6;
  for (const [column, count] of inFlight.entries()) {
    const share = count / most;
    const bar = count === 0 ? 1 : Math.max(4, share * room);
    drawing.fillStyle = look.execution;
    drawing.globalAlpha = count === 0 ? 0.2 : 0.35 + 0.4 * share;
    drawing.fillRect(column * pitch, height - INSET - bar, Math.min(BAR, pitch), bar);
    if (fault[column] !== 1) continue;
    drawing.fillStyle = look.fault;
    drawing.globalAlpha = 1;
    drawing.fillRect(column * pitch, height - INSET - bar, Math.min(BAR, pitch), FAULT);
  }
  drawing.globalAlpha = 1;
  const { x0, x1 } = brushOf(model, width);
  drawing.fillStyle = look.accent;
  drawing.globalAlpha = 0.14;
  drawing.fillRect(x0, 1, x1 - x0, height - 2);
  drawing.globalAlpha = 1;
  drawing.strokeStyle = look.accent;
  drawing.lineWidth = 1;
  drawing.strokeRect(x0 + 0.5, 0.5, Math.max(1, x1 - x0 - 1), height - 1);
}

/** The visible span on the strip, CSS px. */
export function brushOf(model: TimelineModel, width: number): { x0: number; x1: number } {
  const { from, to } = model.extent;
  const perMs = width / Math.max(1, to - from);
  const x0 = Math.max(0, Math.round((model.view.from - from) * perMs));
  const x1 = Math.min(width, Math.round((model.view.from + model.view.span - from) * perMs));
  return { x0: Math.min(x0, width - 2), x1: Math.max(x1, x0 + 2) };
}

const EDGE = 6;

/** Dragging on the strip: an edge of the frame changes it, its inside moves it, elsewhere a new span is brushed. */
export function brush(canvas: HTMLCanvasElement, model: TimelineModel): () => void {
  let drag: { kind: 'from' | 'to' | 'move' | 'new'; startX: number; from: number; to: number } | null = null;
  const xOf = (event: PointerEvent): number => event.clientX - canvas.getBoundingClientRect().left;
  const timeOf = (x: number): number => {
    const { from, to } = model.extent;
    return from + (x / Math.max(1, canvas.clientWidth)) * (to - from);
  };

  const onDown = (event: PointerEvent): void => {
    const x = xOf(event);
    const { x0, x1 } = brushOf(model, canvas.clientWidth);
    const from = model.view.from;
    const to = from + model.view.span;
    const isAll = x1 - x0 >= canvas.clientWidth - 2;
    canvas.setPointerCapture(event.pointerId);
    if (Math.abs(x - x0) <= EDGE && !isAll) drag = { kind: 'from', startX: x, from, to };
    else if (Math.abs(x - x1) <= EDGE && !isAll) drag = { kind: 'to', startX: x, from, to };
    else if (x > x0 && x < x1 && !isAll) drag = { kind: 'move', startX: x, from, to };
    else drag = { kind: 'new', startX: x, from: timeOf(x), to: timeOf(x) };
  };

  const onMove = (event: PointerEvent): void => {
    if (drag === null) return;
    const x = xOf(event);
    const by = timeOf(x) - timeOf(drag.startX);
    const least = timeOf(2) - timeOf(0);
    if (drag.kind === 'from') model.show(Math.min(drag.from + by, drag.to - least), drag.to, false);
    else if (drag.kind === 'to') model.show(drag.from, Math.max(drag.to + by, drag.from + least), false);
    else if (drag.kind === 'move') model.show(drag.from + by, drag.to + by, false);
    else if (Math.abs(x - drag.startX) > EDGE)
      model.show(Math.min(drag.from, drag.from + by), Math.max(drag.from, drag.from + by), false);
  };

  const onUp = (event: PointerEvent): void => {
    const x = xOf(event);
    if (drag?.kind === 'new' && Math.abs(x - drag.startX) <= EDGE) {
      const span = model.view.span;
      model.show(timeOf(x) - span / 2, timeOf(x) + span / 2, true); // a click brings its time to the middle
    }
    drag = null;
  };

  const away = new AbortController();
  canvas.addEventListener('pointerdown', onDown, { signal: away.signal });
  canvas.addEventListener('pointermove', onMove, { signal: away.signal });
  canvas.addEventListener('pointerup', onUp, { signal: away.signal });
  canvas.addEventListener('pointercancel', () => (drag = null), { signal: away.signal });
  return () => {
    away.abort();
  };
}
