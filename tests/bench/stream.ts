import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { startBrowserShell } from '../../electron/browser/shell.ts';
import { startCorrelator } from '../../electron/runtime/correlate/index.ts';
import type { Recorder } from '../../electron/runtime/recorder.ts';
import { createRuntime, programFolders } from '../../electron/runtime/runtime.ts';
import { findBrowser } from '../../scripts/browser.ts';
import { openBarePage, type BarePage } from './bare-page.ts';
import type { Figure } from './measure.ts';
import { root } from './places.ts';
import { createTurns } from './turns.ts';

const EVENTS = 100_000;
/** Views that are clicked while events stream in. */
const VIEWS = ['pipeline', 'timeline', 'captures', 'pipeline'];
const BETWEEN_CLICKS_MS = 400;

const Seen = z.object({
  /** Longest time that the page's main thread was busy in one piece, ms. */
  block: z.number(),
  /** Slowest click, from the press to the next picture, ms. */
  click: z.number(),
  clicks: z.number(),
  /** The slowest time from a click until the view that it asked for was painted, ms. */
  view: z.number(),
});

/**
 * 100,000 events through the gate, the bus and the correlator, over the browser shell's socket and into the window that a user
 * would look at, which is clicked meanwhile.
 */
export async function benchStream(): Promise<readonly Figure[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'throughline-bench-'));
  const runtime = await createRuntime({
    home,
    version: '0.0.0',
    ...programFolders(root),
    platform: { shell: 'browser' },
  });
  const shell = await startBrowserShell({
    service: runtime,
    root: path.join(root, 'dist/renderer'),
    port: 0,
  });
  if (!shell.ok) throw new Error(shell.fault.message);
  const browser = await findBrowser();
  if (browser === undefined) throw new Error('There is no browser to measure in.');
  const page = await openBarePage(browser, shell.value.url);
  try {
    const recorder = await runtime.library.record({ name: 'Benchmark', origin: 'session', simulated: true });
    startCorrelator(recorder);
    await shownAtLeast(page, 1);
    await page.click('a[href="#/timeline"]');
    await watch(page);

    const started = performance.now();
    const state = { done: false };
    const clicking = clickAround(page, state);
    const sent = await emit(recorder);
    const sentMs = performance.now() - started;
    await shownAtLeast(page, recorder.log.length);
    const took = performance.now() - started;
    state.done = true;
    await clicking;
    const seen = await look(page);
    return [
      {
        name: 'events into the window',
        value: took,
        unit: 'ms',
        limit: 5000,
        detail: `${sent.toLocaleString('en')} events, all recorded after ${Math.round(sentMs)} ms`,
      },
      {
        name: 'longest block of the page',
        value: seen.block,
        unit: 'ms',
        limit: 200,
        detail: 'while they streamed in',
      },
      {
        name: 'slowest click meanwhile',
        value: seen.click,
        unit: 'ms',
        limit: 200,
        detail: `of ${seen.clicks}, until the next picture; the view itself within ${Math.round(seen.view)} ms`,
      },
    ];
  } finally {
    await page.close();
    await shell.value.close();
    await runtime.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Emits in bursts as the wires of a busy client would, and lets the runtime's own work in between. */
async function emit(recorder: Recorder): Promise<number> {
  const turns = createTurns(recorder.gate);
  const before = recorder.log.length;
  for (const draft of turns.setup) recorder.emit(draft);
  for (let number = 0; recorder.log.length - before < EVENTS; number++) {
    for (const draft of turns.turn(number)) recorder.emit(draft);
    if (number % 8 === 7) await new Promise((resolve) => setImmediate(resolve));
  }
  return recorder.log.length - before;
}

/** The head of the event log counts what has been folded. */
const shownAtLeast = async (page: BarePage, count: number): Promise<void> =>
  page.until(`(() => {
    const log = document.querySelector('section[aria-label="Event log"]');
    const shown = /[\\d,]*\\d/.exec(log?.textContent?.replace(/^Events/, '') ?? '')?.[0] ?? '';
    return Number(shown.replaceAll(',', '')) >= ${count};
  })()`);

/** The browser's own measures: long tasks, and events from input to picture; and when a view's title stood in a picture. */
const watch = async (page: BarePage): Promise<unknown> =>
  page.evaluate(`(() => {
    const seen = (window.benchmark = { block: 0, click: 0, clicks: 0, view: 0 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.block = Math.max(seen.block, duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const { duration, name } of list.getEntries()) {
        if (name !== 'click') continue;
        seen.clicks += 1;
        seen.click = Math.max(seen.click, duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 });
    const title = () => document.querySelector('main h1')?.textContent;
    addEventListener('click', ({ target, timeStamp }) => {
      if (target.closest('[aria-current]') !== null) return;
      const before = title();
      const look = () => {
        // The callback of a frame runs before its picture: what it finds was painted with the frame before, at the latest.
        if (title() !== before) seen.view = Math.max(seen.view, performance.now() - timeStamp);
        else if (performance.now() - timeStamp < 2000) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, { capture: true });
  })()`);

const look = async (page: BarePage): Promise<z.infer<typeof Seen>> =>
  Seen.parse(await page.evaluate('window.benchmark'));

async function clickAround(page: BarePage, state: { readonly done: boolean }): Promise<void> {
  for (let index = 0; !state.done; index++) {
    await page.click(`a[href="#/${VIEWS[index % VIEWS.length] ?? 'pipeline'}"]`);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_CLICKS_MS));
  }
}
