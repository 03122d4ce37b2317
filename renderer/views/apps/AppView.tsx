import { useEffect, useRef, useState } from 'react';
import { appViewPath } from '../../../shared/app-view.ts';
import type { CallReply } from '../../../shared/contract.ts';
import { formatJson, isObject, parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { useApp } from '../../stores/hooks.ts';
import { createBridge, refused, type Bridge, type ViewMessage, type ViewReply } from './bridge.ts';
import { LinkDialog, type AskedLink } from './LinkDialog.tsx';
import styles from './AppView.module.css';

interface AppViewProps {
  readonly server: string;
  readonly tool: string;
  readonly html: string;
  /** Addresses that the view says it needs. */
  readonly wants: readonly string[];
  /** What the call was made with. */
  readonly argumentsJson: string | undefined;
  readonly reply: CallReply;
  readonly onClose: () => void;
}

const heights = { least: 80, first: 240, most: 720 };
/** Messages that are listed; older ones go. */
const maxMessages = 200;

const valueOf = (json: string | undefined): unknown => (json === undefined ? {} : parseJson(json));

/** What a view is told of a call that it asked for: its result as it came, or why there is none. */
const toViewReply = (reply: CallReply): ViewReply => {
  const result = reply.resultJson === undefined ? undefined : parseJson(reply.resultJson);
  const isResult = reply.outcome === 'ok' || reply.outcome === 'toolError';
  return isResult && isObject(result)
    ? { result }
    : refused(-32000, reply.fault?.message ?? 'The call did not succeed.');
};

/** A view of a server (MCP Apps) in a room of its own: it runs, and reaches nothing but this window's bridge. */
export function AppView({ server, tool, html, wants, argumentsJson, reply, onClose }: AppViewProps) {
  const { client, info } = useApp();
  const frame = useRef<HTMLIFrameElement>(null);
  const bridge = useRef<Bridge>(null);
  const [height, setHeight] = useState(heights.first);
  const [messages, setMessages] = useState<readonly ViewMessage[]>([]);
  const [link, setLink] = useState<AskedLink>();

  useEffect(() => {
    const gone = new AbortController();
    const made = createBridge({
      html,
      // Its origin is opaque, so there is no other to name. The policy of this page keeps the frame where it is.
      post: (message) => frame.current?.contentWindow?.postMessage(message, '*'),
      onMessage: (message) => setMessages((before) => [...before, message].slice(-maxMessages)),
      host: {
        context: () => ({
          theme: document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark',
          displayMode: 'inline',
          availableDisplayModes: ['inline'],
          containerDimensions: { maxHeight: heights.most },
          locale: navigator.language,
          userAgent: 'Throughline',
          platform: info.getState().info?.shell === 'desktop' ? 'desktop' : 'web',
        }),
        call: async (name, args) => {
          const text = asJson(args);
          if (text === undefined) return refused(-32602, 'The arguments are no JSON.');
          const request = { server, tool: name, argumentsJson: text };
          const answered = await client.request('views.call', request, { signal: gone.signal });
          return answered.ok ? toViewReply(answered.value) : refused(-32000, answered.fault.message);
        },
        openLink: (url) =>
          new Promise((resolve) => {
            setLink((open) => {
              if (open === undefined) return { url, settle: resolve };
              resolve(refused(-32000, 'Another address waits for the user already.'));
              return open;
            });
          }),
        resize: (wanted) => setHeight(Math.min(heights.most, Math.max(heights.least, Math.ceil(wanted)))),
      },
    });
    bridge.current = made;
    made.tell('tool-input', { arguments: valueOf(argumentsJson) });
    const result = reply.resultJson === undefined ? undefined : parseJson(reply.resultJson);
    if ((reply.outcome === 'ok' || reply.outcome === 'toolError') && isObject(result))
      made.tell('tool-result', result);
    else made.tell('tool-cancelled', { reason: reply.outcome });
    const take = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== null && source === frame.current?.contentWindow) made.receive(data);
    };
    window.addEventListener('message', take);
    return () => {
      window.removeEventListener('message', take);
      gone.abort();
    };
  }, [html, server, argumentsJson, reply, client, info]);

  const close = async (): Promise<void> => {
    await bridge.current?.teardown('closed by the user');
    onClose();
  };

  return (
    <section className={styles.view} aria-label={`View of ${tool}`}>
      <header className={styles.head}>
        <span className={styles.title}>View, made by the server</span>
        <span className={styles.facts}>
          It runs apart from everything here and reaches no network. What it asks for is asked of you.
        </span>
        <Button look="quiet" onClick={() => void close()}>
          Close the view
        </Button>
      </header>
      {wants.length > 0 && (
        <p className={styles.facts}>
          It says that it needs {wants.join(', ')}. That is not granted here, so parts of it may be missing.
        </p>
      )}
      <iframe
        ref={frame}
        className={styles.frame}
        title={`View of ${tool}, made by ${server}`}
        src={appViewPath}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ height }}
      />
      <details className={styles.messages}>
        <summary>Messages with the view ({messages.length})</summary>
        <ol aria-label="Messages with the view">
          {messages.map(({ from, what }, at) => (
            <li key={at}>
              <span>{from === 'view' ? 'view' : 'window'}</span> <code>{what}</code>
            </li>
          ))}
        </ol>
      </details>
      {link && (
        <LinkDialog
          server={server}
          url={link.url}
          onAnswer={(answer) => {
            link.settle(answer);
            setLink(undefined);
          }}
        />
      )}
    </section>
  );
}

/** What came by a message can be more than JSON can say. */
function asJson(args: unknown): string | undefined {
  try {
    return formatJson(args);
  } catch {
    return undefined;
  }
}
