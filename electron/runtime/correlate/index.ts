export { startCorrelator } from './driver.ts';
export {
  compareWithheld,
  judgeAgain,
  recorrelate,
  type Comparison,
  type Recorrelation,
  type VerdictDraft,
} from './recorrelate.ts';
