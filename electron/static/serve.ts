/** The built page as replies, the same for the desktop's own scheme and for the browser shell's HTTP server. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { appViewPath } from '../../shared/app-view.ts';
import { appViewDocument, appViewHeaders } from './app-view.ts';
import { makeNonce, securityHeaders } from './policy.ts';

export interface StaticReply {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** Stands in `index.html` where the document's style nonce goes. */
const nonceMark = '{{nonce}}';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.ndjson': 'application/x-ndjson; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/**
 * Reads one file of the built page. `root` is the folder that may be read, `pathname` the path of the address as
 * it came, still percent-encoded. Whatever does not name a file inside `root` is a 404.
 */
export async function serveStatic(root: string, pathname: string): Promise<StaticReply> {
  if (pathname === appViewPath)
    return { status: 200, headers: appViewHeaders, body: new TextEncoder().encode(appViewDocument) };
  const file = fileOf(root, pathname);
  const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
  if (file === undefined || bytes === undefined) return notFound();
  const type = mediaTypes[path.extname(file)] ?? 'application/octet-stream';
  if (path.extname(file) === '.html') return document(bytes, type);
  return {
    status: 200,
    headers: { ...securityHeaders(), 'content-type': type, 'cache-control': caching(file) },
    body: Uint8Array.from(bytes),
  };
}

/** A document gets a nonce of its own, in the header and in its text, so it must never come from a cache. */
function document(bytes: Buffer, type: string): StaticReply {
  const nonce = makeNonce();
  return {
    status: 200,
    headers: { ...securityHeaders(nonce), 'content-type': type, 'cache-control': 'no-store' },
    body: new TextEncoder().encode(bytes.toString('utf8').replaceAll(nonceMark, nonce)),
  };
}

function notFound(): StaticReply {
  return {
    status: 404,
    headers: {
      ...securityHeaders(),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    },
    body: new TextEncoder().encode('Not found'),
  };
}

/** The bundler puts a hash of the content into the name of everything under `assets/`. */
function caching(file: string): string {
  return path.basename(path.dirname(file)) === 'assets' ? 'max-age=31536000, immutable' : 'no-cache';
}

function fileOf(root: string, pathname: string): string | undefined {
  const decoded = decode(pathname === '/' ? '/index.html' : pathname);
  if (decoded === undefined) return undefined;
  const segments = decoded.split('/').slice(1);
  const isPlain = segments.every((part) => part !== '' && !part.startsWith('.') && !/[\\:\0]/.test(part));
  return isPlain && segments.length > 0 ? path.join(root, ...segments) : undefined;
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
