/** The fake provider: a loopback HTTP server that answers from a scenario and records what it is asked. */
export { createProvider, type Provider, type ProviderOptions } from './provider.ts';
export { threadKey } from './identity.ts';
export { MODEL } from './answer.ts';
export type { StageAction } from './player.ts';
export type { Stage } from './play.ts';
