import type { ServerConfig } from '../../../shared/contract.ts';
import type { ServerPart } from '../../../shared/scenario.ts';

/** What only a host's configuration says of a server. */
export type HostPart = Pick<ServerPart, 'environment' | 'omitToolsFrom' | 'alwaysLoad'>;

/** A server as the host's configuration has it: how it was registered, and what only a host knows of it. */
export interface HostServer {
  readonly config: ServerConfig;
  readonly part: HostPart;
}

/** A registered server under a scenario's configuration. */
export function hostServer(config: ServerConfig, part: ServerPart = {}): HostServer {
  const { environment, omitToolsFrom, alwaysLoad, ...over } = part;
  return {
    config: {
      ...config,
      required: over.required ?? config.required,
      enabled: over.enabled ?? config.enabled,
      disabledTools: over.disabledTools ?? config.disabledTools,
      approvalMode: over.approvalMode ?? config.approvalMode,
      toolApprovalModes: { ...config.toolApprovalModes, ...over.toolApprovalModes },
      ...(over.enabledTools === undefined ? {} : { enabledTools: over.enabledTools }),
    },
    part: { environment, omitToolsFrom, alwaysLoad },
  };
}
