import { ChevronDown } from 'lucide-react';
import { Button } from '../components/Button.tsx';
import { Menu, type MenuItem } from '../components/Menu.tsx';
import { useApp, useCaptures, useOpenSummary } from '../stores/hooks.ts';
import { formatMoment } from './format.ts';
import styles from './CaptureSwitcher.module.css';

const LISTED = 12;

/** Which capture is open, and the way to another one. */
export function CaptureSwitcher() {
  const { navigation } = useApp();
  const summary = useOpenSummary();
  const captures = (useCaptures() ?? []).toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  const name = summary?.name ?? 'No capture yet';
  const items: MenuItem[] = captures.slice(0, LISTED).map(({ capture, name: label, live, startedAt }) => ({
    label,
    hint: live ? 'live' : formatMoment(startedAt),
    checked: capture === summary?.capture,
    onSelect: () => navigation.open(capture),
  }));
  items.push({ label: 'All captures…', onSelect: () => navigation.show('captures') });
  return (
    <Menu
      label="Captures"
      items={items}
      trigger={
        <Button className={styles.button} aria-label={`Capture: ${name}`}>
          <span className={styles.name}>{name}</span>
          <ChevronDown size={13} className={styles.arrow} aria-hidden />
        </Button>
      }
    />
  );
}
