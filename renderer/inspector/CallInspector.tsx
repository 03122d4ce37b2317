import { callTimes, type CallRow, type Verdict } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { KeyValue, type KeyValueRow } from '../components/KeyValue.tsx';
import { formatBytes, formatExact, formatMs, shortId } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { decisionWord } from '../views/approvals/words.ts';
import { callStateChip } from '../views/pipeline/callWords.ts';
import { CopyCall } from './CopyCall.tsx';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { PayloadView } from './PayloadView.tsx';
import { Rules } from './Rules.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { ThreadLink } from './ThreadLink.tsx';
import { TimeBar } from './TimeBar.tsx';
import { spell } from './words.ts';
import styles from './Inspector.module.css';

/** One call: to whom it belongs and why, where its time went, what was sent and what came back. */
export function CallInspector({ id }: { readonly id: string }) {
  const { calls, threads } = useModels((models) => `${models.calls.version}/${models.threads.version}`);
  const call = [...calls.rows.values()].find((row) => row.call === id);
  if (!call) return <Gone what={`call ${id}`} />;
  const { tone, word, hollow } = callStateChip(call);
  const times = callTimes(call, threads);
  return (
    <>
      <Heading
        title={call.tool}
        sub={[
          call.call.replace(':', ' '),
          call.instance ?? call.server,
          call.origin === 'user' ? 'called by hand' : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
        chips={
          <>
            <Chip tone={tone} hollow={hollow}>
              {word}
            </Chip>
            {call.verdict?.kind === 'attributed' && <Chip tone="exposure">attributed</Chip>}
            {call.verdict?.kind === 'abstained' && <Chip tone="none">abstained</Chip>}
          </>
        }
      />
      {call.verdict && (
        <Section
          title="Attribution"
          evidence={call.verdict.kind === 'attributed' ? call.verdict.evidence : 'derived'}
        >
          <KeyValue rows={verdictRows(call.verdict)} />
        </Section>
      )}
      <Section title="Where the time went">
        <TimeBar times={times} />
        <KeyValue
          rows={Object.entries(times).map(([name, ms]) => ({
            name,
            value: typeof ms === 'number' ? formatMs(ms) : 'not observed',
          }))}
        />
      </Section>
      <Section title="Boundaries" evidence={call.evidence}>
        <KeyValue rows={boundaryRows(call)} />
      </Section>
      {call.approval && (
        <Section title="Approval" evidence={call.approval.evidence}>
          <KeyValue
            rows={[
              {
                name: 'decision',
                value:
                  call.approval.decision === null ? 'waits for one' : decisionWord(call.approval.decision),
              },
              ...(call.approval.by === null ? [] : [{ name: 'by', value: call.approval.by }]),
              ...(call.approval.edited
                ? [{ name: 'edited', value: 'the arguments were changed by hand' }]
                : []),
            ]}
          />
          <Rules rules={call.approval.path} />
        </Section>
      )}
      {call.projections.map((projection) => (
        <Section
          key={projection.projection}
          title={`What the ${projection.projection} gets`}
          evidence={projection.evidence}
        >
          <KeyValue
            rows={[
              { name: 'form', value: projection.form },
              { name: 'size', value: formatBytes(projection.bytes) },
              ...(projection.dropped.length === 0
                ? []
                : [{ name: 'lost', value: projection.dropped.map(spell).join(', ') }]),
            ]}
          />
          <Rules rules={projection.rules} />
        </Section>
      ))}
      <PayloadView title="Arguments" call={call.call} part="arguments" />
      {call.finishedAt !== null && <PayloadView title="Result" call={call.call} part="result" />}
      {call.violations > 0 && (
        <p className={styles.text}>The result breaks the output schema in {call.violations} places.</p>
      )}
      <CopyCall call={call} />
    </>
  );
}

function verdictRows(verdict: Verdict): KeyValueRow[] {
  if (verdict.kind === 'abstained') {
    return [
      { name: 'reason', value: spell(verdict.reason) },
      {
        name: 'candidates',
        value:
          verdict.candidates.length === 0
            ? 'none'
            : verdict.candidates.map((window) => (
                <div key={window}>
                  <SelectLink to={{ kind: 'window', id: window }}>{window}</SelectLink>
                </div>
              )),
      },
    ];
  }
  const { tier, thread, response, item, window, agrees } = verdict;
  return [
    { name: 'tier', value: tier },
    {
      name: 'thread',
      value: <ThreadLink thread={thread} />,
      mono: true,
    },
    ...(response === null
      ? []
      : [
          {
            name: 'response',
            value: <SelectLink to={{ kind: 'response', id: response }}>{shortId(response)}</SelectLink>,
            mono: true,
          },
        ]),
    ...(item === null
      ? []
      : [
          {
            name: 'item',
            value: <SelectLink to={{ kind: 'item', id: item }}>{shortId(item)}</SelectLink>,
            mono: true,
          },
        ]),
    ...(window === null
      ? []
      : [
          {
            name: 'window',
            value: <SelectLink to={{ kind: 'window', id: window }}>{window}</SelectLink>,
            mono: true,
          },
        ]),
    ...(agrees.length === 0 ? [] : [{ name: 'agrees', value: agrees.join(', ') }]),
  ];
}

function boundaryRows(call: CallRow): KeyValueRow[] {
  const at = (name: string, t: number | null | undefined): KeyValueRow[] =>
    t === null || t === undefined ? [] : [{ name, value: `${formatExact(t)} ms` }];
  return [
    ...at('asked', call.approval?.requestedAt),
    ...at('decided', call.approval?.decidedAt),
    ...at('call in', call.startedAt),
    ...at('call out', call.finishedAt),
    { name: 'clock', value: `±${call.clockUncertainty.toFixed(3)} ms` },
    {
      name: 'events',
      value: (
        <SelectLink
          to={{ kind: 'event', seq: call.firstSeq }}
        >{`${call.firstSeq} to ${call.lastSeq}`}</SelectLink>
      ),
    },
  ];
}
