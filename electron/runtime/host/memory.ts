import type { ApprovalMode, ApprovalResult, ToolRoute } from '../../../shared/hosts/index.ts';
import { routeKey } from '../../../shared/hosts/index.ts';

type Remember = NonNullable<ApprovalResult['remember']>;

/** A lasting approval, for whoever keeps the configuration. */
export interface LastingApproval {
  readonly route: ToolRoute;
  readonly path: readonly string[];
  readonly value: string;
}

/** What a session remembers of approvals, shared by all its threads. */
export interface ApprovalMemory {
  /** Does the session hold this key? */
  session(key: string | undefined): boolean;
  /** The mode that a lasting approval gave this tool. */
  mode(route: ToolRoute): ApprovalMode | undefined;
  /** Rules that lasting approvals added. */
  rules(): readonly string[];
  remember(route: ToolRoute, what: Remember): void;
}

/** `onLasting` hears of an approval that is meant to outlive the session; this session keeps it in any case. */
export function createMemory(
  onLasting: (approval: LastingApproval) => void = () => undefined,
): ApprovalMemory {
  const keys = new Set<string>();
  const approved = new Set<string>();
  const rules: string[] = [];
  return {
    session: (key) => key !== undefined && keys.has(key),
    mode: (route) => (approved.has(routeKey(route)) ? 'approve' : undefined),
    rules: () => rules,
    remember: (route, what) => {
      if (what.scope === 'session') {
        keys.add(what.key);
        return;
      }
      approved.add(routeKey(route));
      rules.push(what.value);
      onLasting({ route, path: what.path, value: what.value });
    },
  };
}
