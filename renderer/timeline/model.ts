import { f64 } from './columns.ts';
import { boxOf, hitTest } from './hit.ts';
import type { Spot } from './hit.ts';
import { AXIS, stack } from './layout.ts';
import type { Layout } from './layout.ts';
import { Scene } from './scene.ts';
import { snapped } from './snap.ts';
import type { SliceRef, TimelineSlice, TimelineState } from './types.ts';
import { between, clamped, fitted, panned, revealed, timeAt, xAt, zoomed } from './view.ts';
import type { Extent, View } from './view.ts';
import { firstVisible, step } from './walk.ts';
import type { Direction } from './walk.ts';

/** What is under the pointer. Coordinates on the canvas, CSS px. */
export interface Hover {
  readonly id: number;
  readonly count: number;
  readonly x: number;
  readonly y: number;
}

/** What React shows around the canvas; a new object whenever a part of it changed. */
export interface Surroundings {
  readonly layout: Layout;
  readonly hover: Hover | null;
  /** Last slice reached with the keyboard, for the live region. */
  readonly reached: TimelineSlice | null;
}

/** `fit`: all of the capture; `follow`: a constant span that keeps up with now; `free`: where a person put it. */
type Mode = 'fit' | 'follow' | 'free';

/** A live capture starts with this much time in view, so that nothing has to move for a while; ms. */
const LIVE_SPAN = 10_000;
/** Following, now stays left of this part of the width. */
const FOLLOW_EDGE = 0.94;
const ANIMATION = 120;
/** A mark this close to the pointer is taken away instead of setting another; CSS px. */
const MARK_REACH = 5;

/**
 * The timeline's own state, without a page: what is read, how it is stacked, which span is seen, what is measured and marked.
 * Times in ms since the start of the capture, coordinates in CSS px on the canvas.
 */
export class TimelineModel {
  readonly scene: Scene = new Scene();
  layout: Layout = { lanes: [], height: 0 };
  view: View = { from: 0, span: LIVE_SPAN, width: 1 };
  height = 0;
  scrollTop = 0;
  now = 0;
  live = false;
  measure: { readonly from: number; readonly to: number } | null = null;
  marks: readonly number[] = [];
  pointer: { readonly x: number; readonly y: number } | null = null;
  selected: readonly number[] = [];
  reducedMotion = false;
  surroundings: Surroundings = { layout: this.layout, hover: null, reached: null };

  #mode: Mode = 'fit';
  #followEdge = FOLLOW_EDGE;
  #shape = -1;
  #latest = 0;
  #selection: SliceRef | null = null;
  #animation: { readonly from: View; readonly to: View; readonly since: number } | null = null;
  readonly #painters = new Set<() => void>();
  readonly #watchers = new Set<() => void>();

  /** Calls back when the picture is out of date. */
  onPaint(paint: () => void): () => void {
    this.#painters.add(paint);
    return () => this.#painters.delete(paint);
  }

  /** Calls back when `surroundings` is another object. */
  readonly watch = (listener: () => void): (() => void) => {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  };

  readonly readSurroundings = (): Surroundings => this.surroundings;

  get extent(): Extent {
    const from = Math.min(this.scene.firstStart, this.#latest);
    return { from, to: Math.max(this.scene.lastEnd, this.scene.open > 0 ? this.now : from, from) };
  }

  /** Time under the pointer. */
  get cursor(): number | null {
    return this.pointer === null ? null : timeAt(this.view, this.pointer.x);
  }

  /** True while the picture changes by itself: something is open, or the view is on its way. */
  get moving(): boolean {
    return this.#animation !== null || (this.live && this.scene.open > 0);
  }

  read(state: TimelineState, live: boolean, now: number): void {
    const wasLive = this.live;
    if (this.scene.read(state)) {
      this.#mode = 'fit';
      this.#shape = -1;
      this.now = 0;
      this.measure = null;
      this.marks = [];
    }
    this.live = live;
    this.#latest = state.latest;
    this.now = live ? Math.max(this.now, now, state.latest) : state.latest;
    if (wasLive && !live) this.#mode = 'free';
    if (this.#shape !== this.scene.store.shape || wasLive !== live) this.#restack();
    this.selected = this.#selection === null ? [] : this.scene.idsOf(this.#selection);
    this.#keepUp();
    this.#changed();
  }

  /** Time passed on a live capture without an event. */
  tick(now: number): void {
    if (!this.live || now <= this.now) return;
    this.now = now;
    this.#keepUp();
  }

  /** Moves an animated view on; `time` from the clock of animation frames, ms. */
  animate(time: number): void {
    if (this.#animation === null) return;
    const { from, to, since } = this.#animation;
    const progress = (time - since) / ANIMATION;
    this.view = between(from, to, Math.max(0, progress));
    if (progress >= 1) this.#animation = null;
  }

  resize(width: number, height: number): void {
    if (width === this.view.width && height === this.height) return;
    this.view = { ...this.view, width: Math.max(1, width) };
    this.#animation = null;
    this.height = height;
    this.#keepUp();
    this.#changed();
  }

  scrollTo(top: number): void {
    this.scrollTop = Math.max(0, Math.min(top, this.maxScroll));
    this.#lookUnder();
    this.#changed();
  }

  get maxScroll(): number {
    return Math.max(0, AXIS + this.layout.height - this.height);
  }

  /** Shows all of the capture, and keeps showing it while it is live. */
  fit(): void {
    this.#moveTo(this.#fitted(), true);
    this.#mode = 'fit';
  }

  zoom(factor: number, x: number, smooth: boolean): void {
    this.#moveTo(zoomed(this.#target, factor, x, this.extent), smooth);
  }

  pan(pixels: number, smooth: boolean): void {
    this.#moveTo(panned(this.#target, pixels, this.extent), smooth);
  }

  /** Shows exactly this span. */
  show(from: number, to: number, smooth: boolean): void {
    this.#moveTo(clamped({ ...this.view, from, span: Math.max(to - from, 1e-3) }, this.extent), smooth);
  }

  /** Puts a mark under the pointer (or at the start of the selected slice), or takes away the one that is there. */
  mark(): void {
    const time = this.cursor ?? this.#startOfSelected();
    if (time === undefined) return;
    const reach = MARK_REACH * (this.view.span / this.view.width);
    const near = this.marks.find((mark) => Math.abs(mark - time) <= reach);
    this.marks =
      near === undefined
        ? [...this.marks, time].toSorted((a, b) => a - b)
        : this.marks.filter((mark) => mark !== near);
    this.#changed();
  }

  /** The pointer is at a point of the canvas; null when it left. */
  point(at: { readonly x: number; readonly y: number } | null): void {
    this.pointer = at;
    this.#lookUnder();
    this.#changed();
  }

  /** Measures from one point to another; both catch on the edges of slices near them unless `exact`. */
  measureBetween(from: { x: number; y: number }, to: { x: number; y: number }, exact: boolean): void {
    const timeOf = (at: { x: number; y: number }): number =>
      exact ? timeAt(this.view, at.x) : snapped(this, at.x, at.y);
    this.measure = { from: timeOf(from), to: timeOf(to) };
    this.#changed();
  }

  clearMeasure(): void {
    this.measure = null;
    this.#changed();
  }

  /** The slice to select for a click; clicking a merged bar again goes on to its next member. */
  sliceAt(x: number, y: number): TimelineSlice | undefined {
    const spot = this.#spotAt(x, y);
    if (spot === undefined) return undefined;
    const ids = this.scene.store.idsAt(spot.row, spot.i);
    const current = ids.findIndex((id) => this.selected.includes(id));
    return this.scene.slices[ids[(current + 1) % ids.length] ?? -1];
  }

  /** The slice an arrow key leads to from the selected one; it is brought into view and announced. */
  walk(direction: Direction): TimelineSlice | undefined {
    const [id] = this.selected;
    const row = id === undefined ? undefined : this.scene.store.rowOf(id);
    const i = id === undefined ? -1 : this.scene.store.find(id);
    const spot =
      row === undefined || i < 0
        ? firstVisible(this.layout, this.view)
        : step(this.layout, { row, i }, direction);
    const next = spot === undefined ? undefined : this.scene.store.idsAt(spot.row, spot.i)[0];
    const slice = next === undefined ? undefined : this.scene.slices[next];
    if (next === undefined || slice === undefined) return undefined;
    this.#reveal(next);
    this.#surround({ reached: slice });
    return slice;
  }

  /** Follows the selection of the window. What was selected elsewhere is brought into view. */
  select(ref: SliceRef | null, reveal: boolean): void {
    this.#selection = ref;
    this.selected = ref === null ? [] : this.scene.idsOf(ref);
    const [first] = this.selected;
    if (reveal && first !== undefined) this.#reveal(first);
    this.#changed();
  }

  #spotAt(x: number, y: number): Spot | undefined {
    return hitTest(this.layout, this.view, { top: this.scrollTop }, this.now, x, y);
  }

  #lookUnder(): void {
    const at = this.pointer;
    const spot = at === null ? undefined : this.#spotAt(at.x, at.y);
    const ids = spot === undefined ? [] : this.scene.store.idsAt(spot.row, spot.i);
    const id = ids.find((candidate) => this.selected.includes(candidate)) ?? ids[0];
    if (at === null || id === undefined) {
      if (this.surroundings.hover !== null) this.#surround({ hover: null });
      return;
    }
    const { hover } = this.surroundings;
    const isSame = hover?.id === id && hover.count === ids.length && hover.x === at.x && hover.y === at.y;
    if (!isSame) this.#surround({ hover: { id, count: ids.length, x: at.x, y: at.y } });
  }

  #startOfSelected(): number | undefined {
    const [id] = this.selected;
    return id === undefined ? undefined : this.scene.slices[id]?.start;
  }

  #reveal(id: number): void {
    const row = this.scene.store.rowOf(id);
    const i = this.scene.store.find(id);
    const box = boxOf(this.scene.store, this.layout, this.view, { top: this.scrollTop }, this.now, id);
    if (row === undefined || i < 0 || box === undefined) return;
    if (box.y < AXIS) this.scrollTop = Math.max(0, this.scrollTop + box.y - AXIS - 12);
    else if (box.y + box.height > this.height)
      this.scrollTop = Math.min(this.maxScroll, this.scrollTop + box.y + box.height - this.height + 12);
    const start = f64(row.track.start, i);
    const to = revealed(this.#target, start, Math.min(f64(row.track.end, i), Math.max(this.now, start)));
    if (to !== this.#target) this.#moveTo(to, true);
  }

  /** Where the view is, or is going. */
  get #target(): View {
    return this.#animation?.to ?? this.view;
  }

  #moveTo(view: View, smooth: boolean): void {
    const edge = xAt(view, this.extent.to) / view.width;
    this.#mode = this.live && edge <= 1 ? 'follow' : 'free';
    this.#followEdge = Math.max(FOLLOW_EDGE, edge);
    if (smooth && !this.reducedMotion)
      this.#animation = { from: this.view, to: view, since: performance.now() };
    else {
      this.#animation = null;
      this.view = view;
    }
    this.#lookUnder();
    this.#changed();
  }

  #fitted(): View {
    const { from, to } = this.extent;
    return fitted({ from, to: this.live ? Math.max(to, from + LIVE_SPAN) : to }, this.view.width);
  }

  /** While live, the view moves by itself only as `fit` and `follow` say. */
  #keepUp(): void {
    if (this.#animation !== null || this.scene.slices.length === 0) return;
    if (this.#mode === 'fit') this.view = this.#fitted();
    else if (this.#mode === 'follow' && this.live) {
      const late = this.extent.to - timeAt(this.view, this.view.width * this.#followEdge);
      if (late > 0) this.view = { ...this.view, from: this.view.from + late };
    }
    if (this.pointer !== null) this.#lookUnder();
  }

  /** Stacks the lanes anew; the lane at the upper edge stays where it is. */
  #restack(): void {
    const anchor = this.layout.lanes.find((lane) => lane.y + lane.height > this.scrollTop);
    this.layout = stack(this.scene.store, this.scene.order, this.live);
    this.#shape = this.scene.store.shape;
    const moved = this.layout.lanes.find((lane) => lane.lane === anchor?.lane);
    if (this.scrollTop > 0 && anchor !== undefined && moved !== undefined)
      this.scrollTop += moved.y - anchor.y;
    this.scrollTop = Math.max(0, Math.min(this.scrollTop, this.maxScroll));
    this.#surround({ layout: this.layout });
  }

  #surround(part: Partial<Surroundings>): void {
    this.surroundings = { ...this.surroundings, ...part };
    for (const listener of this.#watchers) listener();
  }

  #changed(): void {
    for (const paint of this.#painters) paint();
  }
}
