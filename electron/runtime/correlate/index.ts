export { startCorrelator, type Correlator, type EventSource } from './driver.ts';
export {
  judgeAgain,
  recorrelate,
  type Difference,
  type Recorrelation,
  type VerdictDraft,
} from './recorrelate.ts';
