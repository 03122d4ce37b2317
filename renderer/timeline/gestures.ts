import { AXIS } from './layout.ts';
import type { TimelineModel } from './model.ts';
import type { TimelineSlice } from './types.ts';

/** Less movement than this is a click, CSS px. */
const CLICK_SLACK = 4;
/** One notch of a wheel is about 100; this makes it a zoom by a fifth. */
const WHEEL_ZOOM = 0.0018;
const PINCH_ZOOM = 0.01;
const LINE_HEIGHT = 16;

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  readonly start: Point;
  readonly kind: 'measure' | 'pan';
  last: Point;
  moved: boolean;
}

/** Pointer, wheel and pinch on the canvas, as actions of the model. Returns the function that takes them off again. */
export function listen(
  canvas: HTMLCanvasElement,
  model: TimelineModel,
  onSelect: (slice: TimelineSlice | null) => void,
): () => void {
  const fingers = new Map<number, Point>();
  let drag: Drag | null = null;

  const at = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button > 1) return;
    fingers.set(event.pointerId, at(event));
    canvas.setPointerCapture(event.pointerId);
    drag =
      fingers.size > 1
        ? null
        : {
            start: at(event),
            last: at(event),
            moved: false,
            kind: event.shiftKey || event.button === 1 ? 'pan' : 'measure',
          };
    if (event.button === 1) event.preventDefault(); // no auto-scroll
  };

  const onMove = (event: PointerEvent): void => {
    const point = at(event);
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
      const before = fingers.get(event.pointerId);
      if (other !== undefined && before !== undefined) pinch(model, other, before, point);
      fingers.set(event.pointerId, point);
      return;
    }
    if (drag === null) {
      model.point(point);
      return;
    }
    drag.moved ||= Math.abs(point.x - drag.start.x) >= CLICK_SLACK;
    if (drag.moved) {
      model.point(null);
      if (drag.kind === 'pan') model.pan(drag.last.x - point.x, false);
      else model.measureBetween(drag.start, point, event.altKey);
    }
    drag.last = point;
  };

  const onUp = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    const ended = drag;
    drag = null;
    model.point(at(event));
    if (ended === null || ended.moved || ended.kind === 'pan' || ended.start.y < AXIS) return;
    const slice = model.sliceAt(ended.start.x, ended.start.y);
    if (slice === undefined) model.clearMeasure();
    onSelect(slice ?? null);
  };

  const onCancel = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    drag = null;
    model.point(null);
  };

  const onLeave = (): void => {
    if (drag === null) model.point(null);
  };

  const onDouble = (event: MouseEvent): void => {
    const slice = model.sliceAt(at(event).x, at(event).y);
    if (slice === undefined) return;
    const end = Math.min(slice.end, Math.max(model.now, slice.start));
    const room = Math.max((end - slice.start) * 0.1, 0.1);
    model.show(slice.start - room, end + room, true);
  };

  const onWheel = (event: WheelEvent): void => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_HEIGHT : 1;
    const dx = event.deltaX * unit;
    const dy = event.deltaY * unit;
    const canScroll = model.maxScroll > 0;
    if (event.ctrlKey || event.metaKey)
      model.zoom(Math.exp(dy * (Math.abs(dy) < 50 ? PINCH_ZOOM : WHEEL_ZOOM)), at(event).x, false);
    else if (event.shiftKey) model.pan(dx === 0 ? dy : dx, false);
    else if (Math.abs(dx) > Math.abs(dy)) model.pan(dx, false);
    else if (canScroll) return; // the lanes scroll
    else model.zoom(Math.exp(dy * WHEEL_ZOOM), at(event).x, false);
    event.preventDefault();
  };

  const away = new AbortController();
  const { signal } = away;
  canvas.addEventListener('pointerdown', onDown, { signal });
  canvas.addEventListener('pointermove', onMove, { signal });
  canvas.addEventListener('pointerup', onUp, { signal });
  canvas.addEventListener('pointercancel', onCancel, { signal });
  canvas.addEventListener('pointerleave', onLeave, { signal });
  canvas.addEventListener('dblclick', onDouble, { signal });
  canvas.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => {
    away.abort();
  };
}

/** Two fingers: the time under the one that rests stays, the distance between them sets the scale. */
function pinch(model: TimelineModel, resting: Point, before: Point, after: Point): void {
  const apart = Math.max(8, Math.abs(before.x - resting.x));
  const now = Math.max(8, Math.abs(after.x - resting.x));
  model.zoom(apart / now, resting.x, false);
}
