import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { formatJson } from '../../../shared/json.ts';
import { createAuthorizedFetch, type Authorizer } from './authorizer.ts';
import { startDeadline } from './deadline.ts';
import { finding } from './findings.ts';
import { networkFault, sessionLost, statusFault } from './http-faults.ts';
import { patientFetch } from './patient-fetch.ts';
import { closedByUs, maxFrameBytes } from './stdio-wire.ts';
import type { Tap } from './tap.ts';
import { forClient, plain, type Wire, type WireEnd } from './wire.ts';

interface SseOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly tap: Tap;
  readonly now: () => bigint;
  /** How long the server may take to name its endpoint, ms. */
  readonly timeoutMs: number;
  readonly maxFrameBytes?: number | undefined;
  readonly authorizer?: Authorizer | undefined;
  readonly signal?: AbortSignal | undefined;
}

const notSse = (url: URL): Result<never> =>
  fail('not-mcp', `${url.href} does not speak HTTP with server-sent events.`, {
    next: 'Check the path; servers of revision 2024-11-05 often answer at /sse.',
  });

const streamLost = fault('stream-lost', 'The event stream of the server ended.', {
  next: 'Connect again. This old transport cannot take a stream up again.',
});

/**
 * HTTP with server-sent events (revision 2024-11-05, basic/transports): one stream that brings everything, and an endpoint,
 * named by its first event, that takes everything.
 */
export const openSseWire = async (options: SseOptions): Promise<Result<Wire>> => {
  const { url, tap, now } = options;
  const limit = options.maxFrameBytes ?? maxFrameBytes;
  const authorized = createAuthorizedFetch(patientFetch, options);
  const closing = new AbortController();
  const endpoint = Promise.withResolvers<Result<URL>>();
  let finish: (end: WireEnd) => void = () => undefined;
  const ended = new Promise<WireEnd>((resolve) => (finish = resolve));
  let protocolVersion: string | undefined;
  let wanted = false;

  const end = (reason: Fault): void => {
    endpoint.resolve({ ok: false, fault: reason });
    tap.failAll(reason, wanted);
    finish(wanted ? { wanted } : { wanted, fault: reason });
    closing.abort();
    wire.onclose?.();
  };

  /** Requests may only go where the stream came from: a server must not point us, and what we send, elsewhere. */
  const readEndpoint = (text: string): Result<URL> => {
    const target = URL.parse(text.trim(), url);
    if (target !== null && target.origin === url.origin) return ok(target);
    tap.find(finding('sse-endpoint-foreign'));
    return fail('sse-endpoint-foreign', 'The server names an endpoint at another origin.', {
      next: 'The endpoint has to be at the address of the server itself.',
    });
  };

  const received = ({ event = 'message', data }: EventSourceMessage): void => {
    if (event === 'endpoint') endpoint.resolve(readEndpoint(data));
    else if (event === 'message' && data !== '')
      for (const message of tap.received(Buffer.from(data), now())) wire.onmessage?.(forClient(message));
  };

  const readStream = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    let held = 0;
    const parser = createParser({
      onEvent: (event) => {
        held = 0;
        received(event);
      },
    });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        held += chunk.byteLength;
        if (held > limit) {
          tap.find(finding('frame-too-large', { detail: `${held} bytes` }));
          break;
        }
        parser.feed(decoder.decode(chunk, { stream: true }));
      }
    } catch {
      // A broken stream and an ended one are the same loss.
    }
    end(wanted ? closedByUs : streamLost);
  };

  const headersWith = (more: Record<string, string>): Record<string, string> => ({
    ...options.headers,
    ...(protocolVersion === undefined ? {} : { 'mcp-protocol-version': protocolVersion }),
    ...more,
  });

  const wire: Wire = {
    kind: 'sse',
    ended,
    isAuthorizing: authorized.isWaiting,
    setProtocolVersion: (version) => (protocolVersion = version),
    start: () => Promise.resolve(),
    send: async (message: JSONRPCMessage) => {
      const facts = plain(message);
      const { id, method } = facts;
      tap.register(facts);
      const failed = (reason: Fault): void => {
        const isRequest = typeof method === 'string' && (typeof id === 'string' || typeof id === 'number');
        const error = isRequest ? tap.fail(id, reason) : undefined;
        if (error !== undefined) wire.onmessage?.(forClient(error));
      };
      const target = await endpoint.promise;
      if (!target.ok) return failed(target.fault);
      const text = formatJson(message);
      try {
        const posted = await authorized.send(
          target.value,
          {
            method: 'POST',
            headers: headersWith({ 'content-type': 'application/json' }),
            body: text,
            redirect: 'error',
            signal: closing.signal,
          },
          (at) => tap.sent(facts, Buffer.from(text), at),
        );
        if (!posted.ok) return failed(posted.fault);
        const { response } = posted;
        const body = response.ok ? '' : await response.text();
        if (response.ok) await response.body?.cancel();
        else failed(response.status === 404 ? sessionLost(404) : statusFault(url, response.status, body));
      } catch (error) {
        failed(networkFault(url, error));
      }
    },
    close: () => wire.end(),
    end: async () => {
      wanted = true;
      closing.abort();
      end(closedByUs);
      await ended;
    },
  };

  const deadline = startDeadline(options.timeoutMs, authorized.isWaiting, () =>
    closing.abort('The server did not answer in time.'),
  );
  const onAbort = (): void => closing.abort();
  options.signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const opened = await authorized.send(url, {
      headers: headersWith({ accept: 'text/event-stream' }),
      redirect: 'error',
      signal: closing.signal,
    });
    if (!opened.ok) return opened;
    const { response } = opened;
    const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '');
    if (!response.ok || !isStream || response.body === null) {
      await response.body?.cancel();
      return notSse(url);
    }
    void readStream(response.body);
    const target = await endpoint.promise;
    if (!target.ok) {
      await wire.end();
      return target;
    }
    return ok(wire);
  } catch (error) {
    return closing.signal.aborted ? notSse(url) : { ok: false, fault: networkFault(url, error) };
  } finally {
    deadline.stop();
    options.signal?.removeEventListener('abort', onAbort);
  }
};
