import type { WireFinding } from '../../shared/contract.ts';
import type { McpFinding } from './mcp/types.ts';

/** A finding as windows get it; its detail may quote the server and stays here. */
export const toFinding = ({ code, severity, tool, list, index, pointer }: McpFinding): WireFinding => ({
  code,
  severity,
  ...(tool === undefined ? {} : { tool }),
  ...(list === undefined ? {} : { list }),
  ...(index === undefined ? {} : { index }),
  ...(pointer === undefined ? {} : { pointer }),
});
