export { startCorrelator } from './driver.ts';
export { judgeAgain, recorrelate, type Recorrelation, type VerdictDraft } from './recorrelate.ts';
