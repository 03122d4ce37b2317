import type { RuleRef, ServerSettings } from './types.ts';

export interface Filtered {
  allowed: boolean;
  error?: string;
  rules: readonly RuleRef[];
}

/** Codex's tool filter: exact raw names, the deny list wins; the same when listing and when calling (CX-7.02). */
export function toolFilter(
  route: { server: string; tool: string },
  settings: ServerSettings | undefined,
): Filtered {
  return namedFilter(route, settings, ['CX-7.02'], (name) => name === route.tool);
}

/** A filter by raw names: two lists, the one of refused tools wins. `includes` says what an entry of the first list takes. */
export function namedFilter(
  route: { server: string; tool: string },
  settings: ServerSettings | undefined,
  rules: readonly RuleRef[],
  includes: (entry: string) => boolean,
): Filtered {
  const listed = settings?.enabledTools?.some(includes) ?? true;
  const denied = settings?.disabledTools?.includes(route.tool) ?? false;
  const allowed = listed && !denied;
  return {
    allowed,
    ...(allowed ? {} : { error: `tool '${route.tool}' is disabled for MCP server '${route.server}'` }),
    rules,
  };
}
