import type { WireFinding } from '../../../shared/contract.ts';

export const REVERSE = 'server-is-client';

/** Is the server a client that offers its own agent? */
export const isReverse = (findings: readonly WireFinding[]): boolean =>
  findings.some(({ code }) => code === REVERSE);
