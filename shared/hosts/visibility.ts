import { isObject } from '../json.ts';

/** An array under `_meta.ui.visibility` that lacks "model" keeps the tool from the model; anything else does not (CX-5.1). */
export function isModelVisible(meta: Readonly<Record<string, unknown>> | undefined): boolean {
  const ui = meta?.['ui'];
  const visibility = isObject(ui) ? ui['visibility'] : undefined;
  return !Array.isArray(visibility) || visibility.includes('model');
}
