/** The fake provider: a loopback HTTP server that answers from a scenario and records what it is asked. */
export { createProvider, type Provider, type ProviderOptions } from './provider.ts';
export { readIdentity, threadKey } from './identity.ts';
export { MODEL } from './ids.ts';
export type { StageAction } from './reply.ts';
