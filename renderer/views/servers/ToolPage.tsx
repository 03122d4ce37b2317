import { useMemo, useRef, useState } from 'react';
import type { CallReply, ServerView, WireTool } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { Menu } from '../../components/Menu.tsx';
import { ArgumentsEditor } from '../../form/ArgumentsEditor.tsx';
import { argumentsJsonOf, emptyDraft, withText, type Draft } from '../../form/draft.ts';
import { useApp } from '../../stores/hooks.ts';
import { recentInputs, rememberInput } from '../../stores/recentInputs.ts';
import { CallResult } from './CallResult.tsx';
import { FindingList } from './FindingList.tsx';
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
  const stop = useRef<AbortController>(null);

  const call = async (): Promise<void> => {
    const argumentsJson = argumentsJsonOf(draft);
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
    setAnswer(reply.ok ? reply.value : reply.fault);
  };

  return (
    <section className={styles.page} aria-label={tool.name}>
      <header className={styles.head}>
        <h2 className={styles.name}>{tool.name}</h2>
        {definition.title !== undefined && <span className={styles.title}>{definition.title}</span>}
      </header>
      {definition.description !== undefined && <p className={styles.description}>{definition.description}</p>}
      <FindingList label={`Findings of ${tool.name}`} findings={tool.findings} />
      {tool.callable ? (
        <form
          className={styles.form}
          aria-label={`Call ${tool.name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void call();
          }}
        >
          <ArgumentsEditor
            schema={definition.inputSchema}
            draft={draft}
            disabled={running}
            onChange={setDraft}
          />
          <div className={styles.actions}>
            <Button
              type="submit"
              look="primary"
              disabled={running || draft.fault !== undefined || server.state !== 'ready'}
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
          </div>
        </form>
      ) : (
        <p className={styles.description}>This entry of the list cannot be called; the findings say why.</p>
      )}
      <div aria-live="polite">
        {answer && 'outcome' in answer && (
          <CallResult
            reply={answer}
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
        {answer && 'message' in answer && <ErrorBanner fault={answer} />}
      </div>
    </section>
  );
}

interface Definition {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly inputSchema: unknown;
}

/** The definition is the server's own text: each part is taken only if it is what it should be. */
function readDefinition(json: string): Definition {
  let value: unknown;
  try {
    value = parseJson(json);
  } catch {
    value = undefined;
  }
  const of = (key: string): unknown => (isObject(value) ? value[key] : undefined);
  const text = (key: string): string | undefined => {
    const member = of(key);
    return typeof member === 'string' ? member : undefined;
  };
  return { title: text('title'), description: text('description'), inputSchema: of('inputSchema') };
}
