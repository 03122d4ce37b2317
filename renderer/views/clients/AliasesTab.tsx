import type { AliasRow } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { PlainTable } from '../../components/PlainTable.tsx';
import { Progress } from '../../components/Progress.tsx';
import { useApp, useClientWork } from '../../stores/hooks.ts';
import type { ClientRow } from './rows.ts';
import styles from './RunTab.module.css';

const starts: readonly { start: AliasRow['start']; line: string; says: string }[] = [
  { start: 'print', line: 'claude --print --mcp-config=FILE', says: 'A start for work.' },
  {
    start: 'print-strict',
    line: 'claude --print --strict-mcp-config --mcp-config=FILE',
    says: 'The same with the servers of the launch alone.',
  },
  {
    start: 'list',
    line: 'claude --mcp-config=FILE mcp list',
    says: 'Its own list of servers: it does not apply the launch table.',
  },
];

const columns = [
  { title: 'defined by' },
  { title: 'alias', mono: true },
  { title: 'initialized' },
  { title: 'listed' },
  { title: 'advertised to the model' },
] as const;

/** Which of several definitions of one alias Claude Code goes by: the table, made by starting it. */
export function AliasesTab({ row }: { readonly row: ClientRow }) {
  const { clientWork } = useApp();
  const work = useClientWork(({ aliases }) => aliases.get(row.key));
  return (
    <div className={styles.page}>
      <section className={styles.card} aria-label="Probe of aliases">
        <p>
          One alias is defined in the user&apos;s configuration, in the folder&apos;s and for the launch, each
          with a server of its own. Starting the client shows which of them it goes by.
        </p>
        <div className={styles.chips}>
          {work?.state === 'running' ? (
            <>
              <Button onClick={() => clientWork.stop(row.key)}>Stop</Button>
              <Progress label="Progress of the probe of aliases" />
            </>
          ) : (
            <Button onClick={() => clientWork.probeAliases({ id: row.id, version: row.wanted })}>
              {work === undefined ? 'Find out' : 'Find out again'}
            </Button>
          )}
        </div>
        {work?.state === 'failed' && <ErrorBanner fault={work.fault} />}
      </section>
      {work?.state === 'done' && (
        <>
          <p className={styles.note}>
            {work.report.isolated ? 'In a network of its own.' : 'On the network of this machine.'}
          </p>
          {starts.map(({ start, line, says }) => (
            <section key={start} aria-label={says}>
              <h2 className={styles.title}>
                <code>{line}</code>
              </h2>
              <PlainTable
                label={says}
                columns={columns}
                rows={work.report.rows
                  .filter((one) => one.start === start)
                  .map(({ origin, alias, initialized, listed, advertised }) => [
                    origins[origin],
                    alias,
                    <Yes key="initialized" value={initialized} />,
                    <Yes key="listed" value={listed} />,
                    advertised === null ? 'no model is asked' : <Yes key="advertised" value={advertised} />,
                  ])}
              />
              <p className={styles.note}>{says}</p>
            </section>
          ))}
        </>
      )}
    </div>
  );
}

const origins: Readonly<Record<AliasRow['origin'], string>> = {
  inherited: 'the user',
  project: 'the folder',
  temporary: 'the launch',
};

function Yes({ value }: { readonly value: boolean }) {
  return <Chip tone={value ? 'execution' : 'none'}>{value ? 'yes' : 'no'}</Chip>;
}
