import { clsx } from 'clsx';
import type { WireFinding } from '../../../shared/contract.ts';
import { FindingsCount } from './FindingsCount.tsx';
import styles from './ToolsTab.module.css';

export interface ListedItem {
  /** Its place in the list, which tells entries of one name apart. */
  readonly id: string;
  readonly name: string;
  /** What it is asked for by, where that is not its name. */
  readonly address?: string;
  readonly findings: readonly WireFinding[];
}

interface ItemListProps {
  readonly label: string;
  readonly items: readonly ListedItem[];
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

/** The entries of a list as the server sent them, broken and double ones included. */
export function ItemList({ label, items, chosen, onChoose }: ItemListProps) {
  return (
    <ul aria-label={label}>
      {items.map(({ id, name, address, findings }) => (
        <li key={id}>
          <button
            type="button"
            className={clsx(styles.item, id === chosen && styles.on)}
            aria-current={id === chosen ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            {address === undefined ? (
              <code className={styles.name}>{name}</code>
            ) : (
              <span className={styles.two} title={address}>
                <span className={styles.name}>{name}</span>
                {/* Cut off at its start: the ends are what differs. */}
                <code className={styles.address}>
                  <bdi dir="ltr">{address}</bdi>
                </code>
              </span>
            )}
            <FindingsCount findings={findings} />
          </button>
        </li>
      ))}
    </ul>
  );
}
