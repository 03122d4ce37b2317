import { DiffView, type DiffLine } from '../../components/DiffView.tsx';
import { KeyValue, type KeyValueRow } from '../../components/KeyValue.tsx';
import type { ShownRow } from './shownRows.ts';
import styles from './SplitTab.module.css';

/** Everything that is known of one tool in one request. */
export function ShapeDetail({ row }: { readonly row: ShownRow }) {
  const { shape } = row;
  const changes = 'schemaChanges' in shape ? shape.schemaChanges : undefined;
  const lines: DiffLine[] = [
    ...(changes?.dropped ?? []).map((text) => ({ change: 'removed', text }) as const),
    ...(changes?.added ?? []).map((text) => ({ change: 'added', text }) as const),
    ...(changes?.changed ?? []).map((text) => ({ change: 'kept', text: `${text} (other value)` }) as const),
  ];
  return (
    <div className={styles.pair}>
      <KeyValue wide rows={rowsOf(row)} />
      {lines.length > 0 && <DiffView label="Changes of the schema" lines={lines} />}
    </div>
  );
}

function rowsOf({ shape, requests, thread, kept, dropped }: ShownRow): KeyValueRow[] {
  const rows: (KeyValueRow | false)[] = [
    { name: 'tool', value: `${shape.server} · ${shape.tool}`, mono: true },
    { name: 'request', value: `${requests}${thread === null ? '' : `, thread ${thread}`}` },
    { name: 'form', value: shape.form },
    'namespace' in shape &&
      shape.namespace !== null && { name: 'namespace', value: shape.namespace, mono: true },
    'name' in shape && { name: 'name', value: shape.name ?? 'not told', mono: true },
    'path' in shape && { name: 'path', value: shape.path, mono: true },
    kept !== '' && { name: 'keys kept', value: kept, mono: true },
    dropped !== '' && { name: 'keys dropped', value: dropped, mono: true },
    'description' in shape && { name: 'description', value: shape.description },
    'schema' in shape && { name: 'schema', value: shape.schema },
    'deferral' in shape && { name: 'reached by', value: deferrals[shape.deferral] },
    'behind' in shape && {
      name: 'stands behind',
      value: shape.behind ?? 'nothing that was seen',
      mono: shape.behind !== null,
    },
    'by' in shape &&
      shape.by === 'likeness' && {
        name: 'known by',
        value: 'its text; the profile has no such name for it',
      },
  ];
  return rows.filter((row) => row !== false);
}

const deferrals = {
  none: 'its definition, at once',
  deferLoading: 'its definition, flagged as deferred',
  search: 'a search',
  exec: 'a program',
  unreachable: 'nothing',
} as const;
