import type { ClientOffer } from '../../../shared/contract.ts';
import { ClientRow } from './ClientRow.tsx';
import type { ClientRow as Row } from './rows.ts';
import { wireWord } from './words.ts';
import styles from './ClientTable.module.css';

const columns = ['version', 'shown as', 'path and keys', 'schema', 'ids on both wires', 'last probe'];

interface Group {
  readonly offer: ClientOffer;
  readonly rows: readonly Row[];
}

/** What each client shows, side by side: one group a client, one row a version. */
export function ClientTable({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <div className={styles.scroll} role="group" aria-label="Clients" tabIndex={0}>
      <table className={styles.table} aria-label="Clients">
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">
              <span className={styles.hidden}>actions</span>
            </th>
          </tr>
        </thead>
        {groups.map(({ offer, rows }) => (
          <tbody key={offer.id}>
            <tr className={styles.group}>
              <th scope="rowgroup" colSpan={columns.length + 1}>
                <Client offer={offer} />
              </th>
            </tr>
            {rows.map((row) => (
              <ClientRow key={row.key} row={row} offer={offer} columns={columns.length + 1} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** What holds for every version of a client. */
function Client({ offer }: { readonly offer: ClientOffer }) {
  const { title, package: name, licence, ways, allowsBy, runsHere } = offer;
  const wires = [...new Set(ways.map(wireWord))].join(', ');
  return (
    <span className={styles.client}>
      <b>{title}</b>
      <span>{wires}</span>
      <span>
        {allowsBy === undefined ? 'allows calls by itself' : 'allows calls by '}
        {allowsBy !== undefined && <code>{allowsBy}</code>}
      </span>
      <span className={styles.package}>
        <code>{name}</code>, {licence}
      </span>
      {!runsHere && <span>no build for this system</span>}
    </span>
  );
}
