export * from './ladder.ts';
export {
  DEFAULT_WAIT_MS,
  applyCorrelation,
  expiriesAt,
  initCorrelation,
  nextDeadline,
  settleCorrelation,
  type CorrelationOptions,
} from './machine.ts';
export { opensWindow, type Emission } from './provider.ts';
export { CorrelationState } from './state.ts';
export * from './measures.ts';
