import { Dialog } from '../components/Dialog.tsx';
import { Kbd } from '../components/Kbd.tsx';
import { standingActions } from '../actions/actions.ts';
import { useApp, usePlace, useUi } from '../stores/hooks.ts';
import { keyLabel } from './keys.ts';
import styles from './Shortcuts.module.css';

const ofTimeline = [
  ['W or +', 'Zoom in'],
  ['S or -', 'Zoom out'],
  ['A', 'Pan left'],
  ['D', 'Pan right'],
  ['F', 'Fit all'],
  ['M', 'Mark the selection'],
  ['← →', 'Walk the slices'],
] as const;

/** The list of shortcuts, those of the present view included. */
export function Shortcuts() {
  const app = useApp();
  const open = useUi((ui) => ui.shortcuts);
  const view = usePlace((place) => place.view);
  const standing = standingActions(app).flatMap(({ keys, title }) =>
    keys === undefined ? [] : [[keyLabel(keys), title] as const],
  );
  const rows = view === 'timeline' ? [...ofTimeline, ...standing] : standing;
  return (
    <Dialog
      open={open}
      onOpenChange={(shortcuts) => app.ui.setState({ shortcuts })}
      title="Shortcuts"
      size="small"
    >
      <ul className={styles.list}>
        {rows.map(([key, title]) => (
          <li key={title} className={styles.row}>
            {title}
            <Kbd>{key}</Kbd>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
