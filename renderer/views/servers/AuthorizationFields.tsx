import type { ReactNode } from 'react';
import { Field } from '../../components/Field.tsx';
import { Input } from '../../components/Input.tsx';
import { Select } from '../../components/Select.tsx';
import { useApp } from '../../stores/hooks.ts';
import type { AuthorizationDraft, AuthorizationErrors } from './authorizationDraft.ts';
import styles from './ServerForm.module.css';

interface AuthorizationFieldsProps {
  readonly draft: AuthorizationDraft;
  readonly errors: AuthorizationErrors;
  readonly onChange: (draft: AuthorizationDraft) => void;
}

type TextName = Exclude<keyof AuthorizationDraft, 'kind' | 'secretFrom' | 'algorithm'>;

/** How a server over HTTP is signed in to. Everything may stay empty: OAuth finds out by itself once the server asks. */
export function AuthorizationFields({ draft, errors, onChange }: AuthorizationFieldsProps) {
  const set = (change: Partial<AuthorizationDraft>): void => onChange({ ...draft, ...change });
  const { kind } = draft;

  const text = (
    name: TextName,
    label: string,
    more: { readonly hint?: string; readonly placeholder?: string; readonly hidden?: true } = {},
  ): ReactNode => (
    <Field label={label} error={errors[name]} {...(more.hint === undefined ? {} : { hint: more.hint })}>
      {({ id, describedBy, invalid }) => (
        <Input
          id={id}
          mono
          {...(more.hidden === true ? { type: 'password', autoComplete: 'new-password' } : {})}
          {...(more.placeholder === undefined ? {} : { placeholder: more.placeholder })}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={draft[name]}
          onChange={({ target }) => set({ [name]: target.value })}
        />
      )}
    </Field>
  );

  return (
    <details className={styles.more} open={isSet(draft) || Object.keys(errors).length > 0 || undefined}>
      <summary>Authorization</summary>
      <div className={styles.form}>
        <Field label="Method" hint={about[kind]}>
          {({ id, describedBy }) => (
            <Select<AuthorizationDraft['kind']>
              id={id}
              describedBy={describedBy}
              value={kind}
              options={methods}
              onChange={(next) => set({ kind: next })}
            />
          )}
        </Field>
        {kind !== 'none' && (
          <>
            {text(
              'clientId',
              'Client id',
              kind === 'oauth'
                ? {
                    hint: 'Of a client that was registered beforehand. Empty: one is described or registered.',
                  }
                : {},
            )}
            <Secret draft={draft} set={set} text={text} />
            {kind === 'clientCredentials' && (
              <>
                {text('privateKey', 'Variable with the private key', {
                  hint: 'A PEM text. The client then signs, and shows no secret.',
                  placeholder: 'MY_CLIENT_KEY',
                })}
                <Field label="Algorithm">
                  {({ id }) => (
                    <Select<AuthorizationDraft['algorithm']>
                      id={id}
                      value={draft.algorithm}
                      options={algorithms}
                      onChange={(algorithm) => set({ algorithm })}
                    />
                  )}
                </Field>
              </>
            )}
            {kind === 'enterprise' && (
              <>
                {text('identityProvider', 'Token endpoint of the identity provider', {
                  placeholder: 'https://idp.example.com/token',
                })}
                {text('identityClientId', 'Client id at the identity provider')}
                {text('identityToken', 'Variable with the id token', { placeholder: 'MY_ID_TOKEN' })}
              </>
            )}
            {text('scope', 'Scopes', {
              hint: 'Asked for beside what the server says; separated by spaces.',
              placeholder: 'read write',
            })}
            {text('issuer', 'Issuer', {
              hint: 'The authorization server to use. Empty: the first one that the server names.',
              placeholder: 'https://login.example.com',
            })}
            {kind === 'oauth' && (
              <>
                {text('clientMetadataUrl', 'Client metadata document', {
                  hint: 'Its address is the client id, where the authorization server supports that.',
                  placeholder: 'https://example.com/throughline.json',
                })}
                {text('redirectUri', 'Redirect address', {
                  hint: 'The one that was registered, on this machine. Empty: any free port.',
                  placeholder: 'http://127.0.0.1:8123/callback',
                })}
              </>
            )}
          </>
        )}
      </div>
    </details>
  );
}

function Secret({
  draft,
  set,
  text,
}: {
  readonly draft: AuthorizationDraft;
  readonly set: (change: Partial<AuthorizationDraft>) => void;
  readonly text: (
    name: TextName,
    label: string,
    more?: { readonly hint?: string; readonly placeholder?: string; readonly hidden?: true },
  ) => ReactNode;
}) {
  const { info } = useApp();
  const isDesktop = info.getState().info?.shell === 'desktop';
  return (
    <>
      <Field label="Client secret">
        {({ id }) => (
          <Select<AuthorizationDraft['secretFrom']>
            id={id}
            value={draft.secretFrom}
            options={secrets}
            onChange={(secretFrom) => set({ secretFrom })}
          />
        )}
      </Field>
      {draft.secretFrom === 'kept' &&
        text('secret', 'The secret', {
          hidden: true,
          hint: isDesktop
            ? 'Kept where tokens are: sealed by the keychain, or in memory where there is none. It is never shown again.'
            : 'Kept in memory until the program ends. It is never shown again.',
          placeholder: 'empty: what is kept stays',
        })}
      {draft.secretFrom === 'variable' &&
        text('secretVariable', 'Variable with the secret', { placeholder: 'MY_CLIENT_SECRET' })}
    </>
  );
}

const isSet = (draft: AuthorizationDraft): boolean =>
  draft.kind !== 'oauth' ||
  draft.secretFrom !== 'none' ||
  [draft.clientId, draft.scope, draft.issuer, draft.clientMetadataUrl, draft.redirectUri].some(
    (text) => text !== '',
  );

const methods = [
  { value: 'oauth', label: 'OAuth', hint: 'a person signs in' },
  { value: 'clientCredentials', label: 'Client credentials', hint: 'for machines' },
  { value: 'enterprise', label: 'Enterprise', hint: 'an id token is shown' },
  { value: 'none', label: 'None', hint: 'never asked for' },
] as const;

const about: Readonly<Record<AuthorizationDraft['kind'], string>> = {
  oauth: 'Begins when the server asks for it. A configured Authorization header turns it off.',
  clientCredentials: 'The client shows its own secret or key; nobody has to agree.',
  enterprise: 'An id token of your organisation is exchanged for one of the server.',
  none: 'A refusal of the server stays a refusal.',
};

const secrets = [
  { value: 'none', label: 'None', hint: 'a public client' },
  { value: 'kept', label: 'Typed here', hint: 'kept with the tokens' },
  { value: 'variable', label: 'From a variable' },
] as const;

const algorithms = [
  { value: 'ES256', label: 'ES256' },
  { value: 'RS256', label: 'RS256' },
  { value: 'PS256', label: 'PS256' },
  { value: 'EdDSA', label: 'EdDSA' },
] as const;
