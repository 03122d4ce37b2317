import { findingText } from '../../shared/findings.ts';
import type { ServerRow } from '../../shared/model/index.ts';
import { Chip } from '../components/Chip.tsx';
import { KeyValue } from '../components/KeyValue.tsx';
import { formatBytes, formatMs, plural } from '../frame/format.ts';
import { useModels } from '../stores/hooks.ts';
import { Gone } from './Gone.tsx';
import { Heading } from './Heading.tsx';
import { lookup } from './lookup.ts';
import { Section } from './Section.tsx';
import { SelectLink } from './SelectLink.tsx';
import styles from './Inspector.module.css';

/** A server as the open capture saw it. */
export function ServerInspector({ name }: { readonly name: string }) {
  const { servers } = useModels((models) => models.servers.version);
  const row = lookup(servers.rows, name);
  if (!row) return <Gone what={`server ${name}`} server={name} />;
  return (
    <>
      <Heading
        title={name}
        sub={[row.transport, row.protocolVersion].filter((part) => part !== null).join(' · ') || 'server'}
        chips={
          <Chip tone={row.state === 'failed' ? 'fault' : row.state === 'ready' ? 'execution' : 'none'}>
            {row.state}
          </Chip>
        }
      />
      <Section title="Connection">
        <KeyValue
          rows={[
            { name: 'era', value: row.era ?? 'unknown' },
            { name: 'start took', value: row.startupMs === null ? 'not observed' : formatMs(row.startupMs) },
            { name: 'required', value: row.required ? 'yes' : 'no' },
            ...(row.code === null ? [] : [{ name: 'code', value: row.code, mono: true }]),
            { name: 'messages', value: row.messages },
            { name: 'stderr', value: `${plural(row.stderrLines, 'line')}, ${formatBytes(row.stderrBytes)}` },
          ]}
        />
      </Section>
      <Instances row={row} />
      {row.findings.length > 0 && (
        <Section title={`Findings (${row.findingCount})`} evidence="measured">
          {row.findings.map(({ seq, code, tool }) => (
            <p key={seq} className={styles.text}>
              {findingText(code)?.says ?? code}{' '}
              {tool !== null && (
                <SelectLink to={{ kind: 'tool', server: name, tool, stage: 'discovery' }}>{tool}</SelectLink>
              )}
            </p>
          ))}
        </Section>
      )}
    </>
  );
}

function Instances({ row }: { readonly row: ServerRow }) {
  return (
    <Section title="Processes and connections">
      {row.instances.map(({ instance, state, process, pid, exitCode, signal }) => (
        <KeyValue
          key={instance ?? ''}
          rows={[
            {
              name: instance ?? 'unnamed',
              value: [state, process].filter((part) => part !== null).join(', ') || 'unknown',
            },
            ...(pid === null ? [] : [{ name: 'pid', value: pid }]),
            ...(exitCode === null ? [] : [{ name: 'exit code', value: exitCode }]),
            ...(signal === null ? [] : [{ name: 'signal', value: signal }]),
          ]}
        />
      ))}
    </Section>
  );
}
