import type { Exposure } from '../../../shared/event.ts';
import type { ApprovalResult, ExposureRow } from '../../../shared/hosts/index.ts';
import type { ApprovalCell, ExecutionCell, ExposureCell, PipelineRow } from '../../../shared/model/index.ts';
import type { ChipFill, ChipTone } from '../../components/Chip.tsx';
import { formatMs, plural } from '../../frame/format.ts';
import { decisionWord } from '../approvals/words.ts';

/** What a cell of the matrix shows. */
export interface CellChip {
  readonly tone: ChipTone;
  readonly word: string;
  readonly fill: ChipFill;
  readonly hollow: boolean;
}

const chip = (tone: ChipTone, word: string, more: Partial<CellChip> = {}): CellChip => ({
  tone,
  word,
  fill: 'filled',
  hollow: false,
  ...more,
});

const fillOf = (rests: boolean): ChipFill => (rests ? 'outlined' : 'filled');

export function discoveryChip({ discovery }: PipelineRow): CellChip | undefined {
  if (!discovery) return undefined;
  const { state, findings, worst } = discovery;
  const word = findings.length > 0 ? `${state}, ${plural(findings.length, 'finding')}` : state;
  if (state === 'removed') return chip('none', word);
  return chip(state === 'broken' || worst === 'error' ? 'fault' : 'discovery', word);
}

/** Observed for this host, else predicted by its profile; a prediction is outlined, it has not been seen. */
export function exposureChip(
  row: PipelineRow,
  observed: ExposureCell | null,
  predicted: ExposureRow | undefined,
): CellChip | undefined {
  if (observed)
    return exposureWord(
      observed.exposure,
      fillOf(observed.evidence === 'assumed' || observed.assumed.length > 0),
    );
  if (row.discovery?.state === 'broken') return chip('none', 'not offered');
  return predicted && exposureWord(predicted.exposure, 'outlined');
}

function exposureWord(exposure: Exposure, fill: ChipFill): CellChip {
  switch (exposure) {
    case 'direct':
      return chip('exposure', 'direct', { fill });
    case 'directModelOnly':
      return chip('exposure', 'direct, model only', { fill });
    case 'deferred':
      return chip('exposure', 'deferred', { fill, hollow: true });
    case 'deferredModelOnly':
      return chip('exposure', 'deferred, model only', { fill, hollow: true });
    case 'codeModeOnly':
      return chip('exposure', 'code mode only', { fill, hollow: true });
    case 'hidden':
      return chip('none', 'hidden from model');
    case 'absent':
      return chip('none', 'not offered');
  }
}

export function approvalChip(
  cell: ApprovalCell | null,
  predicted: ApprovalResult | undefined,
): CellChip | undefined {
  if (cell) {
    const word = cell.waiting > 1 ? `asks, ${cell.waiting} waiting` : approvalWord(cell.state);
    return chip('approval', word, { fill: fillOf(cell.evidence === 'assumed') });
  }
  return predicted && chip('approval', predictedWord(predicted.decision), { fill: 'outlined' });
}

/** What was decided, in the words of the history. */
function approvalWord(state: ApprovalCell['state']): string {
  switch (state) {
    case 'auto':
      return decisionWord('run');
    case 'denied':
      return decisionWord('decline');
    default:
      return state;
  }
}

function predictedWord(decision: ApprovalResult['decision']): string {
  switch (decision) {
    case 'run':
      return decisionWord('run');
    case 'ask':
      return 'asks';
    case 'deny':
      return 'denied';
    case 'skip':
      return 'skipped';
  }
}

export function executionChip(cell: ExecutionCell | null, waiting: number): CellChip | undefined {
  if (waiting > 0 && (!cell || cell.running === 0)) return chip('none', 'waiting');
  if (!cell) return undefined;
  switch (cell.state) {
    case 'ok':
      return chip('execution', cell.ms === null ? 'ok' : `ok ${formatMs(cell.ms)}`);
    case 'running':
      return chip('execution', cell.running > 1 ? `${cell.running} running` : 'running', { hollow: true });
    case 'skipped':
      return chip('none', 'skipped');
    case 'cancelled':
      return chip('none', 'cancelled');
    case 'toolError':
      return chip('fault', 'tool error');
    case 'protocolError':
      return chip('fault', 'protocol error');
    case 'transportError':
      return chip('fault', 'connection lost');
    case 'timeout':
      return chip('fault', 'timed out');
  }
}
