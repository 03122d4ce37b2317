import { useMemo, useState, type ReactNode } from 'react';
import type { CallReply, RequestReply } from '../../../shared/contract.ts';
import { parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { formatMs } from '../../frame/format.ts';
import { FindingList } from './FindingList.tsx';
import { outcomeWord } from './outcome.ts';
import styles from './CallResult.module.css';

interface RequestResultProps {
  readonly reply: RequestReply | CallReply;
  readonly actions?: ReactNode;
  /** What stands above the result whatever it is. */
  readonly notes?: ReactNode;
  /** Draws the result as it is meant; undefined where only its JSON makes sense. */
  readonly draw: (result: unknown) => ReactNode | undefined;
}

/** How a request ended, what is odd about the answer, and the answer itself, as it is meant or as JSON. */
export function RequestResult({ reply, actions, notes, draw }: RequestResultProps) {
  const [raw, setRaw] = useState(false);
  const { outcome, durationMs, resultJson, findings, fault } = reply;
  const result = useMemo(() => (resultJson === undefined ? undefined : parseJson(resultJson)), [resultJson]);
  const { tone, word } = outcomeWord(outcome);
  const drawn = raw || result === undefined ? undefined : draw(result);
  return (
    <section className={styles.result} aria-label="Result">
      <header className={styles.head}>
        <Chip tone={tone}>{word}</Chip>
        <span className={styles.time}>{formatMs(durationMs)}</span>
        <span className={styles.space} />
        {result !== undefined && (
          <Button look="quiet" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            {raw ? 'As content' : 'As JSON'}
          </Button>
        )}
        {actions}
      </header>
      {fault && <ErrorBanner fault={fault} />}
      <FindingList label="Findings of this answer" findings={findings} />
      {notes}
      {drawn}
      {drawn === undefined && result !== undefined && <JsonTree label="Result as JSON" value={result} />}
    </section>
  );
}
