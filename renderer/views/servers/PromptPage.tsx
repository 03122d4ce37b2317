import { useState } from 'react';
import type { RequestReply, ServerView, WireItem } from '../../../shared/contract.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { ContentBlock } from './ContentBlock.tsx';
import { promptArguments, readDefinition } from './definition.ts';
import { FindingList } from './FindingList.tsx';
import { ItemFacts } from './ItemFacts.tsx';
import { RequestResult } from './RequestResult.tsx';
import { TextArguments, type Texts } from './TextArguments.tsx';
import { useRequest } from './useRequest.ts';
import styles from './ToolPage.module.css';
import result from './CallResult.module.css';

/** One prompt: its arguments, and the messages that it becomes. */
export function PromptPage({ server, item }: { readonly server: ServerView; readonly item: WireItem }) {
  const definition = readDefinition(item.definitionJson);
  const fields = promptArguments(definition);
  const [values, setValues] = useState<Texts>({});
  const { running, answer, send, cancel } = useRequest('prompts.get');
  const missing = fields.filter(({ name, required }) => required && !Object.hasOwn(values, name));
  return (
    <section className={styles.page} aria-label={item.key}>
      <header className={styles.head}>
        <h2 className={styles.name}>{item.key === '' ? 'Unnamed' : item.key}</h2>
        {item.title !== undefined && <span className={styles.title}>{item.title}</span>}
      </header>
      {definition.text('description') !== undefined && (
        <p className={styles.description}>{definition.text('description')}</p>
      )}
      <ItemFacts definition={definition} json={parseJson(item.definitionJson)} />
      <FindingList label={`Findings of ${item.key}`} findings={item.findings} />
      <form
        className={styles.form}
        aria-label={`Get ${item.key}`}
        onSubmit={(event) => {
          event.preventDefault();
          const args = Object.keys(values).length === 0 ? {} : { args: { ...values } };
          send({ server: server.name, prompt: item.key, ...args });
        }}
      >
        {fields.length === 0 ? (
          <p className={styles.description}>This prompt takes no arguments.</p>
        ) : (
          <TextArguments
            server={server.name}
            completes={{ kind: 'prompt', name: item.key }}
            fields={fields}
            values={values}
            disabled={running}
            onChange={setValues}
          />
        )}
        <div className={styles.actions}>
          <Button type="submit" look="primary" disabled={running || item.key === ''}>
            {running ? 'Getting…' : 'Get prompt'}
          </Button>
          {running && <Button onClick={cancel}>Cancel</Button>}
          {missing.length > 0 && (
            <span className={styles.reason}>
              Without {missing.map(({ name }) => name).join(', ')}, which the server requires; it can be sent
              all the same.
            </span>
          )}
        </div>
      </form>
      <div aria-live="polite">
        {answer && 'outcome' in answer && <Messages reply={answer} />}
        {answer && 'message' in answer && <ErrorBanner fault={answer} />}
      </div>
    </section>
  );
}

function Messages({ reply }: { readonly reply: RequestReply }) {
  return (
    <RequestResult
      reply={reply}
      draw={(value) => {
        const messages: unknown = isObject(value) ? value['messages'] : undefined;
        if (!Array.isArray(messages) || messages.length === 0) return undefined;
        return messages.map((message: unknown, at) =>
          isObject(message) ? (
            <div key={at} className={result.turn}>
              <h3 className={result.heading}>
                {typeof message['role'] === 'string' ? message['role'] : 'no role'}
              </h3>
              <ContentBlock block={message['content']} />
            </div>
          ) : (
            <JsonTree key={at} label="Message" value={message} />
          ),
        );
      }}
    />
  );
}
