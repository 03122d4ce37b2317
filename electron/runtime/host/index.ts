/** The built-in host: plays a client's profile against a provider and real servers. */
export { createHost, type Host } from './host.ts';
export { createAnswerer } from './answerer.ts';
export type { Contribution } from './config.ts';
export { hostServer } from './host-server.ts';
export type { DeskAnswer, UserDesk } from './desk.ts';
export type { LastingApproval } from './memory.ts';
