import { useState } from 'react';
import { ArrowLeft, Play } from 'lucide-react';
import type { ClientOffer } from '../../../shared/contract.ts';
import { resolveHost } from '../../../shared/hosts/index.ts';
import { AlertDialog } from '../../components/AlertDialog.tsx';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Tabs, type Tab } from '../../components/Tabs.tsx';
import { formatBytes, formatMs } from '../../frame/format.ts';
import { useApp, useClientWork, useOpenCapture } from '../../stores/hooks.ts';
import { useShapes } from '../../stores/runs.ts';
import { AliasesTab } from './AliasesTab.tsx';
import { CompareTab } from './CompareTab.tsx';
import { InstallAction } from './InstallAction.tsx';
import { PredictedTab } from './PredictedTab.tsx';
import { Profile } from './Profile.tsx';
import { RunChooser } from './RunChooser.tsx';
import { RunTab } from './RunTab.tsx';
import { ShownTab } from './ShownTab.tsx';
import { WireTab } from './WireTab.tsx';
import type { ClientRow, ClientRun } from './rows.ts';
import styles from './ClientPage.module.css';

interface ClientPageProps {
  readonly offer: ClientOffer;
  readonly row: ClientRow;
  readonly tab: string;
}

/** One version of a client: its runs and what they showed, and what its profile says. */
export function ClientPage({ offer, row, tab }: ClientPageProps) {
  const { navigation, ui } = useApp();
  const opened = useOpenCapture()?.id;
  const fault = useClientWork(({ faults }) => faults.get(row.key));
  const run = row.runs.find(({ capture }) => capture === opened) ?? row.runs[0];
  const tabs = tabsOf(offer, row, run);
  const shown = tabs.find(({ id }) => id === tab)?.id ?? (run ? 'run' : 'profile');
  return (
    <>
      <header className={styles.head}>
        <IconButton icon={ArrowLeft} label="All clients" onClick={() => navigation.show('clients')} />
        <h1 className={styles.name}>
          {row.title} {row.version ?? 'on PATH'}
        </h1>
        <PlaceChip row={row} />
        <span className={styles.facts}>{factWords(offer, row)}</span>
        {row.place === 'path' && row.version === undefined && <AskVersion />}
        {row.place === 'cache' && <Remove row={row} />}
        {row.place === 'none' && offer.runsHere && <InstallAction row={row} label="Install" />}
        <Button
          look="primary"
          disabled={!offer.runsHere}
          onClick={() =>
            ui.setState({ dialog: { kind: 'probeClient', client: row.id, version: row.wanted } })
          }
        >
          <Play size={13} aria-hidden /> Run a probe…
        </Button>
      </header>
      {fault && (
        <div className={styles.trouble}>
          <ErrorBanner fault={fault}>
            {row.place === 'none' && <InstallAction row={row} label="Try again" />}
          </ErrorBanner>
        </div>
      )}
      <Tabs
        className={styles.tabs}
        label={`Parts of ${row.title}`}
        value={shown}
        onChange={(id) => navigation.show('clients', `${row.key}/${id}`)}
        after={run && <RunChooser row={row} run={run} />}
        tabs={tabs}
      />
    </>
  );
}

function tabsOf(offer: ClientOffer, row: ClientRow, run: ClientRun | undefined): Tab[] {
  const resolved = resolveHost(row.id, row.version);
  const of = (id: string, label: string, part: 'shown' | 'predicted' | 'wire' | 'compare'): Tab => ({
    id,
    label,
    content: run ? <RunPart run={run} row={row} part={part} /> : <NoRun row={row} />,
  });
  return [
    {
      id: 'run',
      label: 'Run',
      content: run ? <RunTab key={run.capture} run={run} offer={offer} /> : <NoRun row={row} />,
    },
    of('shown', 'Shown', 'shown'),
    of('predicted', 'Predicted', 'predicted'),
    of('wire', 'Wire', 'wire'),
    of('compare', 'Compare', 'compare'),
    ...(row.id === 'claude' && row.place !== 'path'
      ? [{ id: 'aliases', label: 'Aliases', content: <AliasesTab row={row} /> }]
      : []),
    ...(resolved
      ? [
          {
            id: 'profile',
            label: 'Profile',
            content: <Profile profile={resolved.profile} note={resolved.note} />,
          },
        ]
      : []),
  ];
}

interface RunPartProps {
  readonly run: ClientRun;
  readonly row: ClientRow;
  readonly part: 'shown' | 'predicted' | 'wire' | 'compare';
}

/** A part of what a run showed, once the run is over. */
function RunPart({ run, row, part }: RunPartProps) {
  const shapes = useShapes(run.live ? undefined : run.capture);
  if (run.live)
    return <EmptyState title="The probe is running">What it shows stands here when it is over.</EmptyState>;
  if (!shapes) return null;
  if (!shapes.ok) {
    return (
      <div className={styles.trouble}>
        <ErrorBanner fault={shapes.fault} />
      </div>
    );
  }
  switch (part) {
    case 'shown':
      return <ShownTab document={shapes.value} capture={run.capture} />;
    case 'predicted':
      return <PredictedTab document={shapes.value} capture={run.capture} />;
    case 'wire':
      return <WireTab document={shapes.value} />;
    case 'compare':
      return <CompareTab document={shapes.value} run={run} row={row} />;
  }
}

function NoRun({ row }: { readonly row: ClientRow }) {
  const { ui } = useApp();
  return (
    <EmptyState title={`No probe of ${row.title} ${row.version ?? 'on PATH'} yet`}>
      <p>
        {row.place === 'none'
          ? 'A probe installs it into the cache first, then starts it in isolation.'
          : 'A probe starts it in isolation and shows what it told its model.'}
      </p>
      <Button
        onClick={() => ui.setState({ dialog: { kind: 'probeClient', client: row.id, version: row.wanted } })}
      >
        Run a probe…
      </Button>
    </EmptyState>
  );
}

function PlaceChip({ row: { place, installing } }: { readonly row: ClientRow }) {
  if (installing) return <Chip tone="discovery">installing</Chip>;
  switch (place) {
    case 'cache':
      return <Chip tone="execution">installed</Chip>;
    case 'path':
      return <Chip tone="execution">on PATH</Chip>;
    case 'none':
      return <Chip tone="none">not installed</Chip>;
  }
}

const factWords = ({ package: name, licence }: ClientOffer, { bytes, installing }: ClientRow): string =>
  [
    installing && formatMs(Math.round(installing.elapsedMs / 1000) * 1000),
    bytes === undefined ? undefined : formatBytes(bytes),
    name,
    licence,
  ]
    .filter(Boolean)
    .join(' · ');

function Remove({ row }: { readonly row: ClientRow }) {
  const { clientWork } = useApp();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Remove…
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${row.title} ${row.version ?? ''} from the cache?`}
        description="Its runs stay. It can be installed again at any time."
        confirm="Remove"
        onConfirm={() => clientWork.remove(row.id, row.wanted)}
      />
    </>
  );
}

/** A program on PATH is started only on the user's word, if only to ask which version it is. */
function AskVersion() {
  const app = useApp();
  const [busy, setBusy] = useState(false);
  const ask = async (): Promise<void> => {
    setBusy(true);
    await app.ask('clients.list', { versions: true });
    setBusy(false);
  };
  return (
    <Button look="quiet" disabled={busy} onClick={() => void ask()}>
      Ask its version
    </Button>
  );
}
