import type { ExposureCell, PipelineRow } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { DiffView } from '../components/DiffView.tsx';
import { EvidenceTag } from '../components/EvidenceTag.tsx';
import { KeyValue, type KeyValueRow } from '../components/KeyValue.tsx';
import { formatExact } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { definitionOf } from '../stores/definitions.ts';
import { hostLabel } from '../stores/hosts.ts';
import { exposureChip } from '../views/pipeline/cells.ts';
import { lossDiff } from '../views/pipeline/lossDiff.ts';
import type { Prediction } from '../views/pipeline/predict.ts';
import { Heading } from './Heading.tsx';
import { Rules } from './Rules.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import { sayAssumption, sayReason } from './words.ts';
import styles from './Inspector.module.css';

interface ExposureStoryProps {
  readonly row: PipelineRow;
  readonly observed: ExposureCell | null;
  readonly prediction: Prediction | undefined;
}

/** What one host's model is shown of a tool, and what it loses. */
export function ExposureStory({ row, observed, prediction }: ExposureStoryProps) {
  const { server, tool } = row;
  const predicted = prediction?.rowOf(server, tool);
  const chip = exposureChip(row, observed, predicted);
  const rules = observed?.rules ?? predicted?.rules ?? [];
  const reason = observed?.reason ?? predicted?.reason;
  const behind = predicted?.reach === 'exec' && chip?.word === 'deferred' ? ' behind exec' : '';
  return (
    <>
      <Heading
        title={tool}
        sub={`${server} · exposure to ${prediction ? hostLabel(prediction.host) : 'no host'}`}
        chips={
          chip && (
            <Chip tone={chip.tone} fill={chip.fill} hollow={chip.hollow}>
              {chip.word}
              {behind}
            </Chip>
          )
        }
      />
      <Section title="Why" evidence={observed?.evidence ?? (predicted ? 'derived' : undefined)}>
        <p className={styles.text}>
          {reason === undefined ? 'No host was seen and none is chosen.' : sayReason(reason)}
        </p>
        {!observed && predicted && (
          <p className={styles.text}>Computed from the host’s profile; no request with this tool was seen.</p>
        )}
        <Rules rules={rules} />
      </Section>
      <Section title="Identity">
        <KeyValue rows={identityRows(row, observed, prediction)} />
      </Section>
      <Losses row={row} prediction={prediction} />
      {prediction && (
        <Section title="Inputs to this decision">
          <KeyValue rows={inputRows(observed, prediction)} />
        </Section>
      )}
      {observed && (
        <Section title="Seen at" evidence={observed.evidence}>
          <KeyValue rows={seenRows(observed)} />
        </Section>
      )}
    </>
  );
}

function identityRows(
  { server, tool }: PipelineRow,
  observed: ExposureCell | null,
  prediction: Prediction | undefined,
): KeyValueRow[] {
  const row = prediction?.rowOf(server, tool);
  // A request shows one spelling; the others are the profile's.
  const { namespace, name, flat, codeMode, hook } = { ...row, ...observed?.identity };
  const mono = true;
  const rows: (KeyValueRow | undefined)[] = [
    { name: 'raw route', value: `${server} · ${tool}`, mono },
    name === undefined || name === flat
      ? undefined
      : { name: 'wire pair', value: namespace === undefined ? name : `${namespace} · ${name}`, mono },
    flat === undefined ? undefined : { name: 'flat name', value: flat, mono },
    codeMode === undefined ? undefined : { name: 'in exec', value: `tools.${codeMode}`, mono },
    hook === undefined ? undefined : { name: 'hook name', value: hook, mono },
  ];
  return rows.filter((known) => known !== undefined);
}

function Losses({ row, prediction }: Pick<ExposureStoryProps, 'row' | 'prediction'>) {
  const { definitions } = useModels((models) => models.definitions.version);
  const definition = definitionOf(definitions, row.server, row.tool);
  const losses = prediction?.plan.losses({ server: row.server, tool: row.tool });
  if (!definition || !losses) return null;
  const lines = lossDiff(definition, losses);
  return (
    <Section title="What the model loses" evidence="derived">
      {lines.length === 0 ? (
        <p className={styles.text}>Nothing: the definition arrives as the server wrote it.</p>
      ) : (
        <DiffView label="What the model loses" lines={lines} />
      )}
    </Section>
  );
}

function inputRows(observed: ExposureCell | null, { host, plan }: Prediction): KeyValueRow[] {
  const assumed = [...new Set([...(observed?.assumed ?? []), ...plan.assumed])];
  return [
    {
      name: 'model class',
      value: (
        <>
          {host.modelClass} <EvidenceTag evidence={observed?.evidence ?? 'assumed'} />
        </>
      ),
    },
    { name: 'host', value: `${host.host} ${host.version}` },
    ...assumed.map((code) => ({
      name: code.replaceAll('-', ' '),
      value: (
        <>
          {sayAssumption(code)} <EvidenceTag evidence="assumed" />
        </>
      ),
    })),
  ];
}

function seenRows(cell: ExposureCell): KeyValueRow[] {
  return [
    ...(cell.path === null ? [] : [{ name: 'request', value: cell.path, mono: true }]),
    ...(cell.exchange === null ? [] : [{ name: 'exchange', value: cell.exchange, mono: true }]),
    ...(cell.step === null ? [] : [{ name: 'step', value: cell.step, mono: true }]),
    {
      name: 'at',
      value: <SelectLink to={{ kind: 'event', seq: cell.seq }}>{`+${formatExact(cell.t)} ms`}</SelectLink>,
    },
  ];
}
