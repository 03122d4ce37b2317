import { useState } from 'react';
import type { ServerView, WireItem } from '../../../shared/contract.ts';
import { parseJson } from '../../../shared/json.ts';
import { expandTemplate, isTemplate, templateVariables } from '../../../shared/uri-template.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { KeyValue } from '../../components/KeyValue.tsx';
import { readDefinition } from './definition.ts';
import { FindingList } from './FindingList.tsx';
import { ItemFacts } from './ItemFacts.tsx';
import { ReadResult } from './ReadResult.tsx';
import { TextArguments, type Texts } from './TextArguments.tsx';
import { useRequest } from './useRequest.ts';
import styles from './ToolPage.module.css';

/** One template: its variables, the address that they make, and what stands there. */
export function TemplatePage({ server, item }: { readonly server: ServerView; readonly item: WireItem }) {
  const definition = readDefinition(item.definitionJson);
  const [values, setValues] = useState<Texts>({});
  const { running, answer, send, cancel } = useRequest('resources.read');
  const usable = item.key !== '' && isTemplate(item.key);
  const uri = expandTemplate(item.key, values);
  const title = definition.text('title') ?? definition.text('name');
  return (
    <section className={styles.page} aria-label={item.key}>
      <header className={styles.head}>
        <h2 className={styles.name}>{item.key}</h2>
        {title !== undefined && <span className={styles.title}>{title}</span>}
      </header>
      {definition.text('description') !== undefined && (
        <p className={styles.description}>{definition.text('description')}</p>
      )}
      <ItemFacts definition={definition} json={parseJson(item.definitionJson)} />
      <FindingList label={`Findings of ${item.key}`} findings={item.findings} />
      <form
        className={styles.form}
        aria-label={`Read by ${item.key}`}
        onSubmit={(event) => {
          event.preventDefault();
          send({ server: server.name, uri });
        }}
      >
        <TextArguments
          server={server.name}
          completes={{ kind: 'template', uri: item.key }}
          fields={templateVariables(item.key).map((name) => ({ name, required: false }))}
          values={values}
          disabled={running}
          onChange={setValues}
        />
        <KeyValue wide rows={[{ name: 'address', value: uri, mono: true }]} />
        <div className={styles.actions}>
          <Button type="submit" look="primary" disabled={running || !usable}>
            {running ? 'Reading…' : 'Read'}
          </Button>
          {running && <Button onClick={cancel}>Cancel</Button>}
          {!usable && (
            <span className={styles.reason}>The template cannot be read, so there is no address.</span>
          )}
        </div>
      </form>
      <div aria-live="polite">
        {answer && 'outcome' in answer && <ReadResult reply={answer} />}
        {answer && 'message' in answer && <ErrorBanner fault={answer} />}
      </div>
    </section>
  );
}
