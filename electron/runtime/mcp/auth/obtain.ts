import { ok, type Result } from '../../../../shared/fault.ts';
import { requestAssertion } from './assertion.ts';
import { clientOfGrant, knownClient, registerClient, type Known } from './client.ts';
import type { Client } from './client-auth.ts';
import { obtainCode } from './code-flow.ts';
import type { Discovery } from './discover.ts';
import { listen, type Listener } from './loopback.ts';
import type { Obtaining } from './obtaining.ts';
import type { Grant } from './store.ts';
import { isGone, required, requestToken, type Tokens } from './token.ts';

/** A token and whom it is from, for whom and for what. */
const grantOf = (
  server: URL,
  { issuer, resource, tokenEndpoint }: Pick<Discovery, 'issuer' | 'resource' | 'tokenEndpoint'>,
  client: Client,
  tokens: Tokens,
): Grant => ({
  server: server.href,
  issuer,
  clientId: client.id,
  method: client.method,
  resource,
  tokenEndpoint: tokenEndpoint.href,
  ...tokens,
  scopes: [...tokens.scopes],
});

/** Renews a grant. Undefined: there is nothing to renew it with, or it is gone. */
export const renewed = async (by: Obtaining, old: Grant): Promise<Result<Grant | undefined>> => {
  const { server, hop, trail, store } = by;
  const tokenEndpoint = URL.parse(old.tokenEndpoint);
  if (old.refreshToken === undefined || tokenEndpoint === null) return ok(undefined);
  const client = clientOfGrant(by, old);
  if (!client.ok) return client;
  if (client.value === undefined) return ok(undefined);
  const { issuer, resource, scopes } = old;
  const reply = await requestToken(hop, trail, {
    way: 'refresh',
    endpoint: tokenEndpoint,
    issuer,
    client: client.value,
    resource,
    form: {
      grant_type: 'refresh_token',
      refresh_token: old.refreshToken,
      // Some servers hand out a token for nothing when scope is left out.
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    },
    scopes,
  });
  if (reply.ok) return ok(grantOf(server, { issuer, resource, tokenEndpoint }, client.value, reply.value));
  // A bad moment costs nobody the grant.
  if (!isGone(reply)) return reply;
  store.dropGrant(old);
  return ok(undefined);
};

const scopeForm = (scopes: readonly string[]): Record<string, string> =>
  scopes.length === 0 ? {} : { scope: scopes.join(' ') };

/** Client credentials (RFC 6749, 4.4) or an assertion (RFC 7523, 2.1): nobody has to agree. */
const byCredentials = async (
  by: Obtaining,
  discovery: Discovery,
  scopes: readonly string[],
): Promise<Result<Grant>> => {
  const { settings } = by;
  const assertion =
    settings.kind === 'enterprise' ? await requestAssertion(by, settings, discovery, scopes) : ok(undefined);
  if (!assertion.ok) return assertion;
  const { server, hop, trail } = by;
  const known = knownClient(by, discovery.issuer, discovery.metadata);
  if (!known.ok) return known;
  const client = known.value?.client;
  if (client === undefined) return required(server);
  const reply = await requestToken(hop, trail, {
    way: assertion.value === undefined ? 'client-credentials' : 'assertion',
    endpoint: discovery.tokenEndpoint,
    issuer: discovery.issuer,
    client,
    resource: discovery.resource,
    form:
      assertion.value === undefined
        ? { grant_type: 'client_credentials', ...scopeForm(scopes) }
        : {
            grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
            assertion: assertion.value,
            ...scopeForm(scopes),
          },
    scopes,
  });
  return reply.ok ? ok(grantOf(server, discovery, client, reply.value)) : reply;
};

/** A client that this listener can serve: a known one, else a new registration. */
const clientFor = async (
  { hop, trail, store }: Obtaining,
  known: Known | undefined,
  discovery: Discovery,
  { redirectUri }: Listener,
  scopes: readonly string[],
): Promise<Result<Client>> => {
  if (known === undefined) return registerClient(hop, trail, store, discovery, redirectUri, scopes);
  const step = trail.begin('client', { way: known.way });
  step.end();
  return ok(known.client);
};

/** A person agrees in a browser (RFC 6749, 4.1, with PKCE). */
const byPerson = async (
  by: Obtaining,
  discovery: Discovery,
  scopes: readonly string[],
  isSecondTry = false,
): Promise<Result<Grant>> => {
  const { server, hop, trail, store, person, limitMs, signal } = by;
  if (person === undefined) return required(server);
  const { issuer, metadata, tokenEndpoint } = discovery;
  const found = knownClient(by, issuer, metadata);
  if (!found.ok) return found;
  let known = found.value;
  let listening = await listen(known?.client.redirectUri);
  if (!listening.ok && known?.way === 'stored') {
    // The port of that registration is taken; another port needs another registration.
    known = undefined;
    listening = await listen();
  }
  if (!listening.ok) return listening;
  const listener = listening.value;
  try {
    const client = await clientFor(by, known, discovery, listener, scopes);
    if (!client.ok) return client;
    const flow = { trail, discovery, client: client.value, listener, person, scopes, signal, limitMs };
    const code = await obtainCode(flow);
    if (!code.ok) return code;
    const reply = await requestToken(hop, trail, {
      way: 'code',
      endpoint: tokenEndpoint,
      issuer,
      client: client.value,
      resource: discovery.resource,
      form: {
        grant_type: 'authorization_code',
        code: code.value.code,
        code_verifier: code.value.verifier,
        redirect_uri: listener.redirectUri,
      },
      scopes,
    });
    if (reply.ok) return ok(grantOf(server, discovery, client.value, reply.value));
    if (reply.error !== 'invalid_client' || known?.way !== 'stored' || isSecondTry) return reply;
  } finally {
    listener.close();
  }
  const step = trail.begin('client', { way: 'stored' });
  step.find('auth-registration-again');
  step.end();
  store.dropRegistration(issuer);
  return byPerson(by, discovery, scopes, true);
};

/** Gets a new grant in the way that the settings say. */
export const granted = (
  by: Obtaining,
  discovery: Discovery,
  scopes: readonly string[],
): Promise<Result<Grant>> =>
  by.settings.kind === 'oauth' ? byPerson(by, discovery, scopes) : byCredentials(by, discovery, scopes);
