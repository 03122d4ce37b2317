import type { PredictionRow } from '../../../shared/shapes/document.ts';
import type { Prediction } from '../pipeline/predict.ts';

/** The facts by which a profile came to what it says of one field of one tool. */
export function rulesOf(
  { plan, rowOf }: Prediction,
  { server, tool, field }: Pick<PredictionRow, 'server' | 'tool' | 'field'>,
): readonly string[] {
  const losses = plan.losses({ server, tool });
  switch (field) {
    case 'form':
    case 'name':
    case 'namespace':
    case 'path':
    case 'deferral':
    case 'behind':
      return rowOf(server, tool)?.rules ?? [];
    case 'keys':
      return losses?.fields.flatMap(({ rules }) => rules) ?? [];
    case 'description':
      return losses?.description.rules ?? [];
    case 'schema':
      return losses?.rules ?? [];
  }
}
