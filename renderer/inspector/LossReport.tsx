import { Fragment } from 'react';
import { clsx } from 'clsx';
import { factOf } from '../../shared/hosts/index.ts';
import { lossReport, type LossItem, type LossLine } from '../../shared/lint/index.ts';
import { GradeTag } from '../components/GradeTag.tsx';
import { hostLabel } from '../stores/hosts.ts';
import type { Prediction } from '../views/pipeline/predict.ts';
import { groupRules } from './groupRules.ts';
import { Section } from './Section.tsx';
import styles from './Loss.module.css';

interface LossReportProps {
  readonly server: string;
  readonly tool: string;
  /** One host, or two side by side. */
  readonly predictions: readonly Prediction[];
}

const WORDS: Record<LossItem, string> = {
  name: 'name',
  description: 'description',
  keywords: 'schema keywords',
  title: 'title',
  annotations: 'annotations',
  outputSchema: 'output schema',
  pages: 'pages of the list',
  instructions: 'instructions',
};

const SIGN: Record<LossLine['fate'], string> = { kept: '✓', changed: '~', lost: '−', none: '·' };

/** Part by part, what becomes of a tool on its way to a model; of two hosts, where they differ. */
export function LossReport({ server, tool, predictions }: LossReportProps) {
  const reports = predictions.flatMap((prediction) => {
    const known = prediction.toolOf(server, tool);
    const row = prediction.rowOf(server, tool);
    if (!known || !row) return [];
    return [
      { host: hostLabel(prediction.host), lines: lossReport(prediction.by, prediction.plan, known, row) },
    ];
  });
  const [first] = reports;
  if (!first) return null;
  return (
    <Section title="Loss report" evidence="derived">
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {reports.map(({ host }) => (
              <th key={host} scope="col">
                {host}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first.lines.map(({ item }) => {
            const lines = reports.map(({ host, lines: all }) => ({
              host,
              line: all.find((line) => line.item === item),
            }));
            const differs = new Set(lines.map(({ line }) => `${line?.fate} ${line?.says}`)).size > 1;
            return (
              <tr key={item} className={clsx(differs && styles.differs)}>
                <th scope="row">
                  {WORDS[item]}
                  {differs && <span className={styles.spoken}> (differs)</span>}
                </th>
                {lines.map(({ host, line }) => (
                  <td key={host}>{line && <Line line={line} />}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

function Line({ line: { item, fate, says, rules, grade } }: { readonly line: LossLine }) {
  return (
    <div className={clsx(styles.line, styles[fate])}>
      <p className={clsx(item === 'name' && 'mono')}>
        <span aria-hidden>{SIGN[fate]} </span>
        {says}
      </p>
      {rules.length > 0 && (
        <p className={styles.facts} data-tip={rules.map((rule) => factOf(rule)?.text ?? rule).join(' ')}>
          <GradeTag grade={grade} />
          {groupRules(rules).map(({ fact }) => (
            <Fragment key={fact}>
              {' '}
              <span>{fact}</span>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}
