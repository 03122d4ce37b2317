import { appMimeType } from '../../../shared/app-view.ts';
import { isObject, parseJson } from '../../../shared/json.ts';

/** A view as a server sent it. */
export type ReadView =
  | {
      readonly ok: true;
      readonly html: string;
      /** Addresses that it says it needs; none is reachable from it. */
      readonly wants: readonly string[];
    }
  | { readonly ok: false; readonly why: string };

/** A document larger than this is not drawn, characters. */
const maxHtml = 8_000_000;

/** The address of a tool's view, where it is one; the flat key is the older spelling. */
export function viewAddress(meta: unknown): string | undefined {
  if (!isObject(meta)) return undefined;
  const ui = meta['ui'];
  const address = (isObject(ui) ? ui['resourceUri'] : undefined) ?? meta['ui/resourceUri'];
  return typeof address === 'string' && address.startsWith('ui://') ? address : undefined;
}

/** Takes the view out of the answer to a read, if it is one that may be drawn. */
export function readView(resultJson: string): ReadView {
  const result: unknown = parseJson(resultJson);
  const contents: unknown = isObject(result) ? result['contents'] : undefined;
  const first: unknown = Array.isArray(contents) ? contents[0] : undefined;
  if (!isObject(first)) return { ok: false, why: 'The server sent no contents for the address of the view.' };
  if (first['mimeType'] !== appMimeType)
    return { ok: false, why: `A view has the type ${appMimeType}; this one has not.` };
  const html = textOf(first);
  if (html === undefined) return { ok: false, why: 'The view has neither text nor readable binary data.' };
  if (html.length > maxHtml) return { ok: false, why: 'The view is larger than 8 million characters.' };
  return { ok: true, html, wants: wantedBy(first['_meta']) };
}

function textOf({ text, blob }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof text === 'string') return text;
  if (typeof blob !== 'string') return undefined;
  try {
    const bytes = Uint8Array.from(atob(blob), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return undefined;
  }
}

const lists = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'];

function wantedBy(meta: unknown): readonly string[] {
  const ui = isObject(meta) ? meta['ui'] : undefined;
  const csp = isObject(ui) ? ui['csp'] : undefined;
  if (!isObject(csp)) return [];
  const all = lists.flatMap((name): readonly unknown[] => {
    const list = csp[name];
    return Array.isArray(list) ? list : [];
  });
  return [...new Set(all.filter((one) => typeof one === 'string').map((one) => one.slice(0, 200)))].slice(
    0,
    50,
  );
}
