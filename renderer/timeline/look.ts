import type { SliceStyle } from './types.ts';

export type Drawing = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** The colours and type a drawing needs, read once a theme. Colours are CSS colours, sizes CSS px. */
export interface Look {
  readonly panel: string;
  readonly raised: string;
  readonly line: string;
  readonly lineSoft: string;
  readonly text: string;
  readonly muted: string;
  readonly faint: string;
  readonly hatch: string;
  readonly accent: string;
  readonly onAccent: string;
  readonly fault: string;
  readonly execution: string;
  readonly styles: readonly SliceLook[];
  readonly font: string;
  readonly mono: string;
}

export interface SliceLook {
  readonly stroke: string;
  /** Null: nothing but the outline, and hatching. */
  readonly fill: string | null;
  /** The stroke as the bytes of a pixel: red in the lowest. */
  readonly pixel: number;
  readonly dashed: boolean;
}

export type Hue = 'exposure' | 'execution' | 'fault' | 'approval' | 'accent' | 'faint';

interface StyleLook {
  readonly hue: Hue;
  readonly dashed?: boolean;
}

/** One hue for one thing: exposure for what the model said, execution for what ran, approval for what waits, fault for what failed. */
export const STYLE_LOOKS: Readonly<Record<SliceStyle, StyleLook>> = {
  response: { hue: 'exposure' },
  'response-running': { hue: 'exposure' },
  'response-error': { hue: 'fault' },
  window: { hue: 'accent' },
  'window-expired': { hue: 'accent', dashed: true },
  item: { hue: 'exposure' },
  'item-opening': { hue: 'execution' },
  'call-running': { hue: 'execution' },
  'call-ok': { hue: 'execution' },
  'call-error': { hue: 'fault' },
  'call-skipped': { hue: 'faint', dashed: true },
  held: { hue: 'approval' },
  abstained: { hue: 'faint', dashed: true },
};
