import { useMemo, useState } from 'react';
import type { CallReply } from '../../../shared/contract.ts';
import { isObject, parseJson } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { formatMs } from '../../frame/format.ts';
import { ContentBlock } from './ContentBlock.tsx';
import { FindingList } from './FindingList.tsx';
import { outcomeWord } from './outcome.ts';
import styles from './CallResult.module.css';

interface CallResultProps {
  readonly reply: CallReply;
  /** Shows the call on its way through the pipeline. */
  readonly onShow: () => void;
}

/** What came back from a call: its content as it is meant, its structure, and where it breaks the tool's own schema. */
export function CallResult({ reply, onShow }: CallResultProps) {
  const [raw, setRaw] = useState(false);
  const { outcome, durationMs, resultJson, violations, findings, fault } = reply;
  const result = useMemo(() => (resultJson === undefined ? undefined : parseJson(resultJson)), [resultJson]);
  const { tone, word } = outcomeWord(outcome);
  const content = blocksOf(result);
  const structured = isObject(result) ? result['structuredContent'] : undefined;
  const asTree = raw || (content.length === 0 && structured === undefined);
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
        <Button look="quiet" onClick={onShow}>
          Show in pipeline
        </Button>
      </header>
      {fault && <ErrorBanner fault={fault} />}
      <FindingList label="Findings of this call" findings={findings} />
      {violations.length > 0 && (
        <ul className={styles.violations} aria-label="Breaks of the output schema">
          {violations.map(({ code, pointer }) => (
            <li key={`${code} ${pointer}`}>
              <Chip tone="fault">{code}</Chip> <code>{pointer === '' ? '(root)' : pointer}</code>
            </li>
          ))}
        </ul>
      )}
      {result !== undefined && asTree && <JsonTree label="Result as JSON" value={result} />}
      {!asTree && content.map((block, at) => <ContentBlock key={at} block={block} />)}
      {!asTree && structured !== undefined && (
        <>
          <h3 className={styles.heading}>Structured content</h3>
          <JsonTree label="Structured content" value={structured} />
        </>
      )}
    </section>
  );
}

/** The content array of a result, whatever its blocks are. */
function blocksOf(result: unknown): readonly unknown[] {
  const content: unknown = isObject(result) ? result['content'] : undefined;
  return Array.isArray(content) ? content : [];
}
