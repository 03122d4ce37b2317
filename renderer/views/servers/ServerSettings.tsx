import { useState } from 'react';
import type { ConfigValue, HttpAuthorization, ServerView } from '../../../shared/contract.ts';
import { AlertDialog } from '../../components/AlertDialog.tsx';
import { Button } from '../../components/Button.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { formatMs } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import { toast } from '../../stores/toasts.ts';
import { placeText } from './state.ts';
import styles from './ServerSettings.module.css';

/** How the server is configured; to change it, and to forget it. */
export function ServerSettings({ server }: { readonly server: ServerView }) {
  const app = useApp();
  const [asking, setAsking] = useState(false);
  const { name, config, resolvedCommand } = server;
  const { transport } = config;
  const values = transport.kind === 'stdio' ? transport.env : transport.headers;

  const remove = async (): Promise<void> => {
    const reply = await app.ask('servers.remove', { name });
    if (!reply.ok) return;
    app.navigation.show('servers');
    toast({
      tone: 'info',
      title: `${name} was removed`,
      action: { label: 'Undo', run: () => void app.ask('servers.restore', { name }) },
    });
  };

  return (
    <div className={styles.page}>
      <KeyValue
        wide
        rows={[
          { name: transport.kind === 'stdio' ? 'command' : 'address', value: placeText(server), mono: true },
          ...(resolvedCommand === undefined ? [] : [{ name: 'program', value: resolvedCommand, mono: true }]),
          ...(transport.kind === 'stdio' && transport.cwd !== undefined
            ? [{ name: 'folder', value: transport.cwd, mono: true }]
            : []),
          {
            name: transport.kind === 'stdio' ? 'environment' : 'headers',
            value: Object.entries(values).map(([key, value]) => (
              <div key={key}>{`${key}: ${valueText(value)}`}</div>
            )),
            mono: true,
          },
          ...(transport.kind === 'http' ? authorizationRows(transport.authorization) : []),
          { name: 'era', value: config.era },
          {
            name: 'roots',
            value: config.roots?.map((root) => <div key={root}>{root}</div>) ?? 'not offered',
            mono: config.roots !== undefined,
          },
          { name: 'required', value: config.required ? 'yes' : 'no' },
          { name: 'start limit', value: formatMs(config.startupTimeoutMs) },
          { name: 'call limit', value: formatMs(config.callTimeoutMs) },
          { name: 'approval mode', value: config.approvalMode },
          ...(config.enabledTools
            ? [{ name: 'only tools', value: config.enabledTools.join(', '), mono: true }]
            : []),
          ...(config.disabledTools.length > 0
            ? [{ name: 'without tools', value: config.disabledTools.join(', '), mono: true }]
            : []),
        ]}
      />
      <div className={styles.actions}>
        <Button onClick={() => app.ui.setState({ dialog: { kind: 'editServer', name } })}>Edit…</Button>
        <Button look="danger" onClick={() => setAsking(true)}>
          Remove…
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${name}?`}
        description="Its process is ended, its configuration and its tokens are forgotten. You can undo this right afterwards, but not for tokens. Captures stay."
        confirm="Remove"
        onConfirm={() => void remove()}
      />
    </div>
  );
}

/** Plain values of an environment may be secrets all the same, so they are not spelled out. */
const valueText = (value: ConfigValue): string =>
  value.kind === 'variable' ? `from \${${value.variable}}` : value.value === '' ? 'empty' : '••••••';

/** How it is signed in to. Of a secret it is said where it is, never what. */
function authorizationRows(settings: HttpAuthorization | undefined) {
  if (settings === undefined) return [{ name: 'authorization', value: 'OAuth, once the server asks for it' }];
  if (settings.kind === 'none') return [{ name: 'authorization', value: 'none' }];
  const { clientId, clientSecret, scope, issuer } = settings;
  const mono = (name: string, value: string | undefined) =>
    value === undefined ? [] : [{ name, value, mono: true }];
  return [
    { name: 'authorization', value: kindWords[settings.kind] },
    ...mono('client id', clientId),
    ...mono(
      'client secret',
      clientSecret && (clientSecret.kind === 'kept' ? '••••••' : `from \${${clientSecret.variable}}`),
    ),
    ...mono('scopes', scope),
    ...mono('issuer', issuer),
    ...(settings.kind === 'oauth'
      ? [
          ...mono('client document', settings.clientMetadataUrl),
          ...mono('redirect address', settings.redirectUri),
        ]
      : []),
  ];
}

const kindWords = {
  oauth: 'OAuth, once the server asks for it',
  clientCredentials: 'client credentials',
  enterprise: 'enterprise, by an id token',
} as const;
