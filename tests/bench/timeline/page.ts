import '../../../renderer/theme/index.ts';
import { Painter } from '../../../renderer/timeline/draw.ts';
import { stack } from '../../../renderer/timeline/layout.ts';
import type { Layout } from '../../../renderer/timeline/layout.ts';
import { readLook } from '../../../renderer/timeline/readLook.ts';
import { Store } from '../../../renderer/timeline/store.ts';
import type { Entry } from '../../../renderer/timeline/store.ts';
import { styleCode } from '../../../renderer/timeline/styles.ts';
import { HOUR, random, slices } from './synthetic.ts';

export interface Figures {
  readonly slices: number;
  readonly rows: number;
  readonly fillMs: number;
  readonly firstPaintMs: number;
  readonly frames: Readonly<Record<string, Frames>>;
  readonly live: Frames & { readonly foldP50: number; readonly foldP95: number; readonly events: number };
}

interface Frames {
  readonly jsP50: number;
  readonly jsP95: number;
  readonly frameP50: number;
  readonly frameP95: number;
}

/** Span and scroll of a scripted gesture at frame `i` of `count`; spans in ms, scroll from 0 to 1. */
type Path = (i: number, count: number) => { from: number; span: number; scroll: number };

const PATHS: Readonly<Record<string, Path>> = {
  mixed: (i, count) => {
    const depth = (1 - Math.cos((2 * Math.PI * i) / count)) / 2;
    const span = HOUR * 10 ** (-4 * depth);
    const from = (HOUR - span) * (0.5 + 0.4 * Math.sin((6 * Math.PI * i) / count));
    return { from, span, scroll: 0.5 + 0.5 * Math.sin(i / 50) };
  },
  overview: (i) => {
    const span = HOUR * (0.65 + 0.35 * Math.cos(i / 20));
    return {
      from: (HOUR - span) * (0.5 + 0.5 * Math.sin(i / 17)),
      span,
      scroll: 0.5 + 0.5 * Math.sin(i / 50),
    };
  },
  minute: (i) => ({
    from: HOUR * 0.3 + i * 1500,
    span: 60_000 * (1 + 0.5 * Math.sin(i / 15)),
    scroll: 0.5 + 0.5 * Math.sin(i / 50),
  }),
};

const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));

function part(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2));
}

async function run(
  count: number,
  lanes: number,
  frames: number,
  perSecond: number,
  seconds: number,
): Promise<Figures> {
  const canvas = document.querySelector('canvas');
  const drawing = canvas?.getContext('2d', { alpha: false });
  if (!canvas || !drawing) throw new Error('There is no canvas to draw on.');
  const unit = devicePixelRatio;
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  canvas.width = width * unit;
  canvas.height = height * unit;
  await document.fonts.ready;

  const entries = slices(count, lanes);
  const store = new Store();
  for (let lane = 0; lane < lanes; lane++) store.addLane();
  const order = store.lanes.map((_, lane) => ({ lane, kind: 'thread' as const }));
  const began = performance.now();
  for (const [id, entry] of entries.entries()) store.set(id, entry);
  const fillMs = performance.now() - began;

  let layout: Layout = stack(store, order, true);
  let shape = store.shape;
  const look = readLook(canvas);
  const painter = new Painter();
  const texts = { labelOf: (id: number) => `lookup_${id % 300} 76 ms`, noteOf: () => null };
  let now = HOUR;
  const paint = ({ from, span, scroll }: { from: number; span: number; scroll: number }): number => {
    const started = performance.now();
    if (shape !== store.shape) {
      layout = stack(store, order, true);
      shape = store.shape;
    }
    const top = Math.round(Math.max(0, layout.height - height) * scroll);
    const view = { from, span, width };
    const overlay = { measure: null, marks: [], cursor: null };
    painter.draw(
      drawing,
      {
        store,
        texts,
        layout,
        view,
        scroll: { top },
        height,
        now,
        look,
        overlay,
        selected: [],
        hovered: null,
      },
      unit,
    );
    return performance.now() - started;
  };

  const first = performance.now();
  paint({ from: 0, span: HOUR, scroll: 0 });
  await nextFrame();
  await nextFrame();
  const firstPaintMs = performance.now() - first;

  const measure = async (
    path: Path,
    total: number,
    before: () => void = () => undefined,
  ): Promise<Frames> => {
    const js: number[] = [];
    const gaps: number[] = [];
    let previous = 0;
    for (let i = 0; i < total; i++) {
      const time = await nextFrame();
      if (previous > 0) gaps.push(time - previous);
      previous = time;
      before();
      js.push(paint(path(i, total)));
    }
    return {
      jsP50: part(js, 0.5),
      jsP95: part(js, 0.95),
      frameP50: part(gaps, 0.5),
      frameP95: part(gaps, 0.95),
    };
  };

  const result: Record<string, Frames> = {};
  for (const [name, path] of Object.entries(PATHS)) {
    await measure(path, 20);
    result[name] = await measure(path, frames);
  }

  // Live: half of the events open calls, half close them, on top of everything that is there.
  const next = random(7);
  const open: number[] = [];
  const folds: number[] = [];
  let id = count;
  let done = 0;
  const liveFrom = performance.now();
  const fold = (): void => {
    const started = performance.now();
    now = HOUR + (started - liveFrom);
    for (; done < ((started - liveFrom) / 1000) * perSecond; done++) {
      const time = HOUR + (done / perSecond) * 1000;
      if (open.length > 300 || (open.length > 0 && next() < 0.5)) {
        const [closing = 0] = open.splice(Math.floor(next() * open.length), 1);
        const entry = entries[closing];
        if (entry) store.set(closing, { ...entry, end: time, style: styleCode('call-ok') });
      } else {
        const lane = Math.floor(next() * next() * lanes);
        const style = styleCode('call-running');
        const entry: Entry = {
          kind: 'call',
          lane,
          heading: 'server',
          start: time,
          end: Infinity,
          style,
          parent: -1,
        };
        entries[id] = entry;
        store.set(id, entry);
        open.push(id++);
      }
    }
    folds.push(performance.now() - started);
  };
  const tail: Path = (i) => ({ from: now - 30_000, span: 31_000, scroll: 0.5 + 0.5 * Math.sin(i / 50) });
  const live = await measure(tail, seconds * 60, fold);

  return {
    slices: id,
    rows: store.rows.length,
    fillMs: Math.round(fillMs),
    firstPaintMs: Math.round(firstPaintMs),
    frames: result,
    live: { ...live, foldP50: part(folds, 0.5), foldP95: part(folds, 0.95), events: done },
  };
}

declare global {
  // The script that opens this page calls it.
  var runTimelineBench: typeof run;
}
globalThis.runTimelineBench = run;
