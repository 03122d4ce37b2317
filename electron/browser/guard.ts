import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

// A listener on loopback can be reached from every web page and every user of the machine. Three checks stand in front
// of the runtime: the Host (a name that was rebound to 127.0.0.1), the Origin (a page of somebody else), the token.

export type Refusal = 'foreign-host' | 'foreign-origin' | 'wrong-token';

const TOKEN_BYTES = 24;

/** A new token for one start of the shell: 24 random bytes, spelled so that it fits an address and a header. */
export const makeToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** `port` is the one we listen on. A page of ours sends no Origin when it is opened, and its own when it asks. */
export function checkHeaders(headers: IncomingHttpHeaders, port: number): Refusal | undefined {
  const { host, origin } = headers;
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return 'foreign-host';
  return origin === undefined || origin === `http://${host}` ? undefined : 'foreign-origin';
}

/** A socket is opened by our page only, which says where it comes from, and by who holds the token. */
export function checkSocket(headers: IncomingHttpHeaders, port: number, token: string): Refusal | undefined {
  const refusal = checkHeaders(headers, port);
  if (refusal !== undefined) return refusal;
  if (headers.origin === undefined) return 'foreign-origin';
  return sameToken(headers['sec-websocket-protocol'] ?? '', token) ? undefined : 'wrong-token';
}

/** Digests have one length, so that the comparison takes the same time for every guess. */
const sameToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
