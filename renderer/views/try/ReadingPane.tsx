import { useMemo, useState } from 'react';
import type { HostTool } from '../../../shared/hosts/index.ts';
import { describeReason } from '../../../shared/hosts/index.ts';
import { EvidenceTag } from '../../components/EvidenceTag.tsx';
import { Input } from '../../components/Input.tsx';
import { JsonTree } from '../../components/JsonTree.tsx';
import { Switch } from '../../components/Switch.tsx';
import { formatCount, plural } from '../../frame/format.ts';
import { hostLabel } from '../../stores/hosts.ts';
import { Rules } from '../../inspector/Rules.tsx';
import type { Prediction } from '../pipeline/predict.ts';
import { reading, tokens } from './reading.ts';
import styles from './Try.module.css';

interface ReadingPaneProps {
  readonly tool: HostTool;
  readonly predictions: readonly Prediction[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** The very JSON that a host's first request carries, for one tool or for all, and what a search would load. */
export function ReadingPane({ tool, predictions, query, onQuery }: ReadingPaneProps) {
  const [whole, setWhole] = useState(false);
  const searchable = predictions.some(({ plan }) => plan.rows.some(({ reach }) => reach === 'search'));
  return (
    <section className={styles.pane} aria-label="What the model reads">
      <div className={styles.title}>
        <h2>What the model reads</h2>
        <label className={styles.switch}>
          <Switch label="The whole request" checked={whole} onChange={setWhole} />
          <span aria-hidden>the whole request</span>
        </label>
      </div>
      {searchable && (
        <Input
          type="search"
          aria-label="Search as the model would"
          placeholder="Search as the model would: which tools would this load?"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
        />
      )}
      {predictions.map((prediction) => (
        <OneHost
          key={hostLabel(prediction.host)}
          prediction={prediction}
          tool={tool}
          whole={whole}
          query={query}
        />
      ))}
    </section>
  );
}

interface OneHostProps {
  readonly prediction: Prediction;
  readonly tool: HostTool;
  readonly whole: boolean;
  readonly query: string;
}

function OneHost({ prediction, tool, whole, query }: OneHostProps) {
  const { plan, host } = prediction;
  const { server, tool: name } = tool;
  const read = useMemo(() => reading(plan, { server, tool: name }), [plan, server, name]);
  const row = prediction.rowOf(server, name);
  const shown = whole ? read.body : read.entry;
  const program = plan.codeModeText({ server, tool: name });
  const title = hostLabel(host);
  return (
    <div className={styles.result} role="group" aria-label={`Read by ${title}`}>
      <p className={styles.decision}>
        <b>{title}</b>
        <span className={styles.by}>
          about {formatCount(read.entryTokens)} of {formatCount(read.bodyTokens)} tokens
        </span>
        <EvidenceTag evidence="assumed" />
      </p>
      <p className={styles.note}>
        {read.path === undefined ? (
          <>The first request does not carry this tool. {row && describeReason(row.reason)}</>
        ) : (
          <>
            At <code>{read.path}</code>. Tokens are estimated as four characters each.
          </>
        )}
      </p>
      {row && <Rules rules={row.rules} />}
      {shown !== undefined && <JsonTree label={`Request of ${title}`} value={shown} />}
      {program !== undefined && read.path === undefined && row?.reach === 'exec' && (
        <>
          <p className={styles.note}>A program finds this in ALL_TOOLS:</p>
          <pre className={styles.code}>{program}</pre>
        </>
      )}
      {query.trim() !== '' && plan.rows.some(({ reach }) => reach === 'search') && (
        <Found prediction={prediction} query={query} />
      )}
    </div>
  );
}

/** Tools that the model's search would load, best first. */
function Found({ prediction: { plan }, query }: { readonly prediction: Prediction; readonly query: string }) {
  const { hits, error, output, rules } = useMemo(() => plan.search({ query }), [plan, query]);
  if (error !== undefined) return <p className={styles.note}>{error}</p>;
  return (
    <div className={styles.found}>
      <p className={styles.note}>
        This search loads {plural(hits.length, 'tool')}, about {formatCount(tokens(output))} tokens:
      </p>
      <ol>
        {hits.map(({ route, score }) => (
          <li key={`${route.server} ${route.tool}`}>
            <code>
              {route.server} · {route.tool}
            </code>
            <span className={styles.score}>{score.toFixed(2)}</span>
          </li>
        ))}
      </ol>
      <Rules rules={rules} />
    </div>
  );
}
