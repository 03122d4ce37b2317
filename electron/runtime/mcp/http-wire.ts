import type * as SdkModule from '@modelcontextprotocol/client';
import type { JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { Authorizer } from './authorizer.ts';
import { networkFault, streamEnded } from './http-faults.ts';
import { createTappedFetch } from './http-tap.ts';
import { closedByUs, maxFrameBytes } from './stdio-wire.ts';
import type { Tap } from './tap.ts';
import type { JsonObject } from './types.ts';
import { forClient, plain, type Wire, type WireEnd } from './wire.ts';

interface HttpOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly tap: Tap;
  readonly now: () => bigint;
  readonly maxFrameBytes?: number | undefined;
  readonly authorizer?: Authorizer | undefined;
}

/** Ending the session on the server is a courtesy; it may take this long, ms. */
const goodbyeMs = 500;

export type Sdk = typeof SdkModule;

const holdsBigint = (value: unknown): boolean => {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsBigint);
};

/** The client's transport writes with JSON.stringify, which knows no bigint but knows raw JSON. */
const rawNumber = (value: unknown): unknown => {
  if (typeof value === 'bigint') return JSON.rawJSON(value.toString());
  if (Array.isArray(value)) return value.map(rawNumber);
  return isObject(value) ? rawNumbers(value) : value;
};
const rawNumbers = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rawNumber(inner)]));

/** Streamable HTTP through the client's own transport, with the tap in its fetch. */
export const createHttpWire = (sdk: Sdk, options: HttpOptions): Wire => {
  const { tap, url } = options;
  let finish: (end: WireEnd) => void = () => undefined;
  const ended = new Promise<WireEnd>((resolve) => (finish = resolve));
  let started: Promise<void> | undefined;
  let closing: Promise<void> | undefined;

  const tapped = createTappedFetch({
    url,
    tap,
    now: options.now,
    maxFrameBytes: options.maxFrameBytes ?? maxFrameBytes,
    authorizer: options.authorizer,
  });
  const inner: StreamableHTTPClientTransport = new sdk.StreamableHTTPClientTransport(url, {
    fetch: tapped.fetch,
    requestInit: { headers: { ...options.headers } },
  });

  const goodbye = async (): Promise<void> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, goodbyeMs);
    });
    await Promise.race([inner.terminateSession().catch(() => undefined), late]);
    clearTimeout(timer);
  };

  const end = (): Promise<void> =>
    (closing ??= (async () => {
      if (wire.sessionId !== undefined) await goodbye();
      await inner.close();
      tap.failAll(closedByUs, true);
      finish({ wanted: true });
    })());

  const wire: Wire = {
    kind: 'http',
    ended,
    hasPerRequestStream: true,
    isAuthorizing: tapped.isAuthorizing,
    get sessionId() {
      return inner.sessionId;
    },
    setProtocolVersion: (version) => inner.setProtocolVersion(version),
    start: () => (started ??= inner.start()),
    send: async (message: JSONRPCMessage, sendOptions = {}) => {
      const facts = plain(message);
      const { id, method } = facts;
      const isRequest = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
      tap.register(facts); // Before anything is awaited: traces belong to the next request.
      await wire.start();
      const fail = (reason: Fault): void => {
        const failed = isRequest ? tap.fail(id, reason) : undefined;
        if (failed !== undefined) wire.onmessage?.(forClient(failed));
      };
      try {
        const { requestSignal, headers } = sendOptions;
        await inner.send(holdsBigint(facts) ? forClient(rawNumbers(facts)) : message, {
          ...(requestSignal === undefined ? {} : { requestSignal }),
          ...(headers === undefined ? {} : { headers }),
          onRequestStreamEnd: () => fail(streamEnded),
        });
      } catch (error) {
        // What the tap already named stays named; the rest is the network's.
        if (sendOptions.requestSignal?.aborted !== true) fail(networkFault(url, error));
        throw error;
      }
    },
    close: end,
    end,
  };
  const handlers: Partial<Wire> = {
    onmessage: (message) => wire.onmessage?.(message),
    onerror: (error) => wire.onerror?.(error),
    onclose: () => wire.onclose?.(),
  };
  Object.assign(inner, handlers);
  return wire;
};
