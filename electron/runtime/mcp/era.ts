import { fault, type Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { startDeadline } from './deadline.ts';
import type { Tap } from './tap.ts';
import type { EraVerdict, JsonObject } from './types.ts';
import { forClient, type Wire } from './wire.ts';

/** The newest revision that we speak; the only modern one. */
export const modernVersion = '2026-07-28';

/** Silence on server/discover that makes us go on without it, in milliseconds. */
export const silenceMs = 3000;

export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
}

/** What asking server/discover led to. */
export type Discovery =
  | { readonly kind: 'modern'; readonly discover: JsonObject }
  /** Go on with initialize on this very wire. */
  | { readonly kind: 'legacy'; readonly reason: EraVerdict['reason'] }
  /** Only a new wire can tell. */
  | { readonly kind: 'again'; readonly reason: EraVerdict['reason'] }
  | { readonly kind: 'failed'; readonly fault: Fault };

const unsupportedVersion = -32022;

const isModern = (version: string): boolean => version >= '2026';

const versionsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];

const noCommonVersion = (versions: readonly string[]): Discovery => ({
  kind: 'failed',
  fault: fault(
    'version-unsupported',
    `The server speaks only protocol versions that Throughline does not know: ${versions.join(', ')}.`,
    {
      next: 'Update Throughline.',
    },
  ),
});

const byVersions = (versions: readonly string[], discover?: JsonObject): Discovery => {
  if (discover !== undefined && versions.includes(modernVersion)) return { kind: 'modern', discover };
  if (versions.some((version) => !isModern(version)) || versions.length === 0)
    return { kind: 'legacy', reason: 'discover-error' };
  return noCommonVersion(versions);
};

/** Failures over HTTP that say nothing about the era, only that the server cannot be used at all. */
const hopeless = new Set([
  'connection-refused',
  'host-not-found',
  'connection-failed',
  'tls',
  'auth-required',
  'forbidden',
]);

const isHopeless = ({ code }: Fault): boolean => hopeless.has(code) || code.startsWith('auth-');

/**
 * Asks server/discover on a wire that no client is attached to yet. Any error answer means a legacy server (the wire stays
 * usable); an exit or silence means that only another process can tell.
 */
export const discover = async (
  wire: Wire,
  tap: Tap,
  identity: ClientIdentity,
  capabilities: JsonObject,
  options: { readonly silenceMs: number; readonly signal?: AbortSignal | undefined },
  isRepeat = false,
): Promise<Discovery> => {
  const trace = tap.trace('server/discover');
  const request = {
    jsonrpc: '2.0',
    id: isRepeat ? 'server-discover-again' : 'server-discover',
    method: 'server/discover',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': modernVersion,
        'io.modelcontextprotocol/clientInfo': identity,
        'io.modelcontextprotocol/clientCapabilities': capabilities,
      },
    },
  };
  const silence = Promise.withResolvers<'silence'>();
  const deadline = startDeadline(
    options.silenceMs,
    () => wire.isAuthorizing?.() === true,
    () => silence.resolve('silence'),
  );
  const abandoned = new AbortController();
  const aborted = new Promise<'aborted'>((resolve) =>
    options.signal?.addEventListener('abort', () => resolve('aborted'), { once: true }),
  );
  try {
    wire.send(forClient(request), { requestSignal: abandoned.signal }).catch(() => undefined); // Told by the trace or the end of the wire.
    const first = await Promise.race([
      trace.done.then(() => 'done' as const),
      wire.ended.then(() => 'ended' as const),
      silence.promise,
      aborted,
    ]);
    switch (first) {
      case 'aborted':
        return { kind: 'failed', fault: fault('cancelled', 'Connecting was cancelled.') };
      case 'silence':
        abandoned.abort();
        return { kind: wire.kind === 'http' ? 'legacy' : 'again', reason: 'discover-silence' };
      case 'ended':
        return { kind: 'again', reason: 'discover-exit' };
      case 'done':
        break;
    }
  } finally {
    deadline.stop();
    tap.drop(trace);
  }
  const { answer, fault: failure } = trace;
  if (answer?.result !== undefined)
    return byVersions(versionsOf(answer.result['supportedVersions']), answer.result);
  if (answer?.error !== undefined) {
    const data = answer.error.data;
    const supported =
      answer.error.code === unsupportedVersion && isObject(data) ? versionsOf(data['supported']) : [];
    // It refuses the version that it names as supported: that is worth asking once more, and no reason to fall back.
    if (supported.includes(modernVersion) && !isRepeat)
      return discover(wire, tap, identity, capabilities, options, true);
    return byVersions(supported);
  }
  if (failure === undefined || failure.code === 'server-exited')
    return { kind: 'again', reason: 'discover-exit' };
  if (wire.kind === 'stdio') return { kind: 'legacy', reason: 'discover-error' };
  return isHopeless(failure)
    ? { kind: 'failed', fault: failure }
    : { kind: 'legacy', reason: 'discover-http' };
};
