import { clsx } from 'clsx';
import { formatPlace } from '../stores/place.ts';
import { useApp, useApprovals, useInteractions, usePlace } from '../stores/hooks.ts';
import { views, type ViewEntry } from './views.ts';
import styles from './Nav.module.css';

/** The way between the views; the badge counts approvals and questions that wait. */
export function Nav() {
  const requests = [...(useApprovals() ?? []), ...(useInteractions() ?? [])];
  const waiting = requests.filter(({ gone }) => !gone).length;
  return (
    <nav className={styles.nav} aria-label="Views">
      {views.map((entry) => (
        <NavLink key={entry.name} entry={entry} badge={entry.name === 'approvals' ? waiting : 0} />
      ))}
    </nav>
  );
}

function NavLink({ entry, badge }: { readonly entry: ViewEntry; readonly badge: number }) {
  const { name, title, icon: Icon } = entry;
  const { navigation } = useApp();
  const place = usePlace((current) => current);
  const on = place.view === name;
  const label = badge > 0 ? `${title}, ${badge} waiting` : title;
  return (
    <a
      href={`#${formatPlace({ view: name, capture: place.capture, selection: place.selection })}`}
      aria-current={on ? 'page' : undefined}
      aria-label={label}
      className={clsx(styles.link, on && styles.on, name === 'settings' && styles.last)}
      onClick={(event) => {
        event.preventDefault();
        navigation.show(name);
      }}
    >
      <Icon size={15} strokeWidth={1.75} aria-hidden />
      <span className={styles.title}>{title}</span>
      {badge > 0 && <b className={styles.badge}>{badge}</b>}
    </a>
  );
}
