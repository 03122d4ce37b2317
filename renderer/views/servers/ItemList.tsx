import { clsx } from 'clsx';
import type { WireFinding } from '../../../shared/contract.ts';
import { FindingsCount } from './FindingsCount.tsx';
import styles from './ToolsTab.module.css';

export interface ListedItem {
  /** Its place in the list, which tells entries of one name apart. */
  readonly id: string;
  readonly name: string;
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
      {items.map(({ id, name, findings }) => (
        <li key={id}>
          <button
            type="button"
            className={clsx(styles.item, id === chosen && styles.on)}
            aria-current={id === chosen ? 'true' : undefined}
            onClick={() => onChoose(id)}
          >
            <code className={styles.name}>{name}</code>
            <FindingsCount findings={findings} />
          </button>
        </li>
      ))}
    </ul>
  );
}
