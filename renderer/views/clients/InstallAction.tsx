import { Button } from '../../components/Button.tsx';
import { useApp, useClientWork } from '../../stores/hooks.ts';
import type { ClientRow } from './rows.ts';

interface InstallActionProps {
  readonly row: ClientRow;
  readonly label: string;
}

/** Installs a version, or stops doing so. */
export function InstallAction({ row, label }: InstallActionProps) {
  const { clientWork } = useApp();
  const ours = useClientWork(({ installing }) => installing.has(row.key));
  const name = `${row.title} ${row.version ?? ''}`;
  if (ours) {
    return (
      <Button aria-label={`Stop installing ${name}`} onClick={() => clientWork.stop(row.key)}>
        Stop
      </Button>
    );
  }
  return (
    <Button
      aria-label={`${label}: ${name}`}
      disabled={row.installing !== undefined}
      onClick={() => clientWork.install(row.id, row.wanted)}
    >
      {label}
    </Button>
  );
}
