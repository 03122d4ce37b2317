import * as z from 'zod';
import { Fault } from '../fault.ts';

/** The name of an environment variable that holds a secret. */
const Variable = z.strictObject({
  kind: z.literal('variable'),
  variable: z.string().regex(/^[A-Za-z_]\w*$/),
});

/** `kept` was typed into the program and is where its tokens are: `authorization.keepSecret`. No reply carries it. */
const ClientSecret = z.discriminatedUnion('kind', [Variable, z.strictObject({ kind: z.literal('kept') })]);
export type ClientSecret = z.infer<typeof ClientSecret>;

const isLoopback = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'http:' && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname);
};

const HttpUrl = z.url({ protocol: /^https?$/ });

/** How a server over HTTP is authorized with. Absent: OAuth, once the server asks for it, with nothing known before. */
export const HttpAuthorization = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('oauth'),
    /** The authorization server to use; it must be one of those that the server names. */
    issuer: HttpUrl.optional(),
    /** A client that was registered beforehand. */
    clientId: z.string().min(1).optional(),
    clientSecret: ClientSecret.optional(),
    /** Where this client's metadata document can be read; it is then the client's id. */
    clientMetadataUrl: z.url({ protocol: /^https$/ }).optional(),
    /** The redirect address that was registered; without one any free port is taken. */
    redirectUri: HttpUrl.refine(isLoopback, 'A redirect address is http on this machine.').optional(),
    /** Asked for beside what the server says. */
    scope: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('clientCredentials'),
    issuer: HttpUrl.optional(),
    clientId: z.string().min(1),
    clientSecret: ClientSecret.optional(),
    /** A PEM text; the client then signs instead of showing a secret. */
    privateKey: Variable.optional(),
    algorithm: z.enum(['ES256', 'RS256', 'PS256', 'EdDSA']).default('ES256'),
    scope: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('enterprise'),
    issuer: HttpUrl.optional(),
    clientId: z.string().min(1),
    clientSecret: ClientSecret.optional(),
    /** The token endpoint of the organisation's identity provider. */
    identityProvider: HttpUrl,
    identityClientId: z.string().min(1),
    /** An id token of this user. */
    identityToken: Variable,
    scope: z.string().optional(),
  }),
]);
export type HttpAuthorization = z.infer<typeof HttpAuthorization>;

/** The hops of an authorization, in their usual order. */
export const AuthStepCode = z.enum([
  'challenge',
  'resource-metadata',
  'server-metadata',
  'client',
  'registration',
  'consent',
  'callback',
  'token',
  'refresh',
]);
export type AuthStepCode = z.infer<typeof AuthStepCode>;

/** One hop: names and codes only. What was sent and answered stays out of it by construction. */
export const AuthStep = z.strictObject({
  step: AuthStepCode,
  /** Which way was taken where there are several: a kind of client, of grant, of place. */
  way: z.string().optional(),
  /** Milliseconds since the first hop of this connection. */
  at: z.number(),
  durationMs: z.number(),
  method: z.enum(['GET', 'POST']).optional(),
  /** Origin and path; the query is no part of it. */
  place: z.string().optional(),
  status: z.int().optional(),
  sent: z.array(z.string()),
  answered: z.array(z.string()),
  /** Names that no specification defines; they are counted only. */
  others: z.int(),
  findings: z.array(z.string()),
  fault: Fault.optional(),
});
export type AuthStep = z.infer<typeof AuthStep>;

/** What the window shows of a server's authorization. */
export const AuthorizationView = z.strictObject({
  /** `asks` waits for the user's word, `waits` for the browser to come back. */
  state: z.enum(['asks', 'waits', 'works', 'authorized', 'failed', 'none']),
  /** Host of the authorization server, where it is known. */
  host: z.string().optional(),
  scopes: z.array(z.string()),
  steps: z.array(AuthStep),
});
export type AuthorizationView = z.infer<typeof AuthorizationView>;
