import { useMemo, type MouseEvent } from 'react';
import type { ClientOffer } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { formatBytes, formatMoment, formatMs, formatShortMoment } from '../../frame/format.ts';
import { useApp, useClientWork } from '../../stores/hooks.ts';
import { formatPlace } from '../../stores/place.ts';
import { useShapes } from '../../stores/runs.ts';
import { InstallAction } from './InstallAction.tsx';
import { formPhrase, observedFacts, predictedFacts, schemaPhrase, type ShownFacts } from './shownFacts.ts';
import type { ClientRow as Row } from './rows.ts';
import { outcomeWord } from './words.ts';
import styles from './ClientTable.module.css';

interface ClientRowProps {
  readonly row: Row;
  readonly offer: ClientOffer;
  readonly columns: number;
}

/** One version: what a probe saw of it, else what its profile predicts, and the next thing to do with it. */
export function ClientRow({ row, offer, columns }: ClientRowProps) {
  const { navigation } = useApp();
  const fault = useClientWork(({ faults }) => faults.get(row.key));
  const whole = row.runs.find(({ live, run }) => !live && run.exit === 0);
  const shapes = useShapes(whole?.capture);
  const observed = shapes?.ok === true ? observedFacts(shapes.value) : undefined;
  const shipped = row.version === undefined ? undefined : offer.asShipped[row.version];
  const predicted = useMemo(
    () => predictedFacts(row.id, row.version, shipped),
    [row.id, row.version, shipped],
  );
  const facts = observed ?? predicted;
  const [newest] = row.runs;
  const place = {
    view: 'clients',
    part: row.key,
    capture: newest?.capture ?? navigation.store.getState().capture,
  } as const;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    navigation.go(place);
  };
  return (
    <>
      <tr className={styles.row}>
        <th scope="row">
          <span className={styles.two}>
            <a
              href={`#${formatPlace(place)}`}
              className={styles.version}
              aria-label={`${row.title} ${row.version ?? 'on PATH'}`}
              onClick={open}
            >
              {row.version ?? 'version not asked'}
            </a>
            <span>{placeWords(row)}</span>
          </span>
        </th>
        <td>{facts && <Form facts={facts} seen={observed !== undefined} />}</td>
        <td>{facts && <Where facts={facts} />}</td>
        <td className={styles.small}>{schemaPhrase(facts?.first.schema ?? facts?.searched?.schema)}</td>
        <td>
          <span className={styles.two}>
            {facts && facts.joins.length > 0 ? (
              facts.joins.slice(0, 2).map((join) => (
                <span key={join} className={styles.small} data-tip={facts.joins.join('\n')}>
                  {join}
                </span>
              ))
            ) : (
              <span className={styles.none}>{observed ? 'none' : '–'}</span>
            )}
          </span>
        </td>
        <td>
          {newest ? (
            <span className={styles.probed}>
              <Chip tone={outcomeWord(newest).tone}>{outcomeWord(newest).word}</Chip>
              <time dateTime={newest.startedAt} data-tip={formatMoment(newest.startedAt)}>
                {formatShortMoment(newest.startedAt)}
              </time>
            </span>
          ) : (
            <span className={styles.none}>never</span>
          )}
        </td>
        <td className={styles.actions}>
          <Next row={row} runsHere={offer.runsHere} />
        </td>
      </tr>
      {fault && (
        <tr className={styles.fault}>
          <td colSpan={columns}>
            <div className={styles.sight}>
              {' '}
              <ErrorBanner fault={fault}>
                <InstallAction row={row} label="Try again" />
              </ErrorBanner>
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function Next({ row, runsHere }: { readonly row: Row; readonly runsHere: boolean }) {
  const { ui } = useApp();
  if (!runsHere) return null;
  if (row.place === 'none') return <InstallAction row={row} label="Install" />;
  return (
    <Button
      aria-label={`Probe ${row.title} ${row.version ?? 'on PATH'}`}
      onClick={() => ui.setState({ dialog: { kind: 'probeClient', client: row.id, version: row.wanted } })}
    >
      Probe…
    </Button>
  );
}

function placeWords({ place, bytes, installing }: Row): string {
  if (installing) return `installing, ${formatMs(Math.round(installing.elapsedMs / 1000) * 1000)}`;
  switch (place) {
    case 'cache':
      return bytes === undefined ? 'installed' : `installed, ${formatBytes(bytes)}`;
    case 'path':
      return 'on PATH';
    case 'none':
      return 'not installed';
  }
}

function Form({ facts, seen }: { readonly facts: ShownFacts; readonly seen: boolean }) {
  const phrase = formPhrase(facts);
  const hollow = facts.first.form === 'absent' || facts.first.form === 'nameOnly';
  return (
    <span data-tip={phrase}>
      <Chip tone="exposure" hollow={hollow} fill={seen ? 'filled' : 'outlined'}>
        {phrase}
      </Chip>
    </span>
  );
}

function Where({ facts: { first, searched } }: { readonly facts: ShownFacts }) {
  const path = first.path ?? searched?.path ?? '';
  const keys = first.keys ?? searched?.keys ?? '';
  return (
    <span className={styles.two}>
      <code className={styles.small} data-tip={path}>
        {path === '' ? '–' : path}
      </code>
      <span data-tip={keys}>{keys === '' ? ' ' : keys}</span>
    </span>
  );
}
