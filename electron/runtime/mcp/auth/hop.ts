import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { AuthStepCode } from '../../../../shared/contract/authorization.ts';
import { authStepWords } from '../../../../shared/auth-names.ts';
import { fault, ok, type Fault, type Result } from '../../../../shared/fault.ts';
import { isObject } from '../../../../shared/json.ts';
import { networkFault } from '../http-faults.ts';
import { trustSystem } from '../system-trust.ts';
import type { JsonObject } from '../types.ts';
import { isLocalName, mayLead, reachOf, type Reach } from './reach.ts';
import { placeOf, type OpenStep, type Trail } from './trail.ts';

export interface HopRequest {
  readonly url: URL;
  readonly way?: string;
  readonly form?: URLSearchParams;
  readonly json?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HopAnswer {
  readonly status: number;
  /** The body where it is a JSON object, whatever its type says. */
  readonly body: JsonObject | undefined;
}

/** A request and the hop that tells of it. The hop is open still: whoever judges the answer ends it. */
export interface Hopped {
  readonly step: OpenStep;
  readonly answer: Result<HopAnswer>;
}

export type Hop = (step: AuthStepCode, request: HopRequest) => Promise<Hopped>;

interface HopOptions {
  readonly trail: Trail;
  /** The MCP server that leads us about. */
  readonly server: URL;
  /** Origins that the user named; only the addresses that nobody may call stay refused there. */
  readonly trusted: readonly string[];
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const timeoutMs = 15_000;
const maxBytes = 1024 * 1024;
const maxRedirects = 3;

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** All addresses behind a host name, asked for once; what is called is what was judged. */
const addressesOf = (hostname: string): Promise<LookupAddress[]> => {
  const host = bare(hostname);
  if (isIP(host) !== 0) return Promise.resolve([{ address: host, family: isIP(host) }]);
  if (isLocalName(host))
    return Promise.resolve([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
  return new Promise((resolve, reject) => {
    lookup(host, { all: true }, (error, found) => (error === null ? resolve(found) : reject(error)));
  });
};

const nearest = (addresses: readonly LookupAddress[]): Reach => {
  const reaches = addresses.map(({ address }) => reachOf(address));
  return (['refused', 'loopback', 'private'] as const).find((reach) => reaches.includes(reach)) ?? 'public';
};

class Refused extends Error {
  readonly fault: Fault;
  constructor(reason: Fault) {
    super(reason.code);
    this.fault = reason;
  }
}

const judge = (url: URL, to: Reach, from: Reach, { server, trusted }: HopOptions): Fault | undefined => {
  const isTrusted = url.origin === server.origin || trusted.includes(url.origin);
  if (to === 'refused' || !(isTrusted || mayLead(from, to))) {
    return fault(
      'auth-address-refused',
      `${url.host} leads to an address that the server may not point at.`,
      {
        cause:
          to === 'refused'
            ? 'It is a link-local or cloud metadata address.'
            : `The server itself is ${from === 'public' ? 'on the internet' : 'on another machine'}.`,
        next: 'If this authorization server is yours, name it as issuer in the settings of the server.',
      },
    );
  }
  const isPlain = url.protocol === 'http:';
  if (isPlain && to !== 'loopback' && !(to === 'private' && server.protocol === 'http:')) {
    return fault('auth-endpoint-insecure', `${url.host} would be asked over plain HTTP.`, {
      next: 'The server has to name an https address.',
    });
  }
  return undefined;
};

/** Makes the requests of an authorization. Every one is a hop of the trail, and none goes where it must not. */
export const createHop = (options: HopOptions): Hop => {
  const { trail, server } = options;
  let serverReach: Promise<Reach> | undefined;
  const fromReach = (): Promise<Reach> =>
    (serverReach ??= addressesOf(server.hostname).then(nearest, () => 'public' as const));

  const guarded = async (url: URL): Promise<LookupAddress[]> => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new Refused(
        fault('auth-address-refused', `An address begins with "${url.protocol}".`, {
          next: 'The server has to name https addresses.',
        }),
      );
    const found = await addressesOf(url.hostname);
    const reason = judge(url, nearest(found), await fromReach(), options);
    if (reason !== undefined) throw new Refused(reason);
    return found;
  };

  const once = async (url: URL, init: RequestInit, signal: AbortSignal): Promise<IncomingMessage> => {
    const addresses = await guarded(url);
    const pinned: LookupFunction = (_host, { all }: LookupOptions, done) => {
      const [first] = addresses;
      if (all === true) done(null, [...addresses]);
      else done(null, first?.address ?? '', first?.family);
    };
    if (url.protocol === 'https:') trustSystem();
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method: init.body === undefined ? 'GET' : 'POST',
        headers: init.headers,
        agent: false,
        lookup: pinned,
        signal,
      });
      request.on('response', resolve).on('error', reject).end(init.body);
    });
  };

  const follow = async (url: URL, init: RequestInit, signal: AbortSignal): Promise<IncomingMessage> => {
    let at = url;
    for (let count = 0; ; count += 1) {
      const response = await once(at, init, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode < 300 || statusCode > 399 || headers.location === undefined) return response;
      response.resume();
      const next = URL.parse(headers.location, at);
      if (init.body !== undefined || count >= maxRedirects || next?.origin !== url.origin)
        throw new Refused(
          fault('auth-redirect-refused', `${url.host} redirects${next === null ? '' : ` to ${next.host}`}.`, {
            next: 'Metadata has to stand where it is asked for; a redirect may not leave its origin.',
          }),
        );
      at = next;
    }
  };

  return async (step, { url, way, form, json, headers = {} }) => {
    const body = form?.toString() ?? (json === undefined ? undefined : JSON.stringify(json));
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const open = trail.begin(step, {
      url,
      method: body === undefined ? 'GET' : 'POST',
      sent: [...(form?.keys() ?? Object.keys(json ?? {})), ...Object.keys(headers)],
      ...(way === undefined ? {} : { way }),
    });
    const limit = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
    const signal = AbortSignal.any([options.signal, limit]);
    try {
      const init = {
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': type }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      };
      const response = await follow(url, init, signal);
      const status = response.statusCode ?? 0;
      const answer = await readJson(response);
      open.answered(Object.keys(answer ?? {}), status);
      return { step: open, answer: ok({ status, body: answer }) };
    } catch (error) {
      return {
        step: open,
        answer: {
          ok: false,
          fault: hopFault(step, url, error, limit.aborted, options.signal.aborted),
        },
      };
    }
  };
};

interface RequestInit {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const readJson = async (response: IncomingMessage): Promise<JsonObject | undefined> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    if (!Buffer.isBuffer(part)) continue;
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Why a request got no answer, with the hop that it was: "certificate not accepted" alone does not say whose. */
const hopFault = (
  step: AuthStepCode,
  url: URL,
  error: unknown,
  isLate: boolean,
  isCancelled: boolean,
): Fault => {
  if (isCancelled) return fault('auth-cancelled', 'Authorization was cancelled.');
  const reason =
    error instanceof Refused
      ? error.fault
      : isLate
        ? fault('no-answer', `${url.host} did not answer in time.`, {
            next: 'Check that the authorization server runs.',
          })
        : networkFault(url, error);
  const code = reason.code.startsWith('auth-') ? reason.code : `auth-${reason.code}`;
  return fault(code, `${authStepWords[step]} (${placeOf(url)}): ${reason.message}`, {
    cause: reason.cause,
    next: reason.next,
  });
};
