import type { HostRef } from '../../../shared/event.ts';
import {
  resolveHost,
  routeKey,
  type ApprovalResult,
  type ExposureRow,
  type HostPlan,
} from '../../../shared/hosts/index.ts';
import { hostTool } from '../../../shared/hosts/host-tool.ts';
import type { DefinitionsState } from '../../stores/definitions.ts';

/** What a host would do with the tools that were listed, computed from its profile. */
export interface Prediction {
  readonly host: HostRef;
  readonly plan: HostPlan;
  readonly rowOf: (server: string, tool: string) => ExposureRow | undefined;
  readonly approvalOf: (server: string, tool: string) => ApprovalResult | undefined;
}

export function predict({ servers }: DefinitionsState, host: HostRef): Prediction | undefined {
  const resolved = resolveHost(host.host, host.version);
  if (!resolved) return undefined;
  const { profile } = resolved;
  const tools = [...servers].flatMap(([server, own]) =>
    [...own].map(([tool, definition]) => hostTool(server, tool, definition)),
  );
  const byRoute = new Map(tools.map((tool) => [routeKey(tool), tool]));
  const plan = profile.plan(tools, { modelClass: host.modelClass });
  const rows = new Map(plan.rows.map((row) => [routeKey(row), row]));
  return {
    host,
    plan,
    rowOf: (server, tool) => rows.get(routeKey({ server, tool })),
    approvalOf: (server, tool) => {
      const known = byRoute.get(routeKey({ server, tool }));
      return known && profile.approve({ route: known, annotations: known.annotations, arguments: {} });
    },
  };
}
