import type { PipelineRow } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { KeyValue } from '../components/KeyValue.tsx';
import { formatExact, formatMs } from '../frame/format.ts';
import { executionChip } from '../views/pipeline/cells.ts';
import { Heading } from './Heading.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import styles from './Inspector.module.css';

/** What really ran of a tool. */
export function ExecutionStory({ row }: { readonly row: PipelineRow }) {
  const { server, tool, execution, approval } = row;
  const chip = executionChip(execution, approval?.waiting ?? 0);
  return (
    <>
      <Heading
        title={tool}
        sub={`${server} · execution`}
        chips={
          chip && (
            <Chip tone={chip.tone} hollow={chip.hollow}>
              {chip.word}
            </Chip>
          )
        }
      />
      {execution ? (
        <Section title="Calls" evidence={execution.evidence}>
          <KeyValue
            rows={[
              { name: 'all', value: execution.calls },
              { name: 'ok', value: execution.ok },
              { name: 'failed', value: execution.failed },
              { name: 'skipped', value: execution.skipped },
              { name: 'running', value: execution.running },
              ...(execution.ms === null ? [] : [{ name: 'latest took', value: formatMs(execution.ms) }]),
              ...(execution.code === null ? [] : [{ name: 'code', value: execution.code, mono: true }]),
              {
                name: 'latest',
                value: <SelectLink to={{ kind: 'call', id: execution.call }}>{execution.call}</SelectLink>,
                mono: true,
              },
              {
                name: 'at',
                value: (
                  <SelectLink
                    to={{ kind: 'event', seq: execution.seq }}
                  >{`+${formatExact(execution.t)} ms`}</SelectLink>
                ),
              },
            ]}
          />
        </Section>
      ) : (
        <p className={styles.text}>The server has received no call of this tool.</p>
      )}
    </>
  );
}
