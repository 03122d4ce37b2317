import { findingText } from '../../shared/findings.ts';
import type { PipelineRow } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { JsonTree } from '../components/JsonTree.tsx';
import { KeyValue, type KeyValueRow } from '../components/KeyValue.tsx';
import { formatBytes, formatExact } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { definitionOf } from '../stores/definitions.ts';
import { discoveryChip } from '../views/pipeline/cells.ts';
import { Heading } from './Heading.tsx';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import styles from './Inspector.module.css';

/** What the server says of a tool, and what is wrong with how it says it. */
export function DiscoveryStory({ row }: { readonly row: PipelineRow }) {
  const { server, tool, discovery } = row;
  const { definitions, servers } = useModels(
    (models) => `${models.definitions.version}/${models.servers.version}`,
  );
  const definition = definitionOf(definitions, server, tool);
  const chip = discoveryChip(row);
  const own = [...servers.rows.values()]
    .find((known) => known.server === server)
    ?.findings.filter((finding) => finding.tool === tool);
  return (
    <>
      <Heading
        title={tool}
        sub={`${server} · discovery`}
        chips={chip && <Chip tone={chip.tone}>{chip.word}</Chip>}
      />
      {own && own.length > 0 && (
        <Section title="Findings" evidence="measured">
          {own.map(({ seq, code, pointer }) => (
            <div key={seq} className={styles.text}>
              <p>{findingText(code)?.says ?? code}</p>
              {pointer !== null && <p className="mono">{pointer}</p>}
              {findingText(code) !== undefined && <p>{findingText(code)?.remedy}</p>}
            </div>
          ))}
        </Section>
      )}
      {definition && (
        <>
          <Section title="What the server says" evidence="measured">
            {definition.description !== undefined && <p className={styles.text}>{definition.description}</p>}
            <KeyValue rows={definitionRows(definition)} />
          </Section>
          <Section title="Input schema">
            <JsonTree label="Input schema" value={definition.inputSchema ?? null} />
          </Section>
          {definition.outputSchema !== undefined && (
            <Section title="Output schema">
              <JsonTree label="Output schema" value={definition.outputSchema} />
            </Section>
          )}
        </>
      )}
      {discovery && (
        <Section title="Seen at" evidence={discovery.evidence}>
          <KeyValue
            rows={[
              { name: 'place in list', value: discovery.index === null ? 'unknown' : discovery.index + 1 },
              {
                name: 'at',
                value: (
                  <SelectLink
                    to={{ kind: 'event', seq: discovery.seq }}
                  >{`+${formatExact(discovery.t)} ms`}</SelectLink>
                ),
              },
            ]}
          />
        </Section>
      )}
    </>
  );
}

function definitionRows(definition: NonNullable<ReturnType<typeof definitionOf>>): KeyValueRow[] {
  const { title, annotations, bytes, otherKeys = 0, taskSupport } = definition;
  const hints = Object.entries(annotations ?? {}).filter(([, value]) => typeof value === 'boolean');
  return [
    ...(title === undefined ? [] : [{ name: 'title', value: title }]),
    ...hints.map(([hint, value]) => ({
      name: hint.replace('Hint', ''),
      value: `server says ${value === true ? 'yes' : 'no'}`,
    })),
    ...(taskSupport === undefined ? [] : [{ name: 'tasks', value: taskSupport }]),
    ...(otherKeys === 0 ? [] : [{ name: 'other keys', value: otherKeys }]),
    { name: 'size', value: formatBytes(bytes) },
  ];
}
