import { createPrivateKey, randomUUID, sign, type KeyObject } from 'node:crypto';
import { fail, ok, type Result } from '../../../../shared/fault.ts';

/** How a client shows a token endpoint who it is. */
export const clientMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;
export type ClientMethod = (typeof clientMethods)[number];

export type Algorithm = 'ES256' | 'RS256' | 'PS256' | 'EdDSA';

export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithm: Algorithm;
}

/** A client as one authorization server knows it. */
export interface Client {
  readonly id: string;
  readonly secret?: string;
  readonly signingKey?: SigningKey;
  readonly method: ClientMethod;
  /** Registered with this redirect address. */
  readonly redirectUri?: string;
}

const methods: readonly ClientMethod[] = ['client_secret_basic', 'client_secret_post', 'none'];

/** The method to use with a secret or without: what was settled at registration, else the best that is supported. */
export const methodFor = (
  has: { readonly secret: boolean; readonly key: boolean },
  supported: readonly string[] = [],
  settled?: string,
): ClientMethod => {
  if (has.key) return 'private_key_jwt';
  if (!has.secret) return 'none';
  const agreed = methods.find((method) => method === settled && method !== 'none');
  if (agreed !== undefined) return agreed;
  if (supported.length === 0 || supported.includes('client_secret_basic')) return 'client_secret_basic';
  return 'client_secret_post';
};

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined; a colon in either would else split wrong. */
const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const lifetimeSeconds = 120;

const hashes = { ES256: 'sha256', RS256: 'sha256', PS256: 'sha256', EdDSA: null } as const;

/** A signed statement of who we are (RFC 7523, 3); `audience` is the issuer. */
const assertion = (id: string, { key, algorithm }: SigningKey, audience: string, seconds: number): string => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    iss: id,
    sub: id,
    aud: audience,
    jti: randomUUID(),
    iat: seconds,
    exp: seconds + lifetimeSeconds,
  };
  const text = `${part({ alg: algorithm, typ: 'JWT' })}.${part(claims)}`;
  const options = {
    key,
    ...(algorithm === 'ES256' ? { dsaEncoding: 'ieee-p1363' as const } : {}),
    // RSA-PSS with a salt as long as the hash (RFC 7518, 3.5).
    ...(algorithm === 'PS256' ? { padding: 6, saltLength: 32 } : {}),
  };
  return `${text}.${sign(hashes[algorithm], Buffer.from(text), options).toString('base64url')}`;
};

/** Reads a private key in PEM. */
export const readSigningKey = (pem: string, algorithm: Algorithm): Result<SigningKey> => {
  try {
    return ok({ key: createPrivateKey(pem.replaceAll(String.raw`\n`, '\n')), algorithm });
  } catch {
    return fail('auth-key-unreadable', 'The private key of this client cannot be read.', {
      next: 'The variable has to hold a PEM text that begins with -----BEGIN PRIVATE KEY-----.',
    });
  }
};

/** Adds what shows who the client is to a request for a token; returns its headers. */
export const authenticate = (
  client: Client,
  form: URLSearchParams,
  audience: string,
  seconds: number = Math.floor(Date.now() / 1000),
): Record<string, string> => {
  const { id, secret, signingKey, method } = client;
  if (method === 'client_secret_basic' && secret !== undefined) {
    const pair = `${formEncoded(id)}:${formEncoded(secret)}`;
    return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  }
  if (method === 'private_key_jwt' && signingKey !== undefined) {
    form.set('client_assertion_type', 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    form.set('client_assertion', assertion(id, signingKey, audience, seconds));
    return {};
  }
  form.set('client_id', id);
  if (method === 'client_secret_post' && secret !== undefined) form.set('client_secret', secret);
  return {};
};
