import { useId, useMemo, useRef, useState } from 'react';
import type { CallReply, ServerView, WireTool } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Menu } from '../../components/Menu.tsx';
import { ArgumentsEditor } from '../../form/ArgumentsEditor.tsx';
import { argumentsJsonOf, emptyDraft, withText, type Draft } from '../../form/draft.ts';
import { useApp } from '../../stores/hooks.ts';
import { recentInputs, rememberInput } from '../../stores/recentInputs.ts';
import { viewAddress } from '../apps/readView.ts';
import { ToolView } from '../apps/ToolView.tsx';
import { CallResult } from './CallResult.tsx';
import { readDefinition } from './definition.ts';
import { FindingList } from './FindingList.tsx';
import { ItemFacts } from './ItemFacts.tsx';
import { SavedRequests } from './SavedRequests.tsx';
import styles from './ToolPage.module.css';

interface ToolPageProps {
  readonly server: ServerView;
  readonly tool: WireTool;
}

/** One tool: what it says of itself, a form to call it, and what came back. */
export function ToolPage({ server, tool }: ToolPageProps) {
  const { client, navigation } = useApp();
  const definition = useMemo(() => readDefinition(tool.definitionJson), [tool.definitionJson]);
  const recent = recentInputs(server.name, tool.name);
  const [draft, setDraft] = useState<Draft>(() => withText(emptyDraft, recent[0] ?? emptyDraft.text));
  const [running, setRunning] = useState(false);
  const [answer, setAnswer] = useState<CallReply | Fault>();
  const [sent, setSent] = useState<string>();
  const viewUri = viewAddress(definition.member('_meta'));
  const stop = useRef<AbortController>(null);
  const reason = useId();
  const title = definition.text('title');
  const description = definition.text('description');
  const whyNot =
    server.state !== 'ready'
      ? 'The server is not connected.'
      : draft.fault && 'The JSON is not valid, so there is nothing to send.';

  const call = async (argumentsJson: string | undefined): Promise<void> => {
    if (argumentsJson !== undefined) rememberInput(server.name, tool.name, argumentsJson);
    const controller = new AbortController();
    stop.current = controller;
    setRunning(true);
    const request = {
      server: server.name,
      tool: tool.name,
      ...(argumentsJson === undefined ? {} : { argumentsJson }),
    };
    const reply = await client.request('tools.call', request, { signal: controller.signal });
    setRunning(false);
    setSent(argumentsJson);
    setAnswer(reply.ok ? reply.value : reply.fault);
  };

  return (
    <section className={styles.page} aria-label={tool.name}>
      <header className={styles.head}>
        <h2 className={styles.name}>{tool.name}</h2>
        {title !== undefined && <span className={styles.title}>{title}</span>}
      </header>
      {description !== undefined && <p className={styles.description}>{description}</p>}
      <ItemFacts definition={definition} />
      <FindingList label={`Findings of ${tool.name}`} findings={tool.findings} />
      {tool.callable ? (
        <>
          <form
            className={styles.form}
            aria-label={`Call ${tool.name}`}
            onSubmit={(event) => {
              event.preventDefault();
              void call(argumentsJsonOf(draft));
            }}
          >
            <ArgumentsEditor
              schema={definition.member('inputSchema')}
              draft={draft}
              disabled={running}
              onChange={setDraft}
            />
            <div className={styles.actions}>
              <Button
                type="submit"
                look="primary"
                disabled={running || whyNot !== undefined}
                aria-describedby={whyNot && reason}
              >
                {running ? 'Calling…' : 'Call tool'}
              </Button>
              {running && <Button onClick={() => stop.current?.abort()}>Cancel</Button>}
              {recent.length > 0 && (
                <Menu
                  label="Recent inputs"
                  trigger={<Button look="quiet">Recent inputs…</Button>}
                  items={recent.map((text) => ({
                    label: text.replaceAll(/\s+/g, ' ').slice(0, 80),
                    onSelect: () => setDraft(withText(draft, text)),
                  }))}
                />
              )}
              <span id={reason} className={styles.reason}>
                {whyNot}
              </span>
            </div>
          </form>
          <SavedRequests
            server={server.name}
            tool={tool.name}
            current={draft.fault ? undefined : asSaved(argumentsJsonOf(draft))}
            canCall={!running && server.state === 'ready'}
            onUse={(text) => setDraft(withText(draft, text ?? ''))}
            onCall={(text) => {
              setDraft(withText(draft, text ?? ''));
              void call(text);
            }}
          />
        </>
      ) : (
        <p className={styles.description}>This entry of the list cannot be called; the findings say why.</p>
      )}
      <div aria-live="polite" className={styles.answer}>
        {answer && 'outcome' in answer && (
          <CallResult
            reply={answer}
            onAgain={() => void call(sent)}
            onShow={() =>
              navigation.go({
                view: 'pipeline',
                part: 'calls',
                capture: answer.capture,
                selection: { kind: 'call', id: answer.call },
              })
            }
          />
        )}
        {answer && 'outcome' in answer && viewUri !== undefined && (
          <ToolView
            key={answer.call}
            server={server.name}
            tool={tool.name}
            uri={viewUri}
            argumentsJson={sent}
            reply={answer}
          />
        )}
        {answer && 'message' in answer && <ErrorBanner fault={answer} />}
      </div>
    </section>
  );
}

const asSaved = (argumentsJson: string | undefined): { readonly argumentsJson?: string } =>
  argumentsJson === undefined ? {} : { argumentsJson };
