import { createHash, randomBytes } from 'node:crypto';
import { fault, ok, type Fault, type Result } from '../../../../shared/fault.ts';
import type { Client } from './client-auth.ts';
import type { Discovery } from './discover.ts';
import type { Callback, Listener } from './loopback.ts';
import { isLocalName } from './reach.ts';
import { errorFault } from './token.ts';
import type { Trail } from './trail.ts';

/** What a person is asked before a browser opens. */
export interface ConsentRequest {
  /** The whole address. It holds the state of this request: it is shown and opened, and kept nowhere. */
  readonly url: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly signal: AbortSignal;
}

/** Somebody who can agree and sign in. `opened`: the browser was opened, or they do it themselves. */
export interface Person {
  open(request: ConsentRequest): Promise<'opened' | 'declined'>;
}

/** A code and what it takes to use it. */
export interface Code {
  readonly code: string;
  readonly verifier: string;
}

interface CodeFlow {
  readonly trail: Trail;
  readonly discovery: Discovery;
  readonly client: Client;
  readonly listener: Listener;
  readonly person: Person;
  readonly scopes: readonly string[];
  readonly signal: AbortSignal;
  /** How long a person may take, ms. */
  readonly limitMs: number;
}

/** Addresses that a browser may be sent to: https, or http on this machine; nothing hidden before the host name. */
export const isBrowsable = (url: URL): boolean => {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return (
    url.protocol === 'http:' && (isLocalName(url.hostname) || /^(127(\.\d+){3}|\[::1\])$/.test(url.hostname))
  );
};

/** Why this authorization server cannot be sent a browser. */
const hindrance = ({ authorizationEndpoint: endpoint, metadata, isOld }: Discovery): Fault | undefined => {
  if (endpoint === undefined)
    return fault('auth-metadata-missing', 'The authorization server names no authorization endpoint.', {
      next: 'If it is for machines only, set the client credentials in the settings of the server.',
    });
  if (!isBrowsable(endpoint))
    return fault(
      'auth-address-refused',
      `The authorization endpoint begins with "${endpoint.protocol}"; a browser is sent to https only.`,
      { next: 'The authorization server has to name an https address without user name and password.' },
    );
  if (metadata.response_types_supported?.includes('code') === false)
    return fault('auth-code-unsupported', 'The authorization server does not hand out codes.', {
      next: 'It has to list "code" in response_types_supported.',
    });
  const challenges = metadata.code_challenge_methods_supported;
  if (challenges === undefined ? !isOld : !challenges.includes('S256'))
    return fault(
      'auth-pkce-missing',
      'The authorization server does not say that it supports PKCE with S256.',
      {
        next: 'It has to list S256 in code_challenge_methods_supported.',
      },
    );
  return undefined;
};

/** RFC 9207, 2.4: the answer comes from the server that was asked. Compared as it stands. */
const checkIssuer = ({ iss }: Callback, { issuer, metadata }: Discovery): Fault | undefined => {
  const isPromised = metadata.authorization_response_iss_parameter_supported === true;
  if (metadata.issuer === undefined || iss === issuer || (iss === undefined && !isPromised)) return undefined;
  return fault(
    'auth-issuer-mismatch',
    iss === undefined
      ? 'The answer does not say which authorization server it is from.'
      : 'The answer is from another authorization server than was asked.',
    {
      next: 'Do not go on with it. The authorization server has to send iss, equal to the issuer of its metadata.',
    },
  );
};

const addressOf = (
  endpoint: URL,
  { discovery, client, listener, scopes }: CodeFlow,
  state: string,
  verifier: string,
): URL => {
  const url = new URL(endpoint);
  const set = (name: string, value: string): void => url.searchParams.set(name, value);
  set('response_type', 'code');
  set('client_id', client.id);
  set('redirect_uri', listener.redirectUri);
  set('state', state);
  set('code_challenge', createHash('sha256').update(verifier).digest('base64url'));
  set('code_challenge_method', 'S256');
  set('resource', discovery.resource);
  if (scopes.length > 0) set('scope', scopes.join(' '));
  // OpenID Connect Core, 11: a refresh token is handed out only when consent is asked for.
  if (scopes.includes('offline_access')) set('prompt', 'consent');
  return url;
};

/** Sends a person to the authorization server and waits for the code that they come back with. */
export const obtainCode = async (flow: CodeFlow): Promise<Result<Code>> => {
  const { trail, discovery, listener, person, scopes, signal, limitMs } = flow;
  const endpoint = discovery.authorizationEndpoint;
  const hindered = hindrance(discovery);
  if (hindered !== undefined || endpoint === undefined) {
    const reason = hindered ?? fault('auth-metadata-missing', 'There is no authorization endpoint.');
    return trail.begin('consent', endpoint === undefined ? {} : { url: endpoint }).fail(reason);
  }
  const [state, verifier] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  trail.hide(state);
  trail.hide(verifier);
  const url = addressOf(endpoint, flow, state, verifier);

  const consent = trail.begin('consent', { url: endpoint, sent: url.searchParams.keys() });
  if (discovery.metadata.code_challenge_methods_supported === undefined) consent.find('auth-pkce-unsaid');
  const over = new AbortController();
  const waiting = listener.wait(state, AbortSignal.any([signal, over.signal]), limitMs, () => {
    const foreign = trail.begin('callback', { way: 'foreign' });
    foreign.find('auth-callback-foreign');
    foreign.end();
  });
  const asked = await Promise.race([
    person.open({ url: url.href, issuer: discovery.issuer, scopes, signal }),
    waiting.then(() => 'opened' as const),
  ]);
  if (asked === 'declined') {
    over.abort();
    return consent.fail(
      fault('auth-declined', 'You did not agree to open the browser.', {
        next: 'Connect again to be asked again.',
      }),
    );
  }
  consent.end();

  const callback = trail.begin('callback');
  const came = await waiting;
  if (!came.ok) return callback.fail(came.fault);
  const { code, error, description, names } = came.value;
  trail.hide(code);
  callback.answered(names);
  const foreign = checkIssuer(came.value, discovery);
  if (foreign !== undefined) return callback.fail(foreign);
  if (code === undefined) {
    const body = { error, error_description: description };
    return callback.fail(
      errorFault('auth-refused', 'The authorization server refused.', body, undefined, trail).fault,
    );
  }
  callback.end();
  return ok({ code, verifier });
};
