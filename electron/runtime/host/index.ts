/** The built-in host: plays a client's profile against a provider and real servers. */
export { createHost, type Host, type HostOptions } from './host.ts';
export { createAnswerer, type Answerer, type ApproveMode } from './answerer.ts';
export type { Contribution, HostConfig } from './config.ts';
export { hostServer, type HostServer } from './host-server.ts';
export type { DeskAnswer, DeskQuestion, UserDesk } from './desk.ts';
export type { Connect } from './manager.ts';
export type { LastingApproval } from './memory.ts';
