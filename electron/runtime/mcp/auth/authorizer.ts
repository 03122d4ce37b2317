import type {
  AuthStep,
  AuthorizationView,
  HttpAuthorization,
} from '../../../../shared/contract/authorization.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../../shared/fault.ts';
import type { Environment } from '../../servers/environment.ts';
import type { AuthChallenge, Authorizer } from '../authorizer.ts';
import { readChallenge, type Challenge } from './challenge.ts';
import type { Settings } from './client.ts';
import type { ConsentRequest, Person } from './code-flow.ts';
import { discoverServer, type Discovery } from './discover.ts';
import { createFlight } from './flight.ts';
import { createHop } from './hop.ts';
import { scopesOf } from './metadata.ts';
import { granted, renewed } from './obtain.ts';
import type { Obtaining } from './obtaining.ts';
import type { Grant, TokenStore } from './store.ts';
import { required } from './token.ts';
import { createTrail } from './trail.ts';

export interface AuthorizerOptions {
  /** The MCP endpoint. */
  readonly server: URL;
  readonly settings?: HttpAuthorization | undefined;
  readonly environment: Environment;
  readonly store: TokenStore;
  /** Without one, only what needs nobody is done. */
  readonly person?: Person | undefined;
  readonly onStep: (step: AuthStep) => void;
  readonly onState?: ((state: AuthorizationView['state'], about?: ConsentRequest) => void) | undefined;
  /** How long a person may take, ms. */
  readonly limitMs?: number | undefined;
}

export interface ServerAuthorizer extends Authorizer {
  /** Gives up what is under way. */
  dispose(): void;
}

/** A person reads, signs in, perhaps fetches a second factor, ms. */
const personMs = 10 * 60_000;
/** A token that ends this soon is renewed before it is used, ms. */
const earlyMs = 30_000;

const isOver = ({ expiresAt }: Grant): boolean =>
  expiresAt !== undefined && expiresAt - earlyMs <= Date.now();

/** A fault of this program; it must not leave requests waiting. */
const crash = (error: unknown): Fault =>
  fault('auth-failed', 'Authorization failed because of a fault in this program.', {
    cause: error instanceof Error ? `${error.name}.` : undefined,
    next: 'Report it with the steps that lead to it.',
  });

/** Everything about OAuth for one server: finds out, registers, asks, renews, keeps. */
export const createServerAuthorizer = (options: AuthorizerOptions): ServerAuthorizer => {
  const { server, environment, store } = options;
  const trail = createTrail(options.onStep);
  const flight = createFlight<'renew' | 'authorize'>();
  const settings: Settings | undefined =
    options.settings?.kind === 'none' ? undefined : (options.settings ?? { kind: 'oauth' });
  const tell = options.onState ?? (() => undefined);
  let grant: Grant | undefined = settings === undefined ? undefined : store.grant(server.href);
  trail.hide(grant?.accessToken);
  trail.hide(grant?.refreshToken);
  /** The newest token and how it was got: a server that refuses it at once would only refuse the next one as well. */
  let newest: { readonly token: string; readonly by: 'agreement' | 'renewal' } | undefined;
  /** Sets of scopes that were asked for because the server wanted more. */
  const stepped = new Set<string>();

  const person: Person | undefined = options.person && {
    open: async (request) => {
      tell('asks', request);
      const answer = await options.person?.open(request);
      if (answer === 'opened') tell('waits', request);
      return answer ?? 'declined';
    },
  };

  const obtaining = (by: Settings, signal: AbortSignal): Obtaining => {
    const own = [by.issuer, by.kind === 'enterprise' ? by.identityProvider : undefined];
    const trusted = own.flatMap((address) => (address === undefined ? [] : [new URL(address).origin]));
    const hop = createHop({ trail, server, trusted, signal });
    const limitMs = options.limitMs ?? personMs;
    return { server, settings: by, environment, store, trail, hop, person, limitMs, signal };
  };

  const keep = (result: Result<Grant>, by: 'agreement' | 'renewal'): Result<void> => {
    if (!result.ok) return result;
    grant = result.value;
    newest = { token: grant.accessToken, by };
    store.saveGrant(grant);
    tell('authorized');
    return ok(undefined);
  };

  /** Undefined: it takes an agreement. */
  const refresh = async (by: Obtaining, old: Grant): Promise<Result<void> | undefined> => {
    const reply = await renewed(by, old);
    if (!reply.ok) return reply;
    if (reply.value !== undefined) return keep(ok(reply.value), 'renewal');
    grant = undefined;
    return undefined;
  };

  const scopesFor = (by: Settings, discovery: Discovery, wanted: readonly string[]): readonly string[] => {
    const scopes = scopesOf(wanted.join(' '), by.scope);
    const mayStay = by.kind === 'oauth' && discovery.metadata.scopes_supported?.includes('offline_access');
    return scopes.length > 0 && mayStay === true ? scopesOf(scopes.join(' '), 'offline_access') : scopes;
  };

  /** What the server wants: what it says right now, else what its metadata lists. */
  const wantedBy = (challenge: Challenge, discovery: Discovery): readonly string[] =>
    challenge.scope === undefined ? (discovery.scopes ?? []) : scopesOf(challenge.scope);

  /** 401: the token is missing, over, or not what the server wants. */
  const renew = async (
    by: Obtaining,
    { token, attempt }: AuthChallenge,
    challenge: Challenge,
  ): Promise<Result<void>> => {
    // The same request was refused before, and this is what was got for it.
    const isFresh = attempt > 0 && token !== undefined && newest?.token === token;
    if (isFresh && newest?.by === 'agreement') {
      if (grant !== undefined) store.dropGrant(grant);
      grant = undefined;
      return fail('auth-token-refused', 'The server refused the token that was just handed out for it.', {
        next: 'Look at the audience and the scopes of the token; it has to be made out for this server.',
      });
    }
    const discovered = await discoverServer(by.hop, server, challenge, by.settings.issuer);
    if (!discovered.ok) return discovered;
    const discovery = discovered.value;
    // A refresh token goes to nobody but the issuer that it is from.
    if (
      !isFresh &&
      grant !== undefined &&
      grant.issuer === discovery.issuer &&
      grant.resource === discovery.resource
    ) {
      const again = await refresh(by, grant);
      if (again !== undefined) return again;
    }
    const scopes = scopesFor(by.settings, discovery, wantedBy(challenge, discovery));
    return keep(await granted(by, discovery, scopes), 'agreement');
  };

  /** 403 insufficient_scope: more is needed. Each set of scopes is asked for once. */
  const stepUp = async (by: Obtaining, challenge: Challenge): Promise<Result<void>> => {
    const discovered = await discoverServer(by.hop, server, challenge, by.settings.issuer);
    if (!discovered.ok) return discovered;
    const discovery = discovered.value;
    const more = wantedBy(challenge, discovery);
    const wanted = [...new Set([...(grant?.scopes ?? []), ...more])];
    const key = wanted.toSorted().join(' ');
    if (stepped.has(key)) {
      return fail('auth-scope-refused', 'The server asks for scopes that were asked for already.', {
        cause: more.length === 0 ? undefined : `It wants: ${more.join(' ')}.`,
        next: 'See whether the authorization server grants them to this client and this user.',
      });
    }
    stepped.add(key);
    return keep(await granted(by, discovery, scopesFor(by.settings, discovery, wanted)), 'agreement');
  };

  const challenged = async (
    by: Settings,
    asked: AuthChallenge,
    signal: AbortSignal,
  ): Promise<Result<void>> => {
    tell('works');
    const challenge = readChallenge(asked.header ?? '');
    const step = trail.begin('challenge', { url: server });
    step.answered(asked.header === undefined ? [] : ['www-authenticate', ...challenge.names], asked.status);
    if (asked.header === undefined) step.find('auth-challenge-missing');
    step.end();
    try {
      const means = obtaining(by, signal);
      const result = await (asked.status === 403 ? stepUp(means, challenge) : renew(means, asked, challenge));
      if (!result.ok) tell('failed');
      return result;
    } catch (error) {
      tell('failed');
      return { ok: false, fault: crash(error) };
    }
  };

  return {
    token: async () => {
      const old = grant;
      // While a person is asked, requests go out with what there is.
      if (settings !== undefined && old !== undefined && isOver(old) && flight.kind !== 'authorize') {
        await flight.join(
          'renew',
          async (signal) => (await refresh(obtaining(settings, signal), old)) ?? ok(undefined),
        );
      }
      return grant?.accessToken;
    },
    challenged: (asked) => {
      if (settings === undefined) return Promise.resolve(required(server));
      // Meanwhile another request got a new token.
      if (grant !== undefined && asked.token !== grant.accessToken) return Promise.resolve(ok(undefined));
      return flight.join('authorize', (signal) => challenged(settings, asked, signal), asked.signal);
    },
    dispose: () => flight.abort(),
  };
};
