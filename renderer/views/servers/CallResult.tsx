import type { CallReply } from '../../../shared/contract.ts';
import { isObject } from '../../../shared/json.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { ContentBlock } from './ContentBlock.tsx';
import { RequestResult } from './RequestResult.tsx';
import styles from './CallResult.module.css';

interface CallResultProps {
  readonly reply: CallReply;
  /** Shows the call on its way through the pipeline. */
  readonly onShow: () => void;
  /** Makes the same call once more. */
  readonly onAgain: () => void;
}

/** What came back from a call: its content as it is meant, its structure, and where it breaks the tool's own schema. */
export function CallResult({ reply, onShow, onAgain }: CallResultProps) {
  const { violations } = reply;
  return (
    <RequestResult
      reply={reply}
      actions={
        <>
          {reply.fault?.code === 'url-elicitation-required' && <Button onClick={onAgain}>Call again</Button>}
          <Button look="quiet" onClick={onShow}>
            Show in pipeline
          </Button>
        </>
      }
      notes={
        violations.length > 0 && (
          <ul className={styles.violations} aria-label="Breaks of the output schema">
            {violations.map(({ code, pointer }) => (
              <li key={`${code} ${pointer}`}>
                <Chip tone="fault">{code}</Chip> <code>{pointer === '' ? '(root)' : pointer}</code>
              </li>
            ))}
          </ul>
        )
      }
      draw={drawCall}
    />
  );
}

function drawCall(result: unknown) {
  const content: unknown = isObject(result) ? result['content'] : undefined;
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const structured = isObject(result) ? result['structuredContent'] : undefined;
  if (blocks.length === 0 && structured === undefined) return undefined;
  return (
    <>
      {blocks.map((block, at) => (
        <ContentBlock key={at} block={block} />
      ))}
      {structured !== undefined && (
        <>
          <h3 className={styles.heading}>Structured content</h3>
          <JsonTree label="Structured content" value={structured} />
        </>
      )}
    </>
  );
}
