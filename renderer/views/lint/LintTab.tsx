import { useState } from 'react';
import { aboutOf, type Alarm } from '../../../shared/lint/index.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { GradeTag } from '../../components/GradeTag.tsx';
import { SeverityChip } from '../../components/SeverityChip.tsx';
import { VirtualTable, type Column } from '../../components/VirtualTable.tsx';
import { plural } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import { useLint } from '../../stores/lint.ts';
import { AlarmHosts } from './AlarmHosts.tsx';
import styles from './Alarm.module.css';

const columns: readonly Column<Alarm>[] = [
  {
    id: 'severity',
    title: 'severity',
    width: '92px',
    cell: ({ severity }) => <SeverityChip severity={severity} />,
  },
  { id: 'code', title: 'alarm', width: 'minmax(150px, 1fr)', mono: true, cell: ({ code }) => code },
  {
    id: 'server',
    title: 'server',
    width: 'minmax(90px, 0.7fr)',
    cell: ({ server }) => server ?? 'all servers',
  },
  { id: 'about', title: 'about', width: 'minmax(140px, 1.4fr)', mono: true, cell: aboutOf },
  {
    id: 'hosts',
    title: 'hosts',
    width: '64px',
    align: 'end',
    cell: ({ hosts }) => hosts.length,
  },
  {
    id: 'grade',
    title: 'best known',
    width: '104px',
    cell: ({ grade }) => <GradeTag grade={grade} />,
  },
];

const keyOf = ({ code, server = '', tool = '' }: Alarm): string => `${code} ${server} ${tool}`;

/** What every known host does to the tools of the capture that their authors should know. */
export function LintTab({ query }: { readonly query: string }) {
  const { navigation, ui } = useApp();
  const { alarms, state } = useLint();
  const [chosen, setChosen] = useState<string>();
  const shown = filtered(alarms, query);
  const alarm = shown.find((one) => keyOf(one) === chosen) ?? shown[0];
  const select = (one: Alarm): void => {
    setChosen(keyOf(one));
    if (one.server === undefined || one.tool === undefined) return;
    ui.setState({ inspector: true });
    navigation.select({ kind: 'tool', server: one.server, tool: one.tool, stage: 'discovery' });
  };
  if (alarms.length === 0) {
    return state === 'done' ? (
      <EmptyState title="Nothing to say">
        No host does anything to these tools that is worth an alarm.
      </EmptyState>
    ) : (
      <EmptyState title="Judging the tools">
        {state === 'working'
          ? 'For every host that has a profile.'
          : 'As soon as a server has listed its tools.'}
      </EmptyState>
    );
  }
  return (
    <div className={styles.view}>
      <div className={styles.table}>
        <VirtualTable
          label="Alarms"
          columns={columns}
          count={shown.length}
          rowAt={(index) => shown[index]}
          keyOf={keyOf}
          selected={alarm && keyOf(alarm)}
          onSelect={select}
          rowHeight={30}
          minWidth={660}
          empty={<EmptyState title="No alarm passes the filter" />}
        />
      </div>
      {alarm && <Detail alarm={alarm} />}
    </div>
  );
}

function Detail({ alarm }: { readonly alarm: Alarm }) {
  const { code, severity, message, remedy, hosts, place, tools } = alarm;
  return (
    <section className={styles.detail} aria-label="Alarm" tabIndex={0}>
      <div className={styles.head}>
        <SeverityChip severity={severity} />
        <h2>{code}</h2>
        <span className={styles.about}>
          {tools === undefined ? aboutOf(alarm) : plural(tools.length, 'tool')}
          {place !== undefined && place !== '' && ` at ${place}`}
        </span>
      </div>
      <p className={styles.means}>{message}</p>
      <p className={styles.remedy}>
        <b>Remedy.</b> {remedy}
      </p>
      {tools !== undefined && <p className={styles.about}>{tools.join(', ')}</p>}
      <AlarmHosts hosts={hosts} />
    </section>
  );
}

function filtered(alarms: readonly Alarm[], query: string): readonly Alarm[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return alarms;
  return alarms.filter(({ code, severity, server = '', tool = '', tools = [], hosts }) =>
    [code, severity, server, tool, ...tools, ...hosts.map(({ host }) => host)]
      .join(' ')
      .toLowerCase()
      .includes(wanted),
  );
}
