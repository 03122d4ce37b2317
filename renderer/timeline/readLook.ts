import { STYLE_LOOKS } from './look.ts';
import type { Hue, Look } from './look.ts';
import { STYLES } from './styles.ts';

/** Reads the theme as it stands on an element: colours and fonts are custom properties of the page. */
export function readLook(element: Element): Look {
  const style = getComputedStyle(element);
  const variable = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const fillOf = (hue: Hue): string | null =>
    hue === 'faint' || hue === 'accent' ? null : variable(`${hue}-bg`);
  const pixelOf = pixelReader();
  return {
    panel: variable('panel'),
    raised: variable('raised'),
    line: variable('line'),
    lineSoft: variable('line-soft'),
    text: variable('text'),
    muted: variable('muted'),
    faint: variable('faint'),
    hatch: variable('hatch'),
    accent: variable('accent'),
    onAccent: variable('on-accent'),
    fault: variable('fault'),
    execution: variable('execution'),
    styles: STYLES.map((name) => {
      const { hue, dashed = false } = STYLE_LOOKS[name];
      return { stroke: variable(hue), fill: fillOf(hue), pixel: pixelOf(variable(hue)), dashed };
    }),
    font: variable('font'),
    mono: variable('mono'),
  };
}

/** Any CSS colour as the four bytes of a pixel: painted once and read back. */
function pixelReader(): (colour: string) => number {
  const drawing = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return (colour) => {
    if (drawing === null) return 0;
    drawing.clearRect(0, 0, 1, 1);
    drawing.fillStyle = colour;
    drawing.fillRect(0, 0, 1, 1);
    return new Uint32Array(drawing.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
  };
}
