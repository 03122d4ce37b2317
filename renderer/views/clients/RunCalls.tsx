import { callRows } from '../../../shared/model/index.ts';
import type { CallShape, ShapesDocument } from '../../../shared/shapes/document.ts';
import { PlainTable } from '../../components/PlainTable.tsx';
import { formatMs } from '../../frame/format.ts';
import { SelectLink } from '../../inspector/SelectLink.tsx';
import { useModels, useOpenCapture } from '../../stores/hooks.ts';
import { ownerWords } from './words.ts';
import styles from './RunTab.module.css';

interface RunCallsProps {
  readonly document: ShapesDocument;
  readonly capture: string;
}

const columns = [
  { title: 'call' },
  { title: 'tool', mono: true },
  { title: 'state' },
  { title: 'took', align: 'end' },
  { title: 'beside' },
  { title: 'owner, and by which evidence' },
  { title: 'ids on both wires', mono: true },
] as const;

const tookOf = ({ startedAt, finishedAt }: CallShape): string =>
  startedAt === null || finishedAt === null ? '–' : formatMs(finishedAt - startedAt);

/** Every call with its owner and what says so. */
export function RunCalls({ document, capture }: RunCallsProps) {
  const isOpen = useOpenCapture()?.id === capture;
  const { calls } = useModels((models) => models.calls.version);
  const ids = isOpen ? callRows(calls).map(({ call }) => call) : [];
  return (
    <section aria-labelledby="run-calls">
      <h2 id="run-calls" className={styles.title}>
        Calls
      </h2>
      {document.calls.length === 0 ? (
        <p className={styles.note}>No call reached the server.</p>
      ) : (
        <PlainTable
          label="Calls"
          columns={columns}
          rows={document.calls.map((call) => {
            const id = ids[call.number - 1];
            const label = `Call ${call.number}`;
            return [
              id === undefined ? label : <SelectLink to={{ kind: 'call', id }}>{label}</SelectLink>,
              call.tool,
              call.state,
              tookOf(call),
              call.overlaps.length === 0 ? 'nothing' : `call ${call.overlaps.join(', ')}`,
              ownerWords(call),
              call.keys.length === 0
                ? 'none'
                : call.keys.map(({ key, equals }) => <div key={key}>{`${key} = ${equals.join(', ')}`}</div>),
            ];
          })}
        />
      )}
    </section>
  );
}
