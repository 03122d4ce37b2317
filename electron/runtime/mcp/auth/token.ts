import { fail, fault, ok, type Fault, type Result } from '../../../../shared/fault.ts';
import { authenticate, type Client } from './client-auth.ts';
import type { Hop } from './hop.ts';
import { ErrorAnswer, scopesOf, TokenAnswer } from './metadata.ts';
import type { OpenStep, Trail } from './trail.ts';

/** A token as it was handed out. Times are milliseconds since 1970: they outlive this process. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken?: string;
  readonly expiresAt?: number;
  readonly scopes: readonly string[];
}

export interface TokenRequest {
  readonly endpoint: URL;
  readonly issuer: string;
  readonly client: Client;
  readonly resource: string;
  /** Which kind of grant is shown, and its parameters. */
  readonly way: 'code' | 'client-credentials' | 'assertion' | 'refresh';
  readonly form: Readonly<Record<string, string>>;
  readonly scopes: readonly string[];
}

export type TokenReply =
  | { readonly ok: true; readonly value: Tokens }
  /** `error` is the code that the authorization server gave (RFC 6749, 5.2). */
  | { readonly ok: false; readonly fault: Fault; readonly error?: string };

const remedies: Readonly<Record<string, string>> = {
  invalid_client: 'The authorization server does not know this client, or not with this secret.',
  invalid_grant: 'Connect again; a code or token can be used once and for a short time.',
  invalid_scope: 'Leave out the scope in the settings of the server, or correct it.',
  invalid_target: 'The authorization server does not hand out tokens for the address of this server.',
  unauthorized_client:
    'The client may not use this way of getting tokens; change it at the authorization server.',
  unsupported_grant_type: 'The authorization server does not offer this way of getting tokens.',
};

/** What an authorization server answered instead of what it was asked for. */
export const errorFault = (
  code: string,
  what: string,
  body: unknown,
  status: number | undefined,
  trail: Trail,
): { readonly fault: Fault; readonly error?: string } => {
  const { error, error_description } = ErrorAnswer.catch({}).parse(body ?? {});
  const cause =
    [
      error === undefined ? (status === undefined ? undefined : `HTTP ${status}.`) : `${error}.`,
      trail.quote(error_description),
    ]
      .filter((part) => part !== undefined)
      .join(' ') || undefined;
  const next = remedies[error ?? ''] ?? 'Look at the log of the authorization server.';
  return { fault: fault(code, what, { cause, next }), ...(error === undefined ? {} : { error }) };
};

/** Answers that say that a grant is gone, not that the moment is bad. */
export const isGone = ({ error }: { readonly error?: string }): boolean =>
  error === 'invalid_grant' || error === 'invalid_client' || error === 'unauthorized_client';

/** Whether a token that can be read is made out for somebody else. */
const isForAnother = (token: string, resource: string): boolean => {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    if (typeof claims !== 'object' || claims === null || !('aud' in claims)) return false;
    const named: unknown[] = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
    const plain = (text: unknown): unknown => (typeof text === 'string' ? text.replace(/\/$/, '') : text);
    return !named.map(plain).includes(plain(resource));
  } catch {
    return false;
  }
};

const accept = (
  step: OpenStep,
  answer: TokenAnswer,
  { resource, scopes, form }: TokenRequest,
  trail: Trail,
): Result<Tokens> => {
  trail.hide(answer.access_token);
  trail.hide(answer.refresh_token);
  const { token_type } = answer;
  if (token_type === undefined) step.find('auth-token-type-missing');
  else if (token_type.toLowerCase() !== 'bearer')
    return step.fail(
      fault('auth-token-failed', 'The authorization server handed out a token that is not a bearer token.', {
        next: 'Tokens that are bound to a key are not supported.',
      }),
    );
  // No scope in the answer: all that was asked for (RFC 6749, 5.1).
  const granted = answer.scope === undefined ? scopes : scopesOf(answer.scope);
  if (scopes.some((scope) => !granted.includes(scope) && scope !== 'offline_access'))
    step.find('auth-scope-narrowed');
  if (isForAnother(answer.access_token, resource)) step.find('auth-token-audience');
  step.end();
  // A server that does not rotate refresh tokens leaves the old one out.
  const refreshToken = answer.refresh_token ?? form['refresh_token'];
  return ok({
    accessToken: answer.access_token,
    scopes: granted,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    ...(answer.expires_in === undefined ? {} : { expiresAt: Date.now() + answer.expires_in * 1000 }),
  });
};

/** Asks a token endpoint for a token. */
export const requestToken = async (hop: Hop, trail: Trail, request: TokenRequest): Promise<TokenReply> => {
  const { endpoint, issuer, client, resource, way } = request;
  const form = new URLSearchParams({ ...request.form, resource });
  const headers = authenticate(client, form, issuer);
  for (const secret of ['code', 'code_verifier', 'refresh_token', 'client_assertion', 'client_secret'])
    trail.hide(form.get(secret) ?? undefined);
  trail.hide(client.secret);
  trail.hide(headers['authorization']?.slice('Basic '.length));
  const refreshes = way === 'refresh';
  const { step, answer } = await hop(refreshes ? 'refresh' : 'token', {
    url: endpoint,
    form,
    headers,
    ...(refreshes ? {} : { way }),
  });
  if (!answer.ok) return step.fail(answer.fault);
  const { status, body } = answer.value;
  const tokens = TokenAnswer.safeParse(body);
  // Some answer an error with 200.
  if (status === 200 && tokens.success) return accept(step, tokens.data, request, trail);
  const refused = errorFault(
    'auth-token-failed',
    refreshes ? 'The token was not renewed.' : 'The authorization server handed out no token.',
    body,
    status,
    trail,
  );
  if (refreshes && isGone(refused)) step.find('auth-refresh-refused');
  return { ...step.fail(refused.fault), ...refused };
};

/** Nobody can be asked, or nobody agreed. */
export const required = (server: URL): Result<never> =>
  fail('auth-required', `${server.origin}${server.pathname} asks for authorization.`, {
    next: 'Connect it where a browser can be opened, or add an Authorization header that refers to a variable.',
  });
