import type { ServerTransport } from '../../../../shared/contract/servers.ts';

/** Whether the configuration brings its own `Authorization` header; nothing is added to it then. */
export const hasOwnToken = ({ headers }: Extract<ServerTransport, { kind: 'http' }>): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
