import type { HostRef } from '../../../shared/event.ts';
import {
  resolveHost,
  routeKey,
  type ApprovalResult,
  type ExposureRow,
  type HostPlan,
  type HostTool,
} from '../../../shared/hosts/index.ts';
import { lintHost, type LintHost } from '../../../shared/lint/index.ts';
import type { DefinitionsState } from '../../stores/definitions.ts';
import { hostTools } from '../../stores/hostTools.ts';

/** What a host would do with the tools that were listed, computed from its profile. */
export interface Prediction {
  readonly host: HostRef;
  /** The profile, with the class of model that was asked for. */
  readonly by: LintHost;
  readonly plan: HostPlan;
  readonly toolOf: (server: string, tool: string) => HostTool | undefined;
  readonly rowOf: (server: string, tool: string) => ExposureRow | undefined;
  readonly approvalOf: (server: string, tool: string) => ApprovalResult | undefined;
}

export function predict(
  definitions: Pick<DefinitionsState, 'servers'>,
  host: HostRef,
): Prediction | undefined {
  const resolved = resolveHost(host.host, host.version);
  if (!resolved) return undefined;
  const by = lintHost(resolved, host.modelClass);
  const { profile, settings } = by;
  const tools = hostTools(definitions);
  const byRoute = new Map(tools.map((tool) => [routeKey(tool), tool]));
  const plan = profile.plan(tools, settings);
  const rows = new Map(plan.rows.map((row) => [routeKey(row), row]));
  const toolOf = (server: string, tool: string): HostTool | undefined =>
    byRoute.get(routeKey({ server, tool }));
  return {
    host,
    by,
    plan,
    toolOf,
    rowOf: (server, tool) => rows.get(routeKey({ server, tool })),
    approvalOf: (server, tool) => {
      const known = toolOf(server, tool);
      return known && profile.approve({ route: known, annotations: known.annotations, arguments: {} });
    },
  };
}
