import type { ShapesDocument } from '../../../shared/shapes/document.ts';
import { EvidenceTag } from '../../components/EvidenceTag.tsx';
import { PlainTable } from '../../components/PlainTable.tsx';
import { SelectLink } from '../../inspector/SelectLink.tsx';
import { useModels, useOpenCapture } from '../../stores/hooks.ts';
import { threadWords } from './words.ts';
import styles from './RunTab.module.css';

interface RunThreadsProps {
  readonly document: ShapesDocument;
  readonly capture: string;
}

const columns = [
  { title: 'thread' },
  { title: 'role' },
  { title: 'evidence' },
  { title: 'how it is known' },
  { title: 'requests', align: 'end' },
] as const;

/** The threads of a run, with the evidence that they are what they seem. */
export function RunThreads({ document, capture }: RunThreadsProps) {
  const isOpen = useOpenCapture()?.id === capture;
  const { threads } = useModels((models) => models.threads.version);
  const ids = [...threads.threads.keys()];
  return (
    <section aria-labelledby="run-threads">
      <h2 id="run-threads" className={styles.title}>
        Threads
      </h2>
      {document.threads.length === 0 ? (
        <p className={styles.note}>The client asked the provider nothing that belongs to a thread.</p>
      ) : (
        <PlainTable
          label="Threads"
          columns={columns}
          rows={document.threads.map((thread) => {
            const id = ids[thread.number - 1];
            const label = `Thread ${thread.number}`;
            return [
              isOpen && id !== undefined ? (
                <SelectLink to={{ kind: 'thread', id }}>{label}</SelectLink>
              ) : (
                label
              ),
              thread.role,
              <EvidenceTag key="evidence" evidence={thread.parentEvidence ?? thread.evidence} />,
              threadWords(thread),
              thread.requests,
            ];
          })}
        />
      )}
    </section>
  );
}
