import { isObject } from '../../../shared/json.ts';
import type { JsonObject } from './types.ts';

/** Revision 2025-11-25 allows https and data; a server's address is hostile, and so nothing else is kept. */
const isShowable = (source: unknown): boolean =>
  typeof source === 'string' &&
  (/^data:image\/(png|jpeg|jpg|svg\+xml|webp|gif|x-icon|vnd\.microsoft\.icon)[;,]/i.test(source) ||
    URL.parse(source)?.protocol === 'https:');

/** The icons that could be shown. Each other entry is told of by its pointer. */
export const readIcons = (raw: unknown, odd: (pointer: string) => void): readonly JsonObject[] => {
  if (raw === undefined) return [];
  if (!Array.isArray(raw)) {
    odd('/icons');
    return [];
  }
  return raw.filter((icon: unknown, index): icon is JsonObject => {
    if (isObject(icon) && isShowable(icon['src'])) return true;
    odd(`/icons/${index}`);
    return false;
  });
};
