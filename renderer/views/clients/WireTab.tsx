import type { ReactNode } from 'react';
import type { ShapesDocument } from '../../../shared/shapes/document.ts';
import { PlainTable } from '../../components/PlainTable.tsx';
import { formatMs, plural } from '../../frame/format.ts';
import { times } from './words.ts';
import styles from './RunTab.module.css';

interface Endpoint {
  readonly method: string;
  readonly route: string;
  readonly transport: string | null;
}

const over = ({ transport }: Endpoint): string => transport ?? 'unknown';

const namesOf = ({ names, transport }: ShapesDocument['headers'][number]): string => {
  if (names.length > 0) return names.join(', ');
  return transport === 'websocket' ? 'frames have none' : 'none';
};

/** What went over both wires, by kind: requests, the names of their headers, how the servers came up. */
export function WireTab({ document }: { readonly document: ShapesDocument }) {
  const { counts, headers, servers, reported } = document;
  return (
    <div className={styles.page}>
      <Part
        id="wire-requests"
        title="Requests to the provider"
        empty={counts.length === 0 && 'There were none.'}
      >
        <PlainTable
          label="Requests"
          columns={[
            { title: 'endpoint', mono: true },
            { title: 'over' },
            { title: 'kind' },
            { title: 'count', align: 'end' },
          ]}
          rows={counts.map((row) => [
            `${row.method} ${row.route}`,
            over(row),
            row.prewarm ? 'warm-up' : '',
            row.count,
          ])}
        />
      </Part>
      <Part id="wire-headers" title="Header names" empty={headers.length === 0 && 'There were none.'}>
        <PlainTable
          label="Header names"
          columns={[{ title: 'endpoint', mono: true }, { title: 'in' }, { title: 'names', mono: true }]}
          rows={headers.map((row) => [`${row.method} ${row.route}`, times(row.count), namesOf(row)])}
        />
      </Part>
      <Part
        id="wire-servers"
        title="How the server came up"
        empty={servers.length === 0 && 'No server was started.'}
      >
        {servers.flatMap(({ server, tools, instances }) =>
          instances.map(({ instance, era, protocolVersion, messages }) => (
            <div key={instance ?? server}>
              <p className={styles.note}>
                <code>{instance ?? server}</code>: {plural(tools, 'tool')}, {era ?? 'unknown'} era,{' '}
                {protocolVersion ?? 'revision not known'}
              </p>
              <PlainTable
                label={`Messages of ${instance ?? server}`}
                columns={[
                  { title: 'method', mono: true },
                  { title: 'direction' },
                  { title: 'at', align: 'end' },
                  { title: 'answered after', align: 'end' },
                ]}
                rows={messages.map(({ direction, method, at, tookMs }) => [
                  method,
                  direction === 'toServer' ? 'to the server' : 'from the server',
                  `+${formatMs(at)}`,
                  tookMs === null ? '' : formatMs(tookMs),
                ])}
              />
            </div>
          )),
        )}
      </Part>
      <Part
        id="wire-reported"
        title="What the client's own log said"
        empty={reported.length === 0 && 'It said nothing that is known.'}
      >
        <PlainTable
          label="Reports of the client"
          columns={[
            { title: 'report', mono: true },
            { title: 'count', align: 'end' },
          ]}
          rows={reported.map(({ what, count }) => [what, count])}
        />
      </Part>
    </div>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  /** What stands there instead. */
  readonly empty: string | false;
  readonly children: ReactNode;
}

function Part({ id, title, empty, children }: PartProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {empty === false ? children : <p className={styles.note}>{empty}</p>}
    </section>
  );
}
