import { exposureFor, pipelineRow, type PipelineRow } from '../../shared/model/index.ts';
import { useModels } from '../stores/hooks.ts';
import type { Selection, Stage } from '../stores/place.ts';
import type { Prediction } from '../views/pipeline/predict.ts';
import { usePrediction, useSecondPrediction } from '../views/pipeline/usePrediction.ts';
import { ApprovalStory } from './ApprovalStory.tsx';
import { CopyButton } from './CopyButton.tsx';
import { DiscoveryStory } from './DiscoveryStory.tsx';
import { ExecutionStory } from './ExecutionStory.tsx';
import { ExposureStory } from './ExposureStory.tsx';
import { Gone } from './Gone.tsx';
import { LossReport } from './LossReport.tsx';
import { SecondHost } from './SecondHost.tsx';
import { ToolAlarms } from './ToolAlarms.tsx';
import styles from './Inspector.module.css';

type ToolSelection = Extract<Selection, { kind: 'tool' }>;

/** A cell of the matrix: who decides there, what went in, what came out and which rule fired. */
export function ToolInspector({ selection }: { readonly selection: ToolSelection }) {
  const { server, tool, stage = 'exposure' } = selection;
  const { pipeline } = useModels((models) => models.pipeline.version);
  const prediction = usePrediction();
  const second = useSecondPrediction();
  const row = pipelineRow(pipeline, server, tool);
  if (!row) return <Gone what={`tool ${tool} of ${server}`} server={server} />;
  return (
    <>
      <StageStory row={row} stage={stage} prediction={prediction} />
      {second && (stage === 'exposure' || stage === 'approval') && (
        <SecondHost row={row} stage={stage} second={second} />
      )}
      {stage === 'exposure' && (
        <LossReport
          server={server}
          tool={tool}
          predictions={[prediction, second].flatMap((one) => (one ? [one] : []))}
        />
      )}
      {(stage === 'exposure' || stage === 'discovery') && <ToolAlarms server={server} tool={tool} />}
      <div className={styles.copy}>
        <CopyButton label="Copy row as JSON" text={() => JSON.stringify(row, null, 2)} />
      </div>
    </>
  );
}

interface StageStoryProps {
  readonly row: PipelineRow;
  readonly stage: Stage;
  readonly prediction: Prediction | undefined;
}

function StageStory({ row, stage, prediction }: StageStoryProps) {
  switch (stage) {
    case 'discovery':
      return <DiscoveryStory row={row} />;
    case 'exposure':
      return (
        <ExposureStory
          row={row}
          observed={prediction ? exposureFor(row, prediction.host) : null}
          prediction={prediction}
        />
      );
    case 'approval':
      return <ApprovalStory row={row} prediction={prediction} />;
    case 'execution':
      return <ExecutionStory row={row} />;
  }
}
