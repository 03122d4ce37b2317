import { findingText } from '../../../shared/findings.ts';
import { useApp, useServers } from '../../stores/hooks.ts';
import { formatPlace } from '../../stores/place.ts';
import { isReverse, REVERSE } from './reverse.ts';
import { ReverseChip } from './ReverseChip.tsx';
import styles from './ReverseServers.module.css';

/** Registered servers that are clients themselves: the other direction, shown here so that nobody takes one for the other. */
export function ReverseServers() {
  const { navigation } = useApp();
  const servers = (useServers() ?? []).filter(({ findings }) => isReverse(findings));
  if (servers.length === 0) return null;
  const text = findingText(REVERSE);
  return (
    <section className={styles.card} aria-labelledby="reverse-servers">
      <h2 id="reverse-servers" className={styles.title}>
        The other direction
      </h2>
      <p className={styles.says}>
        {text?.says} {text?.remedy}
      </p>
      <ul>
        {servers.map(({ name, findings, serverTitle, serverVersion, tools }) => (
          <li key={name} className={styles.server}>
            <ReverseChip findings={findings} />
            <a
              href={`#${formatPlace({ view: 'servers', part: name })}`}
              onClick={(event) => {
                event.preventDefault();
                navigation.show('servers', name);
              }}
            >
              {name}
            </a>
            <span className={styles.says}>
              {[serverTitle, serverVersion].filter(Boolean).join(' ')}
              {tools !== undefined && `, ${tools} tools`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
