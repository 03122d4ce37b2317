import type { RuleRef, ServerSettings } from './types.ts';

/** Codex's tool filter: exact raw names, the deny list wins; the same when listing and when calling (CX-7.02). */
export function toolFilter(
  route: { server: string; tool: string },
  settings: ServerSettings | undefined,
): { allowed: boolean; error?: string; rules: readonly RuleRef[] } {
  const listed = settings?.enabledTools?.includes(route.tool) ?? true;
  const denied = settings?.disabledTools?.includes(route.tool) ?? false;
  const allowed = listed && !denied;
  return {
    allowed,
    ...(allowed ? {} : { error: `tool '${route.tool}' is disabled for MCP server '${route.server}'` }),
    rules: ['CX-7.02'],
  };
}
