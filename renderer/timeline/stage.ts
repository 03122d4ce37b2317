import { Painter } from './draw.ts';
import { boxOf } from './hit.ts';
import { AXIS, ROW } from './layout.ts';
import type { Look } from './look.ts';
import { drawMinimap } from './minimapStrip.ts';
import type { TimelineModel } from './model.ts';
import { readLook } from './readLook.ts';

interface Parts {
  readonly canvas: HTMLCanvasElement;
  readonly minimap: HTMLCanvasElement;
  readonly scroller: HTMLElement;
  /** Moves up by what is scrolled, together with the canvas. */
  readonly gutter: HTMLElement;
}

/**
 * Keeps two canvases in step with a model: one drawing an animation frame, and only when something changed. Also tells the
 * model its size and the page where things are: `data-view-start` and `-end` (ms), `data-rows` (top of each row in CSS px from
 * the top of the canvas when nothing is scrolled), `data-scroll` and `data-selected` (box of the selection) on the canvas.
 */
export class Stage {
  readonly #parts: Parts;
  readonly #model: TimelineModel;
  readonly #painter = new Painter();
  readonly #away = new AbortController();
  readonly #undo: (() => void)[] = [];
  #look: Look | null = null;
  #frame = 0;
  /** Clock of the capture: time given at a moment of the page's clock, both ms. */
  #clock = { given: 0, at: 0 };
  #rowsOf: unknown = null;

  constructor(model: TimelineModel, parts: Parts) {
    this.#model = model;
    this.#parts = parts;
    this.#undo.push(model.onPaint(() => this.#request()));
    const sizes = new ResizeObserver(() => this.#measure());
    sizes.observe(parts.canvas);
    sizes.observe(parts.minimap);
    const theme = new MutationObserver(() => this.#restyle());
    theme.observe(document.documentElement, { attributes: true });
    this.#undo.push(
      () => sizes.disconnect(),
      () => theme.disconnect(),
    );
    const options = { signal: this.#away.signal };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#restyle(), options);
    const motion = matchMedia('(prefers-reduced-motion: reduce)');
    model.reducedMotion = motion.matches;
    motion.addEventListener('change', () => (model.reducedMotion = motion.matches), options);
    parts.scroller.addEventListener('scroll', () => model.scrollTo(parts.scroller.scrollTop), {
      ...options,
      passive: true,
    });
    document.fonts.addEventListener('loadingdone', () => this.#restyle(), options);
    window.addEventListener('resize', () => this.#request(), options); // also when the window moves to another screen
    this.#measure();
  }

  /** The capture's clock stands at `now` ms, and runs on while it is live. */
  setClock(now: number): void {
    this.#clock = { given: now, at: performance.now() };
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#away.abort();
    for (const undo of this.#undo) undo();
  }

  #request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((time) => this.#draw(time));
  }

  #restyle(): void {
    this.#look = null;
    this.#painter.fontsChanged();
    this.#request();
  }

  #measure(): void {
    const { canvas } = this.#parts;
    this.#model.resize(canvas.clientWidth, canvas.clientHeight);
    this.#request();
  }

  #theme(): Look {
    if (this.#look === null) {
      const look = readLook(this.#parts.canvas);
      this.#look = look;
      // Canvas text does not make the page load a font by itself; `loadingdone` draws again when it is there.
      for (const font of [`500 11px ${look.mono}`, `400 11px ${look.font}`, `600 11px ${look.font}`])
        void document.fonts.load(font);
    }
    return this.#look;
  }

  #draw(time: number): void {
    this.#frame = 0;
    const model = this.#model;
    const { canvas, minimap, scroller, gutter } = this.#parts;
    model.animate(time);
    model.tick(this.#clock.given + (performance.now() - this.#clock.at));
    const look = this.#theme();
    const unit = devicePixelRatio;
    const drawing = fittedTo(canvas, unit);
    const strip = fittedTo(minimap, unit);
    if (drawing !== null && canvas.clientWidth > 0) {
      const { layout, view, height, now, measure, marks, cursor, selected, surroundings } = model;
      const scroll = { top: model.scrollTop };
      const overlay = { measure, marks, cursor };
      const hovered = surroundings.hover?.id ?? null;
      const { store } = model.scene;
      this.#painter.draw(
        drawing,
        { store, texts: model.scene, layout, view, scroll, height, now, look, overlay, selected, hovered },
        unit,
      );
    }
    if (strip !== null) drawMinimap(strip, model, look, minimap.clientWidth, minimap.clientHeight, unit);
    if (scroller.scrollTop !== Math.round(model.scrollTop)) scroller.scrollTop = model.scrollTop;
    gutter.style.transform = `translateY(${-model.scrollTop}px)`;
    this.#tell();
    if (model.moving) this.#request();
  }

  #tell(): void {
    const { canvas } = this.#parts;
    const { view, layout, scrollTop, selected, scene, now } = this.#model;
    canvas.dataset['viewStart'] = String(view.from);
    canvas.dataset['viewEnd'] = String(view.from + view.span);
    canvas.dataset['scroll'] = String(scrollTop);
    const [first] = selected;
    const box =
      first === undefined ? undefined : boxOf(scene.store, layout, view, { top: scrollTop }, now, first);
    canvas.dataset['selected'] =
      box === undefined
        ? ''
        : [box.x, box.y, box.width, box.height].map((value) => value.toFixed(1)).join(' ');
    if (this.#rowsOf === layout) return;
    this.#rowsOf = layout;
    canvas.dataset['rows'] = JSON.stringify(
      layout.lanes.flatMap((lane) => {
        const label = scene.order.find((place) => place.lane === lane.lane)?.label ?? '';
        return lane.rows.map(({ row, y }) => ({
          lane: label,
          group: row.group.heading,
          top: AXIS + y,
          height: ROW,
        }));
      }),
    );
  }
}

/** The drawing of a canvas whose pixels match the screen's. */
function fittedTo(canvas: HTMLCanvasElement, unit: number): CanvasRenderingContext2D | null {
  const width = Math.max(1, Math.round(canvas.clientWidth * unit));
  const height = Math.max(1, Math.round(canvas.clientHeight * unit));
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  return canvas.getContext('2d', { alpha: false });
}
