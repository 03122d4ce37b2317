import type { Fault, Result } from '../../../shared/fault.ts';

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** A refusal for want of authorization, as the server sent it. */
export interface AuthChallenge {
  /** The MCP endpoint. */
  readonly url: URL;
  readonly status: 401 | 403;
  /** The `WWW-Authenticate` header. */
  readonly header?: string;
  /** How often this very request was refused before. */
  readonly attempt: number;
  /** The token that was refused; meanwhile there may be another one. */
  readonly token?: string;
  readonly signal?: AbortSignal;
}

/**
 * Gets, renews and hands out what a server wants to see. Everything about OAuth is behind it; the transports only ask for a
 * token and pass on refusals. It may wait for a person: no timeout runs meanwhile.
 */
export interface Authorizer {
  /** What goes out as `Authorization: Bearer …`; undefined sends the request without. */
  token(): Promise<string | undefined>;
  /** Success means: send the request again. */
  challenged(challenge: AuthChallenge): Promise<Result<void>>;
}

/** The same, and how long it was waited for, ms. */
export const timed = (
  authorizer: Authorizer,
): { readonly authorizer: Authorizer; readonly waitedMs: () => number } => {
  let waited = 0;
  return {
    waitedMs: () => waited,
    authorizer: {
      token: () => authorizer.token(),
      challenged: async (challenge) => {
        const from = performance.now();
        try {
          return await authorizer.challenged(challenge);
        } finally {
          waited += performance.now() - from;
        }
      },
    },
  };
};

/** Refusals of one kind that one request may meet before it is given up (step-up loops must end). */
const maxOfKind = 2;

const challengeOf = (response: Response): { status: 401 | 403; header?: string } | undefined => {
  const header = response.headers.get('www-authenticate');
  const { status } = response;
  if (status === 401) return { status, ...(header === null ? {} : { header }) };
  return status === 403 && header !== null && /error="?insufficient_scope/i.test(header)
    ? { status, header }
    : undefined;
};

export type Authorized =
  | { readonly ok: true; readonly response: Response }
  | { readonly ok: false; readonly fault: Fault };

/** Sends requests with the authorizer's token and asks it again when the server refuses. */
export const createAuthorizedFetch = (
  doFetch: Fetch,
  options: {
    readonly url: URL;
    readonly now: () => bigint;
    readonly authorizer?: Authorizer | undefined;
  },
) => {
  const { url, now, authorizer } = options;
  let waiting = 0;

  const challenged = async (by: Authorizer, challenge: AuthChallenge): Promise<Result<void>> => {
    waiting += 1;
    try {
      return await by.challenged(challenge);
    } finally {
      waiting -= 1;
    }
  };

  /** `onSent` runs for every attempt, right after its bytes were handed over; `at` was just before, in nanoseconds. */
  const send = async (
    target: string | URL,
    init: RequestInit,
    onSent: (at: bigint) => void = () => undefined,
  ): Promise<Authorized> => {
    if (authorizer === undefined) {
      const at = now();
      const responding = doFetch(target, init);
      onSent(at);
      return { ok: true, response: await responding };
    }
    const seen = { 401: 0, 403: 0 };
    for (;;) {
      const token = await authorizer.token();
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      const at = now();
      const responding = doFetch(target, { ...init, headers });
      onSent(at);
      const response = await responding;
      const challenge = challengeOf(response);
      if (challenge === undefined || seen[challenge.status] >= maxOfKind) return { ok: true, response };
      await response.body?.cancel();
      const answer = await challenged(authorizer, {
        url,
        attempt: seen[401] + seen[403],
        ...challenge,
        ...(token === undefined ? {} : { token }),
        ...(init.signal === null || init.signal === undefined ? {} : { signal: init.signal }),
      });
      if (!answer.ok) return answer;
      seen[challenge.status] += 1;
    }
  };

  return {
    send,
    /** Somebody is being asked for authorization right now. */
    isWaiting: (): boolean => waiting > 0,
  };
};
