import { formatJson } from '../../json.ts';
import type { AssumptionCode, HostSettings, HostTool, ModelClass, RuleRef } from '../types.ts';
import type { ClaudeVersion } from './versions.ts';

/** Tokens of the context window that `auto` takes its share of, and that share in percent (CC-4.2). */
const CONTEXT_TOKENS = 200_000;
const AUTO_PERCENT = 10;
const CHARACTERS_PER_TOKEN = 4;

export interface ClaudeSurface {
  modelClass: Extract<ModelClass, 'flat' | 'search'>;
  rules: readonly RuleRef[];
  assumed: readonly AssumptionCode[];
}

/** Are tools declared at once or only after a search (CC-4.01 to CC-4.03)? */
export function claudeSurface(
  version: ClaudeVersion,
  settings: HostSettings,
  tools: readonly HostTool[],
): ClaudeSurface {
  const { modelClass, toolSearch } = settings;
  if (modelClass === 'flat' || modelClass === 'search') {
    return { modelClass, rules: [modelClass === 'flat' ? 'CC-90.01' : 'CC-90.06'], assumed: [] };
  }
  const denied = settings.rules?.deny?.includes('ToolSearch') === true;
  if (denied || settings.toolSearchSupported === false) {
    return { modelClass: 'flat', rules: ['CC-4.03'], assumed: [] };
  }
  const assumed: AssumptionCode[] = toolSearch === undefined ? ['tool-search-setting'] : [];
  if (toolSearch === 'false') return { modelClass: 'flat', rules: ['CC-4.2'], assumed };
  if (toolSearch === 'true') return { modelClass: 'search', rules: ['CC-4.2'], assumed };
  if (toolSearch?.startsWith('auto') === true) {
    const percent = Number(/^auto:(\d+)$/.exec(toolSearch)?.[1] ?? AUTO_PERCENT);
    const deferrable = tools.filter((tool) => !isAlwaysLoaded(tool, settings));
    const defers = tokensOf(deferrable) >= (CONTEXT_TOKENS * percent) / 100;
    return {
      modelClass: defers ? 'search' : 'flat',
      rules: ['CC-4.2'],
      assumed: [...assumed, 'token-estimate'],
    };
  }
  if (settings.baseUrl === undefined) assumed.push('base-url');
  if (settings.baseUrl === 'first-party') return { modelClass: 'search', rules: ['CC-4.01'], assumed };
  return version.behindProxy === 'flat'
    ? { modelClass: 'flat', rules: ['CC-4.02', 'CC-90.01'], assumed }
    : { modelClass: 'search', rules: ['CC-90.06'], assumed };
}

function tokensOf(tools: readonly HostTool[]): number {
  const characters = tools.reduce(
    (sum, { tool, description, inputSchema }) =>
      sum + tool.length + (description?.length ?? 0) + formatJson(inputSchema ?? {}).length,
    0,
  );
  return characters / CHARACTERS_PER_TOKEN;
}

/** Marked by the server's configuration or by the tool itself as never to be deferred (CC-4.04). */
export function isAlwaysLoaded(tool: HostTool, settings: HostSettings): boolean {
  return settings.servers?.[tool.server]?.alwaysLoad === true || tool.meta?.['anthropic/alwaysLoad'] === true;
}
