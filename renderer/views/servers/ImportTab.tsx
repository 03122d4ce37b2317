import { Checkbox } from '../../components/Checkbox.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Field } from '../../components/Field.tsx';
import { TextArea } from '../../components/TextArea.tsx';
import type { Import } from './useImport.ts';
import styles from './ImportTab.module.css';

/** Servers out of a pasted configuration; shows what was found and takes what is ticked. */
export function ImportTab({ from }: { readonly from: Import }) {
  const { text, setText, found, known, chosen, choose } = from;
  return (
    <div className={styles.tab}>
      <Field
        label="Configuration"
        hint="Paste the JSON of a client: mcpServers of Claude or Cursor, servers of VS Code."
      >
        {({ id, describedBy }) => (
          <TextArea
            id={id}
            mono
            rows={8}
            aria-describedby={describedBy}
            placeholder={'{ "mcpServers": { … } }'}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      {found.fault && <ErrorBanner fault={found.fault} />}
      <ul className={styles.list} aria-label="Found servers">
        {found.servers.map((server) => (
          <li key={server.name} className={styles.row}>
            <Checkbox
              label={`Add ${server.name}`}
              checked={chosen.includes(server)}
              disabled={known.has(server.name)}
              onChange={(on) => choose(server.name, on)}
            />
            <div className={styles.words}>
              <p>
                {server.name}
                {known.has(server.name) && <span className={styles.note}> is registered already</span>}
              </p>
              <code className={styles.note}>
                {server.transport.kind === 'http'
                  ? server.transport.url
                  : [server.transport.command, ...server.transport.args].join(' ')}
              </code>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
