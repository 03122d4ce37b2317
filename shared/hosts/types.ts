/**
 * The vocabulary of host profiles. A profile is a pure function of everything that decides what one model request
 * can see: host, version, model class, settings and the full tool set of all servers. Leaving one input out gives a
 * wrong answer, so whatever was not given is named in `assumed`.
 */
export type * from './types/common.ts';
export type * from './types/tools.ts';
export type * from './types/exposure.ts';
export type * from './types/wire.ts';
export type * from './types/approval.ts';
export type * from './types/projection.ts';
export type * from './types/profile.ts';
export type * from './types/configuration.ts';
export type * from './types/connection.ts';
export type { FactId } from './facts.ts';
