import { routeKey } from '../route.ts';
import type { HostFinding, NameRow, ToolRoute } from '../types.ts';

/** Characters that the provider takes at most; beyond them the whole request fails (CC-3.02). */
const PROVIDER_LIMIT = 128;
const OLD_PROVIDER_LIMIT = 64;

/** Hyphens survive; a character outside the basic plane counts as two (CC-3.01). */
export function sanitiseClaude(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

export function claudeName(route: ToolRoute): string {
  return `mcp__${sanitiseClaude(route.server)}__${sanitiseClaude(route.tool)}`;
}

/** Every name depends on its own route only: nothing is cut, hashed or told apart (CC-3.02). */
export function claudeNames(tools: readonly ToolRoute[]): NameRow[] {
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
      findings: dropped ? [duplicate()] : findings(name, holder),
    };
  });
}

function duplicate(): HostFinding {
  return {
    code: 'name-duplicate-dropped',
    severity: 'warning',
    message:
      'The server lists this name twice. What Claude Code does then is not known; here the first one counts.',
    rules: ['CC-3.02'],
  };
}

function findings(name: string, holder: ToolRoute | undefined): HostFinding[] {
  const found: HostFinding[] = [];
  if (holder !== undefined) {
    found.push({
      code: 'name-collapses',
      severity: 'warning',
      message: `${holder.server} / ${holder.tool} has the same name. What Claude Code does then is not known; here the first one counts.`,
      rules: ['CC-3.02'],
    });
  }
  if (name.length > PROVIDER_LIMIT) {
    found.push({
      code: 'name-too-long',
      severity: 'error',
      message: `The name has ${name.length} characters. The provider takes ${PROVIDER_LIMIT} and refuses the whole request.`,
      rules: ['CC-3.02'],
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
