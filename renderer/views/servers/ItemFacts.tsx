import { JsonTree } from '../../components/JsonTree.tsx';
import { KeyValue, type KeyValueRow } from '../../components/KeyValue.tsx';
import type { Definition } from './definition.ts';
import styles from './ToolPage.module.css';

interface ItemFactsProps {
  readonly definition: Definition;
  readonly rows?: readonly KeyValueRow[];
  /** The definition whole, where it is worth a look. */
  readonly json?: unknown;
}

/** What a server says of an entry, and how many icons it names. */
export function ItemFacts({ definition, rows = [], json }: ItemFactsProps) {
  const { icons } = definition;
  const all = [
    ...rows,
    ...(icons.length === 0
      ? []
      : [
          {
            name: icons.length === 1 ? 'icon, not fetched' : `${icons.length} icons, not fetched`,
            value: icons.map((icon, at) => <div key={at}>{icon}</div>),
            mono: true,
          },
        ]),
  ];
  if (all.length === 0 && json === undefined) return null;
  return (
    <>
      {all.length > 0 && <KeyValue wide rows={all} />}
      {json !== undefined && (
        <details className={styles.whole}>
          <summary>The definition as it came</summary>
          <JsonTree label="Definition" value={json} />
        </details>
      )}
    </>
  );
}
