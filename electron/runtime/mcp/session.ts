import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import { fault, type Fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { startDeadline } from './deadline.ts';
import type { ClientIdentity } from './era.ts';
import { createInbound } from './inbound.ts';
import type { Interactions } from './interactions.ts';
import { repairDiscover } from './handshake.ts';
import type { Sdk } from './http-wire.ts';
import type { StderrLog } from './stderr-log.ts';
import type { Tap } from './tap.ts';
import type { Answer, ProgressToken, Trace } from './traces.ts';
import type { CallProgress, EraVerdict, JsonObject } from './types.ts';
import type { Wire } from './wire.ts';
import { sentence } from './sentence.ts';

/** One wire with its tap and, once the era is known, the protocol client on it. */
export interface Link {
  readonly wire: Wire;
  readonly tap: Tap;
  /** What a local server wrote to stderr. */
  readonly stderr: StderrLog['lines'];
}

export const noStderr: StderrLog['lines'] = () => ({ lines: [], dropped: 0 });

export interface Session extends Link {
  readonly client: Client;
  readonly verdict: EraVerdict;
  /** The handshake's result as it came off the wire. */
  readonly handshake: JsonObject;
  readonly interactions: Interactions;
  /** How much of its log a modern server shall send with each request. */
  logLevel?: string | undefined;
}

/** SEP-2663; an empty object offers it. */
export const tasksExtension = 'io.modelcontextprotocol/tasks';

/** setTimeout's longest; deadlines are kept by us, because progress has to move them. */
const forever = 2_147_483_647;

/** A schema that lets everything through: what counts is read from the tap. */
const anything = {
  '~standard': { version: 1, vendor: 'throughline', validate: (value: unknown) => ({ value }) },
} as const;

interface AttachOptions {
  readonly sdk: Sdk;
  readonly identity: ClientIdentity;
  readonly capabilities: JsonObject;
  readonly interactions: Interactions;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export type Attached =
  | { readonly ok: true; readonly session: Session }
  | { readonly ok: false; readonly error: unknown; readonly timedOut: boolean };

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(String(signal.reason))), { once: true });
  });

/** Puts a protocol client on a wire: with what discover said, or with the legacy handshake. */
export const attach = async (
  link: Link,
  verdict: EraVerdict,
  discovered: JsonObject | undefined,
  options: AttachOptions,
): Promise<Attached> => {
  const { sdk, capabilities, interactions } = options;
  const client = new sdk.Client({ ...options.identity }, { capabilities: { ...capabilities } });
  const { wire, tap } = link;
  const { onNotification } = options;
  tap.setInbound(createInbound({ wire, find: tap.find, era: verdict.era, interactions, onNotification }));
  const extensions = capabilities['extensions'];
  if (isObject(extensions) && tasksExtension in extensions) tap.offerTasks();
  const giveUp = new AbortController();
  let timedOut = false;
  const deadline = startDeadline(
    options.timeoutMs,
    () => link.wire.isAuthorizing?.() === true,
    () => {
      timedOut = true;
      giveUp.abort('The handshake timed out.');
    },
  );
  const onAbort = (): void => giveUp.abort('Connecting was cancelled.');
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const trace = discovered === undefined ? link.tap.trace('initialize') : undefined;
  link.tap.setEra(verdict.era);
  const connecting = client.connect(link.wire, {
    prior:
      discovered === undefined
        ? { kind: 'legacy' }
        : { kind: 'modern', discover: asDiscover(repairDiscover(discovered, [])) },
    timeout: forever,
    signal: giveUp.signal,
  });
  try {
    // The client also waits until its notification was taken, which no signal ends.
    await Promise.race([connecting, whenAborted(giveUp.signal)]);
  } catch (error) {
    connecting.catch(() => undefined);
    return { ok: false, error, timedOut };
  } finally {
    deadline.stop();
    options.signal?.removeEventListener('abort', onAbort);
    if (trace !== undefined) link.tap.drop(trace);
  }
  return {
    ok: true,
    session: { ...link, client, verdict, interactions, handshake: discovered ?? trace?.answer?.result ?? {} },
  };
};

type Prior = NonNullable<NonNullable<Parameters<Client['connect']>[1]>['prior']>;
type DiscoverResult = Extract<Prior, { kind: 'modern' }>['discover'];

const isDiscover = (value: JsonObject): value is JsonObject & DiscoverResult =>
  Array.isArray(value['supportedVersions']);
const asDiscover = (value: JsonObject): DiscoverResult => {
  if (!isDiscover(value)) throw new TypeError('Not a discover result.');
  return value;
};

export type Asked =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly fault?: Fault }
  | { readonly kind: 'timeout' | 'cancelled' | 'failed'; readonly fault: Fault };

interface AskOptions {
  readonly timeoutMs: number;
  readonly token?: ProgressToken;
  readonly onProgress?: (progress: CallProgress, at: bigint) => void;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onSent?: () => void;
}

const silent = (method: string, ms: number): Fault =>
  fault('timeout', `The server did not answer ${method} within ${ms / 1000} s.`, {
    next: 'Raise the timeout in the server settings, or look at what the server waits for.',
  });

const cancelled = fault('cancelled', 'The request was cancelled.');

const logLevelKey = 'io.modelcontextprotocol/logLevel';

const withLogLevel = (method: string, params: JsonObject | undefined, level: string | undefined) => {
  if (level === undefined) return params === undefined ? { method } : { method, params: { ...params } };
  const meta = params?.['_meta'];
  return { method, params: { ...params, _meta: { ...(isObject(meta) ? meta : {}), [logLevelKey]: level } } };
};

const otherFault = (error: unknown): Fault =>
  fault('request-failed', 'The request failed.', {
    cause: sentence(error instanceof Error ? error.message : String(error)),
  });

/**
 * Sends one request through the protocol client and reads the answer from the tap, unpicked. Never rejects. Silence longer
 * than `timeoutMs` cancels it; progress starts the silence anew.
 */
export const ask = async (
  session: Session,
  method: string,
  params: JsonObject | undefined,
  options: AskOptions,
): Promise<Asked> => {
  const { tap, client } = session;
  const giveUp = new AbortController();
  let why: 'timeout' | 'cancelled' | undefined;
  const stop = (reason: 'timeout' | 'cancelled'): void => {
    why ??= reason;
    giveUp.abort(reason === 'timeout' ? 'The request timed out.' : 'The request was cancelled.');
  };
  const onAbort = (): void => stop('cancelled');
  if (options.signal?.aborted === true) return { kind: 'cancelled', fault: cancelled };
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const deadline = startDeadline(
    options.timeoutMs,
    () => session.wire.isAuthorizing?.() === true || session.interactions.isWaiting(),
    () => stop('timeout'),
  );
  const trace: Trace = tap.trace(method, {
    ...(options.token === undefined ? {} : { token: options.token }),
    onSent: options.onSent,
    onProgress: (progress, at) => {
      deadline.again();
      options.onProgress?.(progress, at);
    },
  });
  const requestOptions: RequestOptions = {
    signal: giveUp.signal,
    timeout: forever,
    ...(options.headers === undefined ? {} : { headers: options.headers }),
  };
  let error: unknown;
  try {
    await client.request(withLogLevel(method, params, session.logLevel), anything, requestOptions);
  } catch (caught) {
    error = caught;
  } finally {
    deadline.stop();
    options.signal?.removeEventListener('abort', onAbort);
    tap.drop(trace);
  }
  if (trace.answer !== undefined && why === undefined) {
    return {
      kind: 'answer',
      answer: trace.answer,
      ...(trace.fault === undefined ? {} : { fault: trace.fault }),
    };
  }
  if (why === 'timeout') return { kind: 'timeout', fault: silent(method, options.timeoutMs) };
  if (why === 'cancelled') return { kind: 'cancelled', fault: cancelled };
  return { kind: 'failed', fault: trace.fault ?? otherFault(error) };
};
