import { exposureFor, type PipelineRow } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { hostLabel } from '../stores/hosts.ts';
import type { Stage } from '../stores/place.ts';
import { hostChips } from '../views/pipeline/differs.ts';
import type { Prediction } from '../views/pipeline/predict.ts';
import { Rules } from './Rules.tsx';
import { Section } from './Section.tsx';
import { sayReason } from './words.ts';
import styles from './Inspector.module.css';

interface SecondHostProps {
  readonly row: PipelineRow;
  readonly stage: Extract<Stage, 'exposure' | 'approval'>;
  readonly second: Prediction;
}

/** The same cell at the host that stands beside the chosen one. */
export function SecondHost({ row, stage, second }: SecondHostProps) {
  const observed = exposureFor(row, second.host);
  const chip = hostChips(row, observed, second)[stage];
  const predicted = second.rowOf(row.server, row.tool);
  const approval = second.approvalOf(row.server, row.tool);
  const isExposure = stage === 'exposure';
  const evidence = isExposure && observed ? observed.evidence : 'derived';
  return (
    <Section title={`${hostLabel(second.host)}, beside it`} evidence={evidence}>
      {chip && (
        <p className={styles.chips}>
          <Chip tone={chip.tone} fill={chip.fill} hollow={chip.hollow}>
            {chip.word}
          </Chip>
        </p>
      )}
      <p className={styles.text}>
        {isExposure
          ? sayReason(observed?.reason ?? predicted?.reason ?? 'not listed')
          : approval?.question?.kind === 'user'
            ? approval.question.why
            : 'What its profile would do with the next call.'}
      </p>
      <Rules rules={isExposure ? (observed?.rules ?? predicted?.rules ?? []) : (approval?.path ?? [])} />
    </Section>
  );
}
