export * from './ladder.ts';
export {
  applyCorrelation,
  expiriesAt,
  initCorrelation,
  nextDeadline,
  settleCorrelation,
  type CorrelationOptions,
} from './machine.ts';
export type { Emission } from './provider.ts';
export { CorrelationState } from './state.ts';
export * from './measures.ts';
