import type { ServerConfig } from '../../../shared/contract.ts';

type Transport = Extract<ServerConfig['transport'], { kind: 'http' }>;
type Settings = NonNullable<Transport['authorization']>;

/** How a server is authorized with, as it is typed. Fields of another kind wait until they are wanted. */
export interface AuthorizationDraft {
  readonly kind: Settings['kind'];
  readonly clientId: string;
  readonly secretFrom: 'none' | 'kept' | 'variable';
  /** A newly typed secret. What is kept is never shown, so this begins empty. */
  readonly secret: string;
  readonly secretVariable: string;
  readonly scope: string;
  readonly issuer: string;
  readonly clientMetadataUrl: string;
  readonly redirectUri: string;
  readonly privateKey: string;
  readonly algorithm: Extract<Settings, { kind: 'clientCredentials' }>['algorithm'];
  readonly identityProvider: string;
  readonly identityClientId: string;
  readonly identityToken: string;
}

export type AuthorizationErrors = Partial<Record<keyof AuthorizationDraft, string>>;

export const newAuthorization: AuthorizationDraft = {
  kind: 'oauth',
  clientId: '',
  secretFrom: 'none',
  secret: '',
  secretVariable: '',
  scope: '',
  issuer: '',
  clientMetadataUrl: '',
  redirectUri: '',
  privateKey: '',
  algorithm: 'ES256',
  identityProvider: '',
  identityClientId: '',
  identityToken: '',
};

export function authorizationDraftOf({ authorization }: Transport): AuthorizationDraft {
  if (authorization === undefined || authorization.kind === 'none')
    return { ...newAuthorization, kind: authorization?.kind ?? 'oauth' };
  const { kind, clientId, clientSecret, scope, issuer } = authorization;
  const common: AuthorizationDraft = {
    ...newAuthorization,
    kind,
    clientId: clientId ?? '',
    secretFrom: clientSecret?.kind ?? 'none',
    secretVariable: clientSecret?.kind === 'variable' ? clientSecret.variable : '',
    scope: scope ?? '',
    issuer: issuer ?? '',
  };
  switch (authorization.kind) {
    case 'oauth':
      return {
        ...common,
        clientMetadataUrl: authorization.clientMetadataUrl ?? '',
        redirectUri: authorization.redirectUri ?? '',
      };
    case 'clientCredentials':
      return {
        ...common,
        privateKey: authorization.privateKey?.variable ?? '',
        algorithm: authorization.algorithm,
      };
    case 'enterprise':
      return {
        ...common,
        identityProvider: authorization.identityProvider,
        identityClientId: authorization.identityClientId,
        identityToken: authorization.identityToken.variable,
      };
  }
}

const isVariable = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text);
const variable = (text: string) => ({ kind: 'variable' as const, variable: text.trim() });
const given = (name: string, text: string): Readonly<Record<string, string>> =>
  text.trim() === '' ? {} : { [name]: text.trim() };

/** The settings as typed, for the schema to check; undefined where nothing was set. */
export function toAuthorization(draft: AuthorizationDraft): unknown {
  const { kind, secretFrom } = draft;
  if (kind === 'none') return { kind };
  const secret =
    secretFrom === 'none'
      ? {}
      : { clientSecret: secretFrom === 'kept' ? { kind: 'kept' } : variable(draft.secretVariable) };
  const common = {
    kind,
    ...given('issuer', draft.issuer),
    ...given('clientId', draft.clientId),
    ...given('scope', draft.scope.replaceAll(/\s+/g, ' ')),
    ...secret,
  };
  switch (kind) {
    case 'oauth': {
      const all = {
        ...common,
        ...given('clientMetadataUrl', draft.clientMetadataUrl),
        ...given('redirectUri', draft.redirectUri),
      };
      return Object.keys(all).length === 1 ? undefined : all;
    }
    case 'clientCredentials':
      return {
        ...common,
        ...(draft.privateKey.trim() === '' ? {} : { privateKey: variable(draft.privateKey) }),
        algorithm: draft.algorithm,
      };
    case 'enterprise':
      return {
        ...common,
        ...given('identityProvider', draft.identityProvider),
        ...given('identityClientId', draft.identityClientId),
        identityToken: variable(draft.identityToken),
      };
  }
}

/** A typed secret to be kept; undefined where there is none. */
export const typedSecret = ({ kind, secretFrom, secret }: AuthorizationDraft): string | undefined =>
  kind === 'none' || secretFrom !== 'kept' || secret === '' ? undefined : secret;

/** What is wrong field by field. `before` is what the server is configured with now. */
export function authorizationErrors(
  draft: AuthorizationDraft,
  url: string,
  before: Transport | undefined,
): AuthorizationErrors {
  const errors: AuthorizationErrors = {};
  const { kind } = draft;
  if (kind === 'none') return errors;
  const needed = (name: keyof AuthorizationDraft, says: string): void => {
    if (draft[name].trim() === '') errors[name] = says;
  };
  const named = (name: keyof AuthorizationDraft): void => {
    if (draft[name].trim() !== '' && !isVariable(draft[name].trim()))
      errors[name] = 'Write the name of a variable, such as CLIENT_SECRET.';
  };
  const address = (name: keyof AuthorizationDraft, pattern: RegExp, says: string): void => {
    const text = draft[name].trim();
    if (text !== '' && (!pattern.test(text) || !URL.canParse(text))) errors[name] = says;
  };
  address('issuer', /^https?:\/\//, 'Write a whole address that begins with https://.');
  if (kind !== 'oauth' || draft.secretFrom !== 'none')
    needed('clientId', 'Write the id that the client was registered with.');
  if (draft.secretFrom === 'variable') {
    needed('secretVariable', 'Write the name of a variable, such as CLIENT_SECRET.');
    named('secretVariable');
  }
  if (draft.secretFrom === 'kept' && draft.secret === '' && !isKept(draft, url, before))
    errors.secret =
      before?.authorization === undefined
        ? 'Type the secret.'
        : 'Type the secret again: it is kept for one address and one client id.';
  switch (kind) {
    case 'oauth':
      address('clientMetadataUrl', /^https:\/\//, 'Write a whole address that begins with https://.');
      address(
        'redirectUri',
        /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?\//,
        'Write an address on this machine, such as http://127.0.0.1:8123/callback.',
      );
      break;
    case 'clientCredentials':
      named('privateKey');
      if (draft.secretFrom === 'none') needed('privateKey', 'Without a secret it takes a key to sign with.');
      break;
    case 'enterprise':
      needed('identityProvider', 'Write the address at which the identity provider hands out tokens.');
      address('identityProvider', /^https?:\/\//, 'Write a whole address that begins with https://.');
      needed('identityClientId', 'Write the id of the client at the identity provider.');
      needed('identityToken', 'Write the name of the variable with the id token.');
      named('identityToken');
      break;
  }
  return errors;
}

const isKept = (draft: AuthorizationDraft, url: string, before: Transport | undefined): boolean => {
  const old = before?.authorization;
  return (
    old !== undefined &&
    old.kind !== 'none' &&
    old.clientSecret?.kind === 'kept' &&
    old.clientId === draft.clientId.trim() &&
    before?.url === url.trim()
  );
};
