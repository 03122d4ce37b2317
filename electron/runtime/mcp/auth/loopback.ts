import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fail, fault, ok, type Result } from '../../../../shared/fault.ts';

/** What a browser brought back, with the state that was sent: the code, or the error in its stead. */
export interface Callback {
  readonly code?: string;
  readonly error?: string;
  readonly description?: string;
  readonly iss?: string;
  /** Names of its parameters. */
  readonly names: readonly string[];
}

export interface Listener {
  /** The address that the browser is sent back to. */
  readonly redirectUri: string;
  /** Waits for the answer that carries `state`. Others are turned away; after some of them it gives up. */
  wait(state: string, signal: AbortSignal, limitMs: number, onForeign: () => void): Promise<Result<Callback>>;
  close(): void;
}

/** Answers with another state that are turned away before the request is given up. */
const maxForeign = 5;

/** How long a browser may take to read the last page, ms. */
const goodbyeMs = 1000;

const page = (response: ServerResponse, status: number, text: string): void => {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      connection: 'close',
    })
    .end(`<!doctype html><meta charset="utf-8"><title>Throughline</title><p>${text}</p>`);
};

const isEqual = (given: string | null, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const readCallback = (query: URLSearchParams): Callback | undefined => {
  const names = [...query.keys()];
  // A parameter that stands twice could be read in two ways (RFC 6749, 3.1).
  if (new Set(names).size !== names.length) return undefined;
  const [code, error, description, iss] = ['code', 'error', 'error_description', 'iss'].map(
    (name) => query.get(name) ?? undefined,
  );
  if ((code === undefined) === (error === undefined)) return undefined;
  return {
    names,
    ...(code === undefined ? {} : { code }),
    ...(error === undefined ? {} : { error }),
    ...(description === undefined ? {} : { description }),
    ...(iss === undefined ? {} : { iss }),
  };
};

/**
 * Listens on this machine for the browser's way back (RFC 8252, 7.3). `wanted` is a redirect address that was registered: its
 * port is taken where it is free. Otherwise any port is.
 */
export const listen = async (wanted?: string): Promise<Result<Listener>> => {
  const fixed = wanted === undefined ? undefined : URL.parse(wanted);
  const host = fixed?.hostname ?? '127.0.0.1';
  const path = fixed?.pathname ?? '/callback';
  let take: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    page(response, 404, 'Nobody waits for this.');
  const server = createServer((request, response) => take(request, response));
  const bound = await new Promise<number | undefined>((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(Number(fixed?.port ?? 0), host === '[::1]' ? '::1' : '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : undefined);
    });
  });
  if (bound === undefined)
    return fail('auth-port-in-use', `The redirect address ${wanted ?? ''} is in use by another program.`, {
      next: 'End that program, or register another redirect address.',
    });
  const close = (): void => {
    server.close();
    // The last page may still be on its way.
    setTimeout(() => server.closeAllConnections(), goodbyeMs).unref();
  };
  const names = new Set([`127.0.0.1:${bound}`, `localhost:${bound}`, `[::1]:${bound}`]);

  return ok({
    redirectUri: `http://${host}:${bound}${path}`,
    close,
    wait: (state, signal, limitMs, onForeign) =>
      new Promise((resolve) => {
        let foreign = 0;
        const over = (result: Result<Callback>): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', onAbort);
          take = (_request, response) => page(response, 410, 'This was answered already.');
          resolve(result);
        };
        const timer = setTimeout(
          () =>
            over(
              fail('auth-timeout', 'Nobody came back from the browser in time.', {
                cause: `It was waited for ${Math.round(limitMs / 1000)} s.`,
                next: 'Connect again and finish in the browser.',
              }),
            ),
          limitMs,
        );
        const onAbort = (): void => over(fail('auth-cancelled', 'Authorization was cancelled.'));
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        take = (request, response) => {
          const url = URL.parse(request.url ?? '', `http://${host}:${bound}`);
          // A name that was rebound to this machine is not ours.
          if (!names.has(request.headers.host ?? '')) return page(response, 403, 'Refused.');
          if (request.method !== 'GET' || url?.pathname !== path) return page(response, 404, 'Not found.');
          if (!isEqual(url.searchParams.get('state'), state)) {
            foreign += 1;
            onForeign();
            page(response, 400, 'This answer belongs to another request. It was ignored.');
            if (foreign >= maxForeign)
              over({
                ok: false,
                fault: fault('auth-state-mismatch', 'Answers came back that belong to another request.', {
                  next: 'The authorization server has to return state unchanged, with errors as well.',
                }),
              });
            return undefined;
          }
          const callback = readCallback(url.searchParams);
          if (callback === undefined) {
            page(response, 400, 'This answer cannot be read.');
            over(
              fail('auth-callback-invalid', 'The answer of the authorization server cannot be read.', {
                next: 'It has to carry either code or error, each parameter once.',
              }),
            );
            return undefined;
          }
          page(response, 200, 'You can close this page and go back to Throughline.');
          return over(ok(callback));
        };
        return undefined;
      }),
  });
};
