import { expect, type Locator, type Page } from '@playwright/test';
import * as z from 'zod';

export type ViewName =
  | 'Servers'
  | 'Pipeline'
  | 'Timeline'
  | 'Approvals'
  | 'Clients'
  | 'Captures'
  | 'Charts'
  | 'Settings';

/** The window as a person uses it: by the words on it. */
export const onWindow = (page: Page) => ({
  goTo: async (view: ViewName): Promise<void> => {
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click();
  },

  /** From the empty room: one click. */
  runProbe: async (host: 'Codex' | 'Claude Code' = 'Codex'): Promise<void> => {
    await page.getByRole('link', { name: 'Servers' }).click();
    if (host !== 'Codex') {
      await page.getByRole('combobox', { name: 'Host to play' }).click();
      await page.getByRole('option', { name: host }).click();
    }
    await page.getByRole('button', { name: 'Run the built-in probe' }).click();
  },

  approval: (tool: string): Locator => page.getByRole('dialog').filter({ hasText: tool }),

  /** The probe is over when its capture is no longer live. */
  waitForEnd: async (): Promise<void> => {
    await expect(page.getByRole('banner').getByText('live', { exact: true })).toHaveCount(0, {
      timeout: 45_000,
    });
  },

  cell: (tool: string, stage: 'discovery' | 'exposure' | 'approval' | 'execution'): Locator =>
    page.getByRole('button', { name: new RegExp(`^${tool}, ${stage}:`) }),

  inspector: page.getByRole('region', { name: 'Inspector' }),
});

const Rows = z.array(
  z.object({ lane: z.string(), group: z.string().nullable(), top: z.number(), height: z.number() }),
);

/** Middle of a slice on the canvas, in px of the page, from what the canvas says of itself. Times are ms of the capture. */
export async function pointOfSlice(
  page: Page,
  slice: { start: number; end: number; lane: string; group: string },
): Promise<{ x: number; y: number }> {
  const canvas = page.getByTestId('timeline-canvas');
  const box = await canvas.boundingBox();
  const attribute = async (name: string): Promise<string> =>
    (await canvas.getAttribute(`data-${name}`)) ?? '';
  const from = Number(await attribute('view-start'));
  const to = Number(await attribute('view-end'));
  const row = Rows.parse(JSON.parse(await attribute('rows'))).find(
    ({ lane, group }) => lane === slice.lane && group === slice.group,
  );
  if (box === null || row === undefined)
    throw new Error(`${slice.lane} / ${slice.group} is not on the canvas.`);
  const middle = (Math.max(slice.start, from) + Math.min(slice.end, to)) / 2;
  return {
    x: box.x + ((middle - from) / (to - from)) * box.width,
    y: box.y + row.top + row.height / 2 - Number(await attribute('scroll')),
  };
}
