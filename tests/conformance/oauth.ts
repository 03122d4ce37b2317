import {
  auth,
  ClientCredentialsProvider,
  CrossAppAccessProvider,
  extractWWWAuthenticateParams,
  PrivateKeyJwtProvider,
  computeScopeUnion,
  requestJwtAuthorizationGrant,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import * as z from 'zod';
import type { AuthChallenge, Authorizer } from '../../electron/runtime/mcp/authorizer.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';

// Authorization as the conformance suite wants to see it, by the SDK's own flow with everything in memory. The browser is a
// fetch that follows no redirect.

const redirectUrl = 'http://127.0.0.1:8765/callback';
/** The suite expects exactly this client id when it offers client id metadata documents. */
const metadataUrl = 'https://conformance-test.local/client-metadata.json';

interface Callback {
  readonly code: string;
  readonly iss?: string;
}

/** Follows the authorization address as a browser would, and reads what comes back to the loopback address. */
const visit = async (address: URL, state: string): Promise<Callback> => {
  const response = await fetch(address, { redirect: 'manual' });
  const location = response.headers.get('location');
  if (location === null) throw new Error(`The authorization server answered HTTP ${response.status}.`);
  const back = new URL(location, address).searchParams;
  if (back.get('state') !== state) throw new Error('The state came back changed.');
  const code = back.get('code');
  if (code === null) throw new Error(`Authorization failed: ${back.get('error') ?? 'no code'}.`);
  const iss = back.get('iss');
  return { code, ...(iss === null ? {} : { iss }) };
};

/** A client that a person authorizes, with credentials kept by issuer. */
export class PersonProvider implements OAuthClientProvider {
  readonly redirectUrl = redirectUrl;
  readonly clientMetadataUrl?: string;
  callback: Callback | undefined;
  private readonly clients = new Map<string, StoredOAuthClientInformation>();
  private readonly granted = new Map<string, StoredOAuthTokens>();
  private latest: StoredOAuthTokens | undefined;
  private verifier = '';
  private sentState = '';
  private readonly registered: StoredOAuthClientInformation | undefined;

  constructor(options: { registered?: StoredOAuthClientInformation; document: boolean }) {
    if (options.document) this.clientMetadataUrl = metadataUrl;
    this.registered = options.registered;
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Throughline conformance',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      application_type: 'native',
    };
  }

  state(): string {
    this.sentState = crypto.randomUUID();
    return this.sentState;
  }

  clientInformation(context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined {
    return this.registered ?? this.clients.get(context?.issuer ?? '');
  }

  saveClientInformation(
    information: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): void {
    this.clients.set(context?.issuer ?? '', information);
  }

  tokens(context?: OAuthClientInformationContext): StoredOAuthTokens | undefined {
    return context === undefined ? this.latest : this.granted.get(context.issuer);
  }

  saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): void {
    this.latest = tokens;
    this.granted.set(context?.issuer ?? '', tokens);
  }

  async redirectToAuthorization(address: URL): Promise<void> {
    this.callback = await visit(address, this.sentState);
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'all' || scope === 'client') this.clients.clear();
    if (scope === 'all' || scope === 'tokens') {
      this.granted.clear();
      this.latest = undefined;
    }
  }
}

const Context = z.object({
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  private_key_pem: z.string().optional(),
  signing_algorithm: z.string().optional(),
  issuer: z.string().optional(),
  idp_client_id: z.string().optional(),
  idp_id_token: z.string().optional(),
  idp_token_endpoint: z.string().optional(),
});

/** The provider that a scenario is about; its context names what was arranged beforehand. */
export const providerFor = (scenario: string, rawContext: string | undefined): OAuthClientProvider => {
  const context = Context.parse(rawContext === undefined ? {} : JSON.parse(rawContext));
  const clientId = context.client_id ?? '';
  const clientSecret = context.client_secret ?? '';
  switch (scenario) {
    case 'auth/client-credentials-jwt':
      return new PrivateKeyJwtProvider({
        clientId,
        privateKey: context.private_key_pem ?? '',
        algorithm: context.signing_algorithm ?? 'ES256',
      });
    case 'auth/client-credentials-basic':
      return new ClientCredentialsProvider({ clientId, clientSecret });
    case 'auth/cross-app-access-complete-flow':
    case 'auth/enterprise-managed-authorization':
      return new CrossAppAccessProvider({
        clientId,
        clientSecret,
        assertion: async ({ authorizationServerUrl, resourceUrl, scope, fetchFn }) => {
          const { jwtAuthGrant } = await requestJwtAuthorizationGrant({
            tokenEndpoint: context.idp_token_endpoint ?? '',
            audience: authorizationServerUrl,
            resource: resourceUrl,
            idToken: context.idp_id_token ?? '',
            clientId: context.idp_client_id ?? '',
            fetchFn,
            ...(scope === undefined ? {} : { scope }),
          });
          return jwtAuthGrant;
        },
      });
    case 'auth/pre-registration':
      return new PersonProvider({
        document: false,
        registered: { client_id: clientId, client_secret: clientSecret },
      });
    default:
      return new PersonProvider({ document: scenario !== 'auth/authorization-server-migration' });
  }
};

/** Puts the SDK's flow behind the runtime's seam. */
export const createAuthorizer = (provider: OAuthClientProvider, scenario: string): Authorizer => {
  let scope: string | undefined;
  let metadata: URL | undefined;

  const authorize = async ({ url, status, header }: AuthChallenge): Promise<Result<void>> => {
    const challenge = extractWWWAuthenticateParams(
      new Response(null, { status, headers: header === undefined ? {} : { 'www-authenticate': header } }),
    );
    metadata = challenge.resourceMetadataUrl ?? metadata;
    const tokens = await provider.tokens();
    scope = computeScopeUnion(scope, ...(status === 403 ? [tokens?.scope] : []), challenge.scope);
    const options = {
      serverUrl: url,
      ...(metadata === undefined ? {} : { resourceMetadataUrl: metadata }),
      ...(scope === undefined ? {} : { scope }),
      // Revision 2025-03-26 knew no such check, and its servers may fail it.
      skipIssuerMetadataValidation: scenario.startsWith('auth/2025-03-26'),
    };
    // A refresh cannot widen the scope.
    const state = await auth(provider, { ...options, forceReauthorization: status === 403 });
    if (state === 'AUTHORIZED') return ok(undefined);
    const callback = provider instanceof PersonProvider ? provider.callback : undefined;
    if (callback === undefined) return fail('auth-required', 'Nobody authorized.');
    await auth(provider, {
      ...options,
      authorizationCode: callback.code,
      ...(callback.iss === undefined ? {} : { iss: callback.iss }),
    });
    return ok(undefined);
  };

  return {
    token: async () => (await provider.tokens())?.access_token,
    challenged: async (challenge) => {
      try {
        return await authorize(challenge);
      } catch (error) {
        return fail('auth-failed', 'Authorization failed.', {
          cause: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
        });
      }
    },
  };
};
