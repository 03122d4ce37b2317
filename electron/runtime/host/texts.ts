import { CODEX_MESSAGES, type ObservedCallable } from '../../../shared/hosts/index.ts';

/** What the model reads when a call stops inside the host (CX-7.02, CX-7.05). */
export const refusals = {
  unknownServer: CODEX_MESSAGES.unknownServer,
  disabledTool: (server: string, tool: string): string =>
    CODEX_MESSAGES.disabledTool(`tool '${tool}' is disabled for MCP server '${server}'`),
  notReady: (server: string): string => CODEX_MESSAGES.disabledTool(`MCP server '${server}' is not ready`),
  /** Without a delimiter between namespace and name, as the client writes it. */
  unsupported: ({ namespace = '', name }: ObservedCallable): string =>
    CODEX_MESSAGES.unsupported(`${namespace}${name}`),
};
