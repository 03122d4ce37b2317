import { useState } from 'react';
import { factOf, gradeOf, type ApprovalResult, type HostTool } from '../../../shared/hosts/index.ts';
import { Button } from '../../components/Button.tsx';
import { Chip } from '../../components/Chip.tsx';
import { EvidenceTag } from '../../components/EvidenceTag.tsx';
import { GradeTag } from '../../components/GradeTag.tsx';
import { RuleTag } from '../../components/RuleTag.tsx';
import { hostLabel } from '../../stores/hosts.ts';
import { sayAssumption } from '../../inspector/words.ts';
import { approvalChip } from '../pipeline/cells.ts';
import type { Prediction } from '../pipeline/predict.ts';
import { SceneForm } from './SceneForm.tsx';
import { approvalInput, EMPTY } from './scene.ts';
import styles from './Try.module.css';

interface ApprovalSimulatorProps {
  readonly tool: HostTool;
  readonly predictions: readonly Prediction[];
}

/** One call under one policy: what would be decided, along which steps. Nothing is called. */
export function ApprovalSimulator({ tool, predictions }: ApprovalSimulatorProps) {
  const [scene, setScene] = useState(EMPTY);
  const hosts = predictions.map(({ by }) => by.profile.id);
  return (
    <section className={styles.pane} aria-label="Approval simulator">
      <div className={styles.title}>
        <h2>Would this call run?</h2>
        <Button look="quiet" onClick={() => setScene(EMPTY)}>
          Reset
        </Button>
      </div>
      <SceneForm scene={scene} hosts={hosts} onChange={setScene} />
      <div className={styles.results}>
        {predictions.map(({ host, by }) => (
          <Decision
            key={hostLabel(host)}
            label={hostLabel(host)}
            result={by.profile.approve(approvalInput(by.profile.id, scene, tool))}
          />
        ))}
      </div>
    </section>
  );
}

function Decision({ label, result }: { readonly label: string; readonly result: ApprovalResult }) {
  const chip = approvalChip(null, result);
  const { path, rules, assumed, question, message, by } = result;
  return (
    <div className={styles.result} role="group" aria-label={`Decision of ${label}`}>
      <p className={styles.decision}>
        <b>{label}</b>
        {chip && (
          <Chip tone={chip.tone} fill={assumed.length > 0 ? 'outlined' : 'filled'}>
            {chip.word}
          </Chip>
        )}
        <span className={styles.by}>decided by {by === 'caller' ? 'the lack of somebody to ask' : by}</span>
      </p>
      <ol className={styles.path}>
        {path.map((rule, index) => (
          <li key={rule} className={index === path.length - 1 ? styles.last : undefined}>
            <RuleTag rule={rule} />
            <span>{index === path.length - 1 ? 'decides' : 'looked at, left it to the next'}</span>
            <GradeTag grade={factOf(rule)?.grade} />
          </li>
        ))}
      </ol>
      {question?.kind === 'user' && (
        <p className={styles.note}>
          {question.why} It offers: {question.offers.join(', ')}.
        </p>
      )}
      {question?.kind === 'guardian' && <p className={styles.note}>A reviewing model is asked.</p>}
      {message !== undefined && <p className={styles.note}>The model reads: “{message}”</p>}
      {rules.length > 0 && (
        <p className={styles.tags}>
          {rules.map((rule) => (
            <RuleTag key={rule} rule={rule} />
          ))}{' '}
          <GradeTag grade={gradeOf(rules)} />
        </p>
      )}
      {assumed.map((code) => (
        <p key={code} className={styles.note}>
          {sayAssumption(code)} <EvidenceTag evidence="assumed" />
        </p>
      ))}
    </div>
  );
}
