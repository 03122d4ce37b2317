import type { PipelineRow } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { KeyValue } from '../components/KeyValue.tsx';
import { formatExact, formatMs, plural } from '../frame/format.ts';
import { decisionWord } from '../views/approvals/words.ts';
import { approvalChip } from '../views/pipeline/cells.ts';
import type { Prediction } from '../views/pipeline/predict.ts';
import { Heading } from './Heading.tsx';
import { Rules } from './Rules.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { sayAsked, sayAssumption } from './words.ts';
import styles from './Inspector.module.css';

interface ApprovalStoryProps {
  readonly row: PipelineRow;
  readonly prediction: Prediction | undefined;
}

/** Whether calls of a tool may go on, who says so and along which steps. */
export function ApprovalStory({ row, prediction }: ApprovalStoryProps) {
  const { server, tool, approval } = row;
  const predicted = prediction?.approvalOf(server, tool);
  const chip = approvalChip(approval, predicted);
  const heading = (
    <Heading
      title={tool}
      sub={`${server} · approval`}
      chips={
        chip && (
          <Chip tone={chip.tone} fill={chip.fill}>
            {chip.word}
          </Chip>
        )
      }
    />
  );
  if (!approval) {
    return (
      <>
        {heading}
        <Section title="Why" evidence={predicted ? 'derived' : undefined}>
          <p className={styles.text}>
            {predicted?.question?.kind === 'user'
              ? predicted.question.why
              : 'No call of this tool was made. This is what the profile would do with the next one.'}
          </p>
          <Rules rules={predicted?.path ?? []} />
        </Section>
        {predicted && predicted.assumed.length > 0 && (
          <Section title="Assumed" evidence="assumed">
            {predicted.assumed.map((code) => (
              <p key={code} className={styles.text}>
                {sayAssumption(code)}
              </p>
            ))}
          </Section>
        )}
      </>
    );
  }
  return (
    <>
      {heading}
      <Section title="Why" evidence={approval.evidence}>
        {approval.reason !== null && <p className={styles.text}>{sayAsked(approval.reason)}</p>}
        <Rules rules={approval.path} />
      </Section>
      <Section title="Decision">
        <KeyValue
          rows={[
            {
              name: 'latest',
              value: approval.decision === null ? 'waits for one' : decisionWord(approval.decision),
            },
            ...(approval.by === null ? [] : [{ name: 'by', value: approval.by }]),
            ...(approval.waitedMs === null ? [] : [{ name: 'waited', value: formatMs(approval.waitedMs) }]),
            {
              name: 'so far',
              value: `${plural(approval.decided, 'decision')}, ${approval.refused} declined`,
            },
            {
              name: 'destructive',
              value: approval.destructive ? 'server says yes' : 'server does not say so',
            },
            {
              name: 'call',
              value: <SelectLink to={{ kind: 'call', id: approval.call }}>{approval.call}</SelectLink>,
              mono: true,
            },
            {
              name: 'at',
              value: (
                <SelectLink
                  to={{ kind: 'event', seq: approval.seq }}
                >{`+${formatExact(approval.t)} ms`}</SelectLink>
              ),
            },
          ]}
        />
      </Section>
    </>
  );
}
