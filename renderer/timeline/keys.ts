import type { TimelineModel } from './model.ts';
import type { TimelineSlice } from './types.ts';

const ZOOM_STEP = 1.4;
/** Part of the width that one press of A or D moves. */
const PAN_STEP = 0.15;

export interface Press {
  readonly key: string;
  readonly modified: boolean;
}

/** Letters that work wherever the focus is in the view. True when the key was used. */
export function pressLetter(model: TimelineModel, { key, modified }: Press): boolean {
  if (modified) return false;
  const x = model.pointer?.x ?? model.view.width / 2;
  switch (key.toLowerCase()) {
    case 'w':
    case '+':
    case '=': // the same key as plus, without shift
      model.zoom(1 / ZOOM_STEP, x, true);
      return true;
    case 's':
    case '-':
      model.zoom(ZOOM_STEP, x, true);
      return true;
    case 'a':
      model.pan(-PAN_STEP * model.view.width, true);
      return true;
    case 'd':
      model.pan(PAN_STEP * model.view.width, true);
      return true;
    case 'f':
      model.fit();
      return true;
    case 'm':
      model.mark();
      return true;
    default:
      return false;
  }
}

const DIRECTIONS = new Map([
  ['ArrowLeft', 'left'],
  ['ArrowRight', 'right'],
  ['ArrowUp', 'up'],
  ['ArrowDown', 'down'],
  ['Home', 'first'],
  ['End', 'last'],
] as const);

/** Keys of the canvas itself. True when the key was used. */
export function pressOnCanvas(
  model: TimelineModel,
  { key, modified }: Press,
  onSelect: (slice: TimelineSlice | null) => void,
): boolean {
  if (modified) return false;
  if (key === 'Escape') {
    if (model.measure === null) onSelect(null);
    else model.clearMeasure();
    return true;
  }
  const direction = [...DIRECTIONS].find(([name]) => name === key)?.[1];
  if (direction === undefined) return false;
  const slice = model.walk(direction);
  if (slice !== undefined) onSelect(slice);
  return true;
}
