import { exposureFor, pipelineRow } from '../../shared/model/index.ts';
import { useModels } from '../stores/hooks.ts';
import type { Selection } from '../stores/place.ts';
import { usePrediction } from '../views/pipeline/usePrediction.ts';
import { ApprovalStory } from './ApprovalStory.tsx';
import { DiscoveryStory } from './DiscoveryStory.tsx';
import { ExecutionStory } from './ExecutionStory.tsx';
import { ExposureStory } from './ExposureStory.tsx';
import { Gone } from './Gone.tsx';

type ToolSelection = Extract<Selection, { kind: 'tool' }>;

/** A cell of the matrix: who decides there, what went in, what came out and which rule fired. */
export function ToolInspector({ selection }: { readonly selection: ToolSelection }) {
  const { server, tool, stage = 'exposure' } = selection;
  const { pipeline } = useModels((models) => models.pipeline.version);
  const prediction = usePrediction();
  const row = pipelineRow(pipeline, server, tool);
  if (!row) return <Gone what={`tool ${tool} of ${server}`} />;
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
