import { useState } from 'react';
import { Ellipsis } from 'lucide-react';
import type { CaptureSummary } from '../../../shared/contract.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { IconButton } from '../../components/IconButton.tsx';
import { Menu } from '../../components/Menu.tsx';
import { formatBytes, formatClock, formatMoment, plural } from '../../frame/format.ts';
import { useApp, useOpenCapture } from '../../stores/hooks.ts';
import { toast } from '../../stores/toasts.ts';
import { EditCaptureDialog } from './EditCaptureDialog.tsx';
import styles from './CaptureRow.module.css';

/** One capture: what it holds, and what can be done with it. */
export function CaptureRow({ summary }: { readonly summary: CaptureSummary }) {
  const app = useApp();
  const open = useOpenCapture()?.id === summary.capture;
  const [editing, setEditing] = useState(false);
  const {
    capture,
    name,
    note,
    live,
    startedAt,
    durationMs,
    events,
    threads,
    calls,
    attributed,
    abstained,
    bytes,
    origin,
  } = summary;

  const recorrelate = async (): Promise<void> => {
    const reply = await app.ask('captures.recorrelate', { capture });
    if (!reply.ok) return;
    const { calls: count, differences } = reply.value;
    toast({
      tone: differences.length === 0 ? 'info' : 'fault',
      title:
        differences.length === 0
          ? `The verdicts of ${plural(count, 'call')} come out the same`
          : `${plural(differences.length, 'verdict')} of ${count} differ`,
      detail:
        differences
          .slice(0, 5)
          .map((one) => `${one.call}: ${one.recorded}, now ${one.recomputed}`)
          .join('; ') || undefined,
    });
  };

  const remove = async (): Promise<void> => {
    const reply = await app.ask('captures.remove', { capture });
    if (!reply.ok) return;
    toast({
      tone: 'info',
      title: `${name} was deleted`,
      action: { label: 'Undo', run: () => void app.ask('captures.restore', { capture }) },
    });
  };

  return (
    <li className={styles.row} aria-label={name} aria-current={open ? 'true' : undefined}>
      <div className={styles.line}>
        <h2 className={styles.name}>{name}</h2>
        {live && <Chip tone="execution">live</Chip>}
        {open && <span className={styles.quiet}>open</span>}
        <span className={styles.space} />
        {live && (
          <Button
            onClick={() => void app.ask('captures.stop', { capture })}
            aria-label={`Stop recording ${name}`}
          >
            Stop recording
          </Button>
        )}
        <Button onClick={() => app.navigation.open(capture, 'pipeline')} aria-label={`Open ${name}`}>
          Open
        </Button>
        <Menu
          label={`Actions for ${name}`}
          align="end"
          trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}
          items={[
            { label: 'Rename or note…', onSelect: () => setEditing(true) },
            { label: 'Export…', onSelect: () => app.ui.setState({ exporting: capture }) },
            { label: 'Compute the verdicts again', disabled: live, onSelect: () => void recorrelate() },
            { label: 'Delete', danger: true, disabled: live, onSelect: () => void remove() },
          ]}
        />
      </div>
      <p className={styles.facts}>
        <span>{formatMoment(startedAt)}</span>
        <span>{formatClock(durationMs)}</span>
        <span>{plural(events, 'event')}</span>
        <span>{plural(threads, 'thread')}</span>
        <span>
          {plural(calls, 'call')}, {attributed} attributed, {abstained} abstained
        </span>
        <span>{formatBytes(bytes)}</span>
        <span>{origin}</span>
      </p>
      {note !== '' && <p className={styles.note}>{note}</p>}
      {editing && <EditCaptureDialog summary={summary} onClose={() => setEditing(false)} />}
    </li>
  );
}
