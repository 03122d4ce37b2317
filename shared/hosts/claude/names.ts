import { routeKey } from '../route.ts';
import type { HostFinding, NameRow, ToolRoute } from '../types.ts';
import type { ClaudeVersion } from './versions.ts';

/** Characters that the provider takes at most (CC-3.02). */
export const PROVIDER_LIMIT = 128;
const OLD_PROVIDER_LIMIT = 64;

/** Hyphens survive; a character outside the basic plane counts as two (CC-3.01). */
export function sanitiseClaude(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

export function claudeName(route: ToolRoute): string {
  return `mcp__${sanitiseClaude(route.server)}__${sanitiseClaude(route.tool)}`;
}

/** Every name depends on its own route only: nothing is cut, hashed or told apart (CC-3.02). */
export function claudeNames(version: ClaudeVersion, tools: readonly ToolRoute[]): NameRow[] {
  const holders = new Map<string, ToolRoute>();
  const seen = new Set<string>();
  return tools.map((route) => {
    const name = claudeName(route);
    const key = routeKey(route);
    const dropped = seen.has(key);
    seen.add(key);
    const holder = holders.get(name);
    if (holder === undefined) holders.set(name, route);
    return {
      server: route.server,
      tool: route.tool,
      name,
      flat: name,
      hook: name,
      ...(dropped ? { dropped: true as const } : {}),
      findings: dropped ? [duplicate()] : findings(version, route, name, holder),
    };
  });
}

function duplicate(): HostFinding {
  return {
    code: 'name-duplicate-dropped',
    severity: 'warning',
    message: 'The server lists this name twice. Claude Code keeps the first and leaves this one out.',
    rules: ['CC-90.10'],
  };
}

function findings(
  version: ClaudeVersion,
  route: ToolRoute,
  name: string,
  holder: ToolRoute | undefined,
): HostFinding[] {
  const found: HostFinding[] = [];
  if (holder !== undefined) {
    found.push({
      code: 'name-collapses',
      severity: 'warning',
      message:
        holder.server === route.server
          ? `${holder.tool} of the same server has the same name. Claude Code keeps the first of them.`
          : `${holder.server} / ${holder.tool} has the same name. Claude Code keeps one of them, not always the first configured; here the first counts.`,
      rules: ['CC-90.10'],
    });
  }
  if (name.length > PROVIDER_LIMIT) {
    found.push({
      code: 'name-too-long',
      severity: 'error',
      message:
        version.overlongNames === 'sent'
          ? `The name has ${name.length} characters. The provider takes ${PROVIDER_LIMIT} and refuses the whole request.`
          : `The name has ${name.length} characters. The provider takes ${PROVIDER_LIMIT}, so Claude Code leaves the tool out.`,
      rules: ['CC-3.02', 'CC-90.12'],
    });
  } else if (name.length > OLD_PROVIDER_LIMIT) {
    found.push({
      code: 'name-over-64',
      severity: 'info',
      message: `The name has ${name.length} characters. Some providers still take only ${OLD_PROVIDER_LIMIT}.`,
      rules: ['CC-3.02'],
    });
  }
  return found;
}
