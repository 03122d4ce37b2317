import * as z from 'zod';
import type { HttpAuthorization } from '../../shared/contract.ts';
import type { Authorizer } from '../../electron/runtime/mcp/authorizer.ts';
import { createServerAuthorizer } from '../../electron/runtime/mcp/auth/authorizer.ts';
import { memoryStore } from '../../electron/runtime/mcp/auth/store.ts';

// Authorization as the program does it, with everything in memory. The person with the browser is a fetch that follows the
// address to the end: back to the loopback address that the program listens on.

/** The suite expects exactly this client id when it offers client id metadata documents. */
const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';

const Context = z.object({
  client_id: z.string().default(''),
  client_secret: z.string().optional(),
  private_key_pem: z.string().optional(),
  idp_client_id: z.string().default(''),
  idp_id_token: z.string().optional(),
  idp_token_endpoint: z.string().default(''),
});

const variable = (name: string) => ({ kind: 'variable', variable: name }) as const;

/** What was arranged with the authorization server beforehand; secrets go by variables, as for everybody. */
const settingsFor = (
  scenario: string,
  { client_id, ...context }: z.infer<typeof Context>,
): HttpAuthorization => {
  switch (scenario) {
    case 'auth/client-credentials-jwt':
      return {
        kind: 'clientCredentials',
        clientId: client_id,
        privateKey: variable('PRIVATE_KEY'),
        algorithm: 'ES256',
      };
    case 'auth/client-credentials-basic':
      return {
        kind: 'clientCredentials',
        clientId: client_id,
        clientSecret: variable('CLIENT_SECRET'),
        algorithm: 'ES256',
      };
    case 'auth/cross-app-access-complete-flow':
    case 'auth/enterprise-managed-authorization':
      return {
        kind: 'enterprise',
        clientId: client_id,
        clientSecret: variable('CLIENT_SECRET'),
        identityProvider: context.idp_token_endpoint,
        identityClientId: context.idp_client_id,
        identityToken: variable('ID_TOKEN'),
      };
    case 'auth/pre-registration':
      return { kind: 'oauth', clientId: client_id, clientSecret: variable('CLIENT_SECRET') };
    case 'auth/authorization-server-migration':
      return { kind: 'oauth' };
    default:
      return { kind: 'oauth', clientMetadataUrl };
  }
};

/** The program's own authorizer, set up for a scenario. */
export const authorizerFor = (
  scenario: string,
  server: string,
  rawContext: string | undefined,
): Authorizer => {
  const context = Context.parse(rawContext === undefined ? {} : JSON.parse(rawContext));
  return createServerAuthorizer({
    server: new URL(server),
    settings: settingsFor(scenario, context),
    environment: {
      CLIENT_SECRET: context.client_secret,
      PRIVATE_KEY: context.private_key_pem,
      ID_TOKEN: context.idp_id_token,
    },
    store: memoryStore(),
    person: {
      open: async ({ url }) => {
        await (await fetch(url)).text();
        return 'opened';
      },
    },
    onStep: (step) => console.error('step', JSON.stringify(step)),
  });
};
