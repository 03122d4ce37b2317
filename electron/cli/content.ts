import { isObject } from '../../shared/json.ts';
import { indented } from './io.ts';
import { plainJson, plainLine } from './plain.ts';

const bytesOf = (base64: unknown): string =>
  typeof base64 === 'string' ? `${Math.floor((base64.length * 3) / 4)} bytes` : '';
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A content block: text as it is, everything else as one line that says what it is. */
export function blockText(block: unknown): string {
  if (!isObject(block)) return plainJson(block);
  const { type, text, data, mimeType, uri, resource } = block;
  if (type === 'text' && typeof text === 'string') return indented(text, '');
  const parts = [
    typeof type === 'string' ? type : 'unknown',
    textOf(mimeType),
    textOf(uri),
    isObject(resource) ? textOf(resource['uri']) : '',
    bytesOf(data),
  ];
  return plainLine(`[${parts.filter((part) => part !== '').join(' ')}]`);
}

/** One of a resource's contents: text as it is, bytes as one line. */
export function contentsText(contents: unknown): string {
  if (!isObject(contents)) return plainJson(contents);
  const { text, blob, mimeType, uri } = contents;
  if (typeof text === 'string') return indented(text, '');
  const parts = ['blob', textOf(mimeType), textOf(uri), bytesOf(blob)];
  return plainLine(`[${parts.filter((part) => part !== '').join(' ')}]`);
}
