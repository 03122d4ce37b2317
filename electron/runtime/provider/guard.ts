import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: 'wrong-host' | 'has-origin' | 'wrong-key';
}

/**
 * Who may talk to the provider: local programs that hold the key of this run. A page in a browser names its origin, and a
 * name that was bent to loopback is not a loopback name; both are refused.
 */
export function refusal(request: IncomingMessage, key: string | undefined): Refusal | undefined {
  const { host, origin } = request.headers;
  if (host === undefined || !LOOPBACK.has(host.replace(/:\d+$/, '')))
    return { status: 403, reason: 'wrong-host' };
  if (origin !== undefined) return { status: 403, reason: 'has-origin' };
  if (key !== undefined && !presents(request, key)) return { status: 401, reason: 'wrong-key' };
  return undefined;
}

/** Clients send their key as a bearer token, or in a header of their provider's own. */
function presents({ headers }: IncomingMessage, key: string): boolean {
  const bearer = headers.authorization?.replace(/^Bearer /, '');
  return [bearer, headers['x-api-key'], headers['x-goog-api-key']].some(
    (given) => typeof given === 'string' && equal(given, key),
  );
}

function equal(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
