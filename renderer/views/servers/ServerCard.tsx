import type { ServerView } from '../../../shared/contract.ts';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { formatMs, plural } from '../../frame/format.ts';
import { formatPlace } from '../../stores/place.ts';
import { useApp } from '../../stores/hooks.ts';
import { ReverseChip } from '../clients/ReverseChip.tsx';
import { FindingsCount } from './FindingsCount.tsx';
import { ServerActions } from './ServerActions.tsx';
import { placeText, protocolText, stateWord } from './state.ts';
import styles from './ServerCard.module.css';

/** One server in the list: what it is, how it stands, what is wrong with it. */
export function ServerCard({ server }: { readonly server: ServerView }) {
  const { navigation } = useApp();
  const { name, state, tools, lastCallMs, findings, fault } = server;
  const { tone, word } = stateWord(state);
  return (
    <li className={styles.card} aria-label={name}>
      <div className={styles.line}>
        <h2 className={styles.name}>
          <a
            href={`#${formatPlace({ view: 'servers', part: name })}`}
            onClick={(event) => {
              event.preventDefault();
              navigation.show('servers', name);
            }}
          >
            {name}
          </a>
        </h2>
        <Chip tone={tone}>{word}</Chip>
        <ReverseChip findings={findings} />
        <FindingsCount findings={findings} />
        <span className={styles.space} />
        <ServerActions server={server} />
      </div>
      <p className={styles.facts}>
        <span>{protocolText(server)}</span>
        {tools !== undefined && <span>{plural(tools, 'tool')}</span>}
        {lastCallMs !== undefined && <span>last call {formatMs(lastCallMs)}</span>}
        <code className={styles.place}>{placeText(server)}</code>
      </p>
      {fault && <ErrorBanner fault={fault} />}
    </li>
  );
}
