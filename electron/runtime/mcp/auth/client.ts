import type { ClientSecret, HttpAuthorization } from '../../../../shared/contract/authorization.ts';
import { fail, fault, ok, type Result } from '../../../../shared/fault.ts';
import { resolveValues, type Environment } from '../../servers/environment.ts';
import { methodFor, readSigningKey, type Client } from './client-auth.ts';
import type { Discovery } from './discover.ts';
import type { Hop } from './hop.ts';
import { RegistrationAnswer, ServerMetadata } from './metadata.ts';
import type { Grant, Registration, TokenStore } from './store.ts';
import { errorFault } from './token.ts';
import type { Trail } from './trail.ts';

/** Where a client comes from. */
export type ClientWay = 'pre-registered' | 'metadata-document' | 'stored' | 'dynamic-registration';

export interface Known {
  readonly client: Client;
  readonly way: ClientWay;
}

/** How the user set the authorization up. */
export type Settings = Exclude<HttpAuthorization, { kind: 'none' }>;

/** What tells whose client is looked for. */
export interface ClientMeans {
  readonly server: URL;
  readonly settings: Settings;
  readonly environment: Environment;
  readonly store: TokenStore;
}

const secretOf = (
  name: string,
  value: ClientSecret | undefined,
  { server, settings, environment, store }: ClientMeans,
): Result<string | undefined> => {
  if (value === undefined) return ok(undefined);
  if (value.kind === 'kept') {
    const kept = store.secret(server.href, settings.clientId ?? '');
    if (kept !== undefined) return ok(kept);
    return fail('auth-secret-missing', `The ${name} of this server is not kept here.`, {
      cause: 'It is kept for one address and one client id, and only as long as tokens are.',
      next: 'Type it again in the settings of the server, or refer to a variable that holds it.',
    });
  }
  const found = resolveValues({ [name]: value }, environment, 'variable');
  return found.ok ? ok(found.value[name]) : found;
};

const configured = (
  means: ClientMeans,
  supported: readonly string[] | undefined,
): Result<Client | undefined> => {
  const { settings } = means;
  if (settings.clientId === undefined) return ok(undefined);
  const secret = secretOf('client secret', settings.clientSecret, means);
  if (!secret.ok) return secret;
  const pem =
    settings.kind === 'clientCredentials'
      ? secretOf('private key', settings.privateKey, means)
      : ok(undefined);
  if (!pem.ok) return pem;
  const key =
    pem.value === undefined || settings.kind !== 'clientCredentials'
      ? ok(undefined)
      : readSigningKey(pem.value, settings.algorithm);
  if (!key.ok) return key;
  return ok({
    id: settings.clientId,
    method: methodFor({ secret: secret.value !== undefined, key: key.value !== undefined }, supported),
    ...(secret.value === undefined ? {} : { secret: secret.value }),
    ...(key.value === undefined ? {} : { signingKey: key.value }),
    ...(settings.kind === 'oauth' && settings.redirectUri !== undefined
      ? { redirectUri: settings.redirectUri }
      : {}),
  });
};

const toClient = (entry: Registration, supported: readonly string[] | undefined): Client => ({
  id: entry.clientId,
  redirectUri: entry.redirectUri,
  method: methodFor({ secret: entry.secret !== undefined, key: false }, supported, entry.method),
  ...(entry.secret === undefined ? {} : { secret: entry.secret }),
});

/**
 * The client that can be used without asking anybody: registered beforehand, described by a document, or registered by
 * ourselves earlier (basic/authorization, "Client Registration Approaches").
 */
export const knownClient = (
  means: ClientMeans,
  issuer: string,
  metadata: Discovery['metadata'],
): Result<Known | undefined> => {
  const { settings, store } = means;
  const supported = metadata.token_endpoint_auth_methods_supported;
  const client = configured(means, supported);
  if (!client.ok) return client;
  if (client.value !== undefined) return ok({ client: client.value, way: 'pre-registered' });
  if (settings.kind !== 'oauth') return ok(undefined);
  const { clientMetadataUrl, redirectUri } = settings;
  if (clientMetadataUrl !== undefined && metadata.client_id_metadata_document_supported === true) {
    const own = redirectUri === undefined ? {} : { redirectUri };
    return ok({ client: { id: clientMetadataUrl, method: 'none', ...own }, way: 'metadata-document' });
  }
  const entry = store.registration(issuer);
  const isOver = entry?.secretExpiresAt !== undefined && entry.secretExpiresAt <= Date.now();
  if (entry === undefined || isOver) return ok(undefined);
  return ok({ client: toClient(entry, supported), way: 'stored' });
};

/** The client that a grant was made out to, if it is still ours. */
export const clientOfGrant = (
  means: ClientMeans,
  { issuer, clientId, method }: Grant,
): Result<Client | undefined> => {
  const known = knownClient(means, issuer, {
    ...ServerMetadata.parse({}),
    client_id_metadata_document_supported: true,
  });
  if (!known.ok) return known;
  const client = known.value?.client;
  return ok(client?.id === clientId ? { ...client, method } : undefined);
};

/** Registers a new client for this redirect address (RFC 7591) and keeps it. */
export const registerClient = async (
  hop: Hop,
  trail: Trail,
  store: TokenStore,
  { issuer, metadata, registrationEndpoint }: Discovery,
  redirectUri: string,
  scopes: readonly string[],
): Promise<Result<Client>> => {
  if (registrationEndpoint === undefined) {
    return trail.begin('client').fail(
      fault('auth-no-client', 'The authorization server does not let clients register themselves.', {
        next: 'Register a client with it and set its id in the settings of the server.',
      }),
    );
  }
  const supported = metadata.token_endpoint_auth_methods_supported;
  const method =
    supported === undefined || supported.includes('none')
      ? 'none'
      : methodFor({ secret: true, key: false }, supported);
  const { step, answer } = await hop('registration', {
    url: registrationEndpoint,
    json: {
      client_name: 'Throughline',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      application_type: 'native',
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    },
  });
  if (!answer.ok) return step.fail(answer.fault);
  const { status, body } = answer.value;
  const read = RegistrationAnswer.safeParse(body);
  if (status < 200 || status > 299 || !read.success) {
    const refused = errorFault(
      'auth-registration-refused',
      'The authorization server did not register this client.',
      body,
      status,
      trail,
    );
    return step.fail({
      ...refused.fault,
      next: 'Register a client with it by hand and set its id in the settings of the server.',
    });
  }
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = read.data;
  trail.hide(client_secret);
  step.end();
  const entry: Registration = {
    issuer,
    clientId: client_id,
    redirectUri,
    ...(client_secret === undefined ? {} : { secret: client_secret }),
    ...(client_secret_expires_at === undefined || client_secret_expires_at === 0
      ? {}
      : { secretExpiresAt: client_secret_expires_at * 1000 }),
    ...(token_endpoint_auth_method === undefined ? {} : { method: token_endpoint_auth_method }),
  };
  store.saveRegistration(entry);
  return ok(toClient(entry, supported));
};
