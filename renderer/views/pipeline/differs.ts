import { exposureFor, type ExposureCell, type PipelineRow } from '../../../shared/model/index.ts';
import { approvalChip, exposureChip, type CellChip } from './cells.ts';
import type { Prediction } from './predict.ts';

/** Exposure and approval of one tool at one host. */
export interface HostChips {
  readonly exposure: CellChip | undefined;
  readonly approval: CellChip | undefined;
}

/** What was seen of the host counts; what was not seen is predicted. */
export function hostChips(
  row: PipelineRow,
  observed: ExposureCell | null,
  prediction: Prediction | undefined,
): HostChips {
  const listed =
    row.discovery !== null && row.discovery.state !== 'broken' && row.discovery.state !== 'removed';
  const exposure = exposureChip(row, observed, listed ? prediction?.rowOf(row.server, row.tool) : undefined);
  const reachable = listed && exposure !== undefined && exposure.tone !== 'none';
  return {
    exposure,
    approval: approvalChip(null, reachable ? prediction?.approvalOf(row.server, row.tool) : undefined),
  };
}

export const differ = (one: HostChips, other: HostChips): boolean =>
  one.exposure?.word !== other.exposure?.word || one.approval?.word !== other.approval?.word;

/** Do the two hosts show the tool differently, or ask differently about it? Approval is compared as predicted for both. */
export const rowDiffers = (row: PipelineRow, first: Prediction, second: Prediction): boolean =>
  differ(
    hostChips(row, exposureFor(row, first.host), first),
    hostChips(row, exposureFor(row, second.host), second),
  );
