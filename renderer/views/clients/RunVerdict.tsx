import { findingText } from '../../../shared/findings.ts';
import type { ShapesDocument } from '../../../shared/shapes/document.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { ErrorBanner } from '../../components/ErrorBanner.tsx';
import { KeyValue, type KeyValueRow } from '../../components/KeyValue.tsx';
import { formatMs, plural } from '../../frame/format.ts';
import { useApp } from '../../stores/hooks.ts';
import type { ClientVerdict } from '../../../shared/contract.ts';
import { useVerdict } from '../../stores/runs.ts';
import type { ClientRun } from './rows.ts';
import { endWords, isolationWords, outcomeWord, times, wayWords, yesNo } from './words.ts';
import styles from './RunTab.module.css';

interface RunVerdictProps {
  readonly run: ClientRun;
  readonly document: ShapesDocument;
}

/** What a run came to. The capture holds the facts; what only the program that ran it knows is added while it does. */
export function RunVerdict({ run, document }: RunVerdictProps) {
  const { navigation } = useApp();
  const asked = useVerdict(run.capture);
  const verdict = asked?.ok === true ? asked.value : undefined;
  const { tone, word } = outcomeWord(run);
  const { calls, findings } = document;
  const attributed = calls.filter((call) => call.verdict.kind === 'attributed').length;
  const abstained = calls.filter((call) => call.verdict.kind === 'abstained').length;
  return (
    <section className={styles.card} aria-label="Verdict">
      <div className={styles.chips}>
        <Chip tone={tone}>{word}</Chip>
        <span>
          {plural(calls.length, 'call')}, {attributed} attributed, {abstained} abstained
        </span>
        <span className={styles.space} />
        <Button onClick={() => navigation.go({ view: 'pipeline', capture: run.capture })}>Pipeline</Button>
        <Button onClick={() => navigation.go({ view: 'timeline', capture: run.capture })}>Timeline</Button>
      </div>
      {verdict?.fault && verdict.exit === 1 && <ErrorBanner fault={verdict.fault} />}
      <KeyValue
        wide
        rows={[...rowsOf(document, run), ...(verdict ? rowsOfVerdict(verdict) : isolationOf(document))]}
      />
      {asked?.ok === false && run.run.exit !== 0 && run.run.code !== undefined && (
        <p className={styles.note}>
          {findingText(run.run.code)?.says ??
            'The program that ran it has ended; the capture holds the facts only.'}
        </p>
      )}
      {findings.length > 0 && (
        <p className={styles.note}>{plural(findings.length, 'finding')} about the profile: see Predicted.</p>
      )}
      {verdict && verdict.stderr.length > 0 && (
        <details className={styles.more}>
          <summary>Last lines on its stderr (not recorded)</summary>
          <pre className={styles.lines} tabIndex={0} aria-label="Last lines on stderr">
            {verdict.stderr.join('\n')}
          </pre>
        </details>
      )}
    </section>
  );
}

/** Whether the network was, where nobody knows more. */
function isolationOf({ run: { networkIsolated } }: ShapesDocument): KeyValueRow[] {
  if (networkIsolated === null) return [];
  return [{ name: 'network', value: networkIsolated ? 'isolated' : 'not isolated' }];
}

/** What the capture itself says. */
function rowsOf(
  { run, requests, end }: ShapesDocument,
  { run: { exit, modelClass: asked } }: ClientRun,
): KeyValueRow[] {
  return [
    { name: 'scenario', value: run.scenario ?? 'unknown' },
    // Without a request nothing says which it was.
    { name: 'model class', value: (requests.length > 0 ? run.modelClass : asked) ?? 'as shipped' },
    ...(run.metaWithheld ? [{ name: 'ids', value: 'withheld from the MCP wire' }] : []),
    { name: 'exit', value: exit ?? 'none' },
    ...(end === null
      ? [{ name: 'end', value: 'the capture holds none' }]
      : [
          { name: 'turn completed', value: yesNo(end.turnCompleted) },
          {
            name: 'final text',
            value: end.finalEquals ? "equal to the scenario's" : 'not that of the scenario',
          },
          { name: 'took', value: formatMs(end.wallMs) },
        ]),
  ];
}

/** What the program adds that ran it. */
function rowsOfVerdict(verdict: ClientVerdict): KeyValueRow[] {
  const { way, isolation, installMs, missing, asked, left } = verdict;
  return [
    { name: 'provider', value: wayWords(way) },
    { name: 'client ended', value: endWords(verdict) },
    ...(installMs === undefined ? [] : [{ name: 'installed', value: `from npm in ${formatMs(installMs)}` }]),
    { name: 'isolation', value: isolationWords(isolation) },
    ...(missing.length === 0
      ? []
      : [{ name: 'missing', value: missing.map(({ code, says }) => <div key={code}>{says}</div>) }]),
    ...(asked.length === 0
      ? []
      : [
          {
            name: 'asked in vain',
            value: asked.map(({ name, count }) => (
              <div key={name}>
                <code>{name}</code>, {times(count)}
              </div>
            )),
          },
        ]),
    ...(left === 0 ? [] : [{ name: 'left behind', value: `${plural(left, 'process')}, ended` }]),
  ];
}
