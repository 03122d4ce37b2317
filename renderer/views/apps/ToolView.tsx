import { useState } from 'react';
import type { CallReply } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { useApp } from '../../stores/hooks.ts';
import { AppView } from './AppView.tsx';
import { readView, type ReadView } from './readView.ts';

interface ToolViewProps {
  readonly server: string;
  readonly tool: string;
  /** The `ui://` address of the tool's view. */
  readonly uri: string;
  readonly argumentsJson: string | undefined;
  readonly reply: CallReply;
}

/** Offers the view that a tool has for its results. It is read and run only when the user wants it. */
export function ToolView({ server, tool, uri, argumentsJson, reply }: ToolViewProps) {
  const { client } = useApp();
  const [view, setView] = useState<ReadView>();
  const [reading, setReading] = useState(false);

  const read = async (): Promise<void> => {
    setReading(true);
    const got = await client.request('resources.read', { server, uri });
    setReading(false);
    if (!got.ok) setView({ ok: false, why: got.fault.message });
    else if (got.value.resultJson === undefined)
      setView({ ok: false, why: got.value.fault?.message ?? 'The server did not send the view.' });
    else setView(readView(got.value.resultJson));
  };

  if (view?.ok === true)
    return (
      <AppView
        server={server}
        tool={tool}
        html={view.html}
        wants={view.wants}
        argumentsJson={argumentsJson}
        reply={reply}
        onClose={() => setView(undefined)}
      />
    );
  return (
    <>
      <div>
        <Button disabled={reading} onClick={() => void read()}>
          {reading ? 'Reading the view…' : 'Show the view of this tool'}
        </Button>
      </div>
      {view && (
        <ErrorBanner
          fault={{
            code: 'view-not-drawn',
            message: view.why,
            next: `Read ${uri} under Resources to see it.`,
          }}
        />
      )}
    </>
  );
}
