import { isObject } from '../../../shared/json.ts';
import type { ToolUi } from './types.ts';

/**
 * Who may see a tool, by `_meta.ui.visibility`. Left out means model and app; an empty list, or one of unknown words only,
 * hides it from both. The flat key `ui/resourceUri` is the older spelling of the view's address.
 */
export const readToolUi = (meta: unknown, odd: (pointer: string) => void): ToolUi => {
  const ui = isObject(meta) ? meta['ui'] : undefined;
  const flat = isObject(meta) ? meta['ui/resourceUri'] : undefined;
  const nested = isObject(ui) ? ui['resourceUri'] : undefined;
  const address = nested ?? flat;
  const resourceUri = typeof address === 'string' ? { resourceUri: address } : {};
  const visibility = isObject(ui) ? ui['visibility'] : undefined;
  if (visibility === undefined) return { model: true, app: true, ...resourceUri };
  if (!Array.isArray(visibility)) {
    odd('/_meta/ui/visibility');
    return { model: true, app: true, ...resourceUri };
  }
  if (visibility.some((word) => word !== 'model' && word !== 'app')) odd('/_meta/ui/visibility');
  return { model: visibility.includes('model'), app: visibility.includes('app'), ...resourceUri };
};
