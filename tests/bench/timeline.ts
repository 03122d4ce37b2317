import path from 'node:path';
import { createServer } from 'vite';
import { findBrowser } from '../../scripts/browser.ts';
import type { Figure } from './measure.ts';
import type { Figures } from './timeline/page.ts';

interface TimelineBenchOptions {
  readonly slices: number;
  readonly lanes: number;
  readonly frames: number;
  /** Events a second in the live part, and how long it lasts. */
  readonly perSecond: number;
  readonly seconds: number;
  readonly devicePixelRatio: number;
}

/** A million slices in 200 lanes, drawn through scripted gestures, then 50,000 events a second on top. */
const A_MILLION: TimelineBenchOptions = {
  slices: 1_000_000,
  lanes: 200,
  frames: 160,
  perSecond: 50_000,
  seconds: 5,
  devicePixelRatio: 1,
};

/** Builds the page, opens it in a headless browser and returns what it measured; times in ms. */
async function drawTimeline(options: TimelineBenchOptions): Promise<Figures> {
  const executablePath = await findBrowser();
  if (executablePath === undefined)
    throw new Error('No browser was found. Run npm test once: it offers to get one.');
  const { chromium } = await import('@playwright/test');
  const root = path.join(import.meta.dirname, 'timeline');
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, fs: { strict: false } },
  });
  try {
    await server.listen();
    const url = server.resolvedUrls?.local[0];
    if (url === undefined) throw new Error('The page server gave no address.');
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage({
        viewport: { width: 1280, height: 840 },
        deviceScaleFactor: options.devicePixelRatio,
      });
      page.on('pageerror', (error) => console.error(error));
      await page.goto(`${url}page.html`);
      await page.waitForFunction(() => 'runTimelineBench' in globalThis);
      const { slices, lanes, frames, perSecond, seconds } = options;
      return await page.evaluate(
        ([count, laneCount, frameCount, rate, length]) =>
          globalThis.runTimelineBench(count, laneCount, frameCount, rate, length),
        [slices, lanes, frames, perSecond, seconds] as const,
      );
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}

/** Two frames at 60 Hz: a gesture that keeps within it still feels like one movement. */
const FRAME_LIMIT = 33.4;

/** A million slices under gestures, and 50,000 events a second on top: how long the slowest frame in twenty takes. */
export async function benchTimeline(): Promise<readonly Figure[]> {
  const { frames, live, slices, rows } = await drawTimeline(A_MILLION);
  const gestures = Object.entries(frames).map(([name, { jsP95, frameP95 }]) => ({
    name: `timeline, ${name} gesture`,
    value: frameP95,
    unit: 'ms' as const,
    limit: FRAME_LIMIT,
    detail: `95th percentile of a frame; our own part ${jsP95} ms; ${slices.toLocaleString('en')} slices in ${rows} rows`,
  }));
  return [
    ...gestures,
    {
      name: 'timeline, live',
      value: live.frameP95,
      unit: 'ms',
      limit: FRAME_LIMIT,
      detail: `95th percentile of a frame with 50,000 events/s; drawing ${live.jsP95} ms, folding ${live.foldP95} ms`,
    },
  ];
}
