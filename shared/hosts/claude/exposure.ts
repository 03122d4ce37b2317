import type { AssumptionCode, HostSettings, HostTool, ModelClass, RuleRef } from '../types.ts';

export interface ClaudeSurface {
  modelClass: Extract<ModelClass, 'flat' | 'search'>;
  rules: readonly RuleRef[];
  assumed: readonly AssumptionCode[];
}

/** Are tools declared at once or only after a search (CC-4.01 to CC-4.03)? */
export function claudeSurface(settings: HostSettings): ClaudeSurface {
  const { modelClass, toolSearch } = settings;
  if (modelClass === 'flat' || modelClass === 'search') {
    return { modelClass, rules: [modelClass === 'flat' ? 'CC-90.01' : 'CC-90.06'], assumed: [] };
  }
  if (settings.rules?.deny?.includes('ToolSearch') === true) {
    return { modelClass: 'flat', rules: ['CC-4.03'], assumed: [] };
  }
  const assumed: AssumptionCode[] = toolSearch === undefined ? ['tool-search-setting'] : [];
  if (toolSearch === 'false') return { modelClass: 'flat', rules: ['CC-4.2'], assumed };
  if (toolSearch === 'true') return { modelClass: 'search', rules: ['CC-4.2'], assumed };
  if (toolSearch?.startsWith('auto') === true) {
    // Below the threshold tools stay inline; how much the definitions take is not known here.
    return { modelClass: 'flat', rules: ['CC-4.2'], assumed: [...assumed, 'token-estimate'] };
  }
  if (settings.baseUrl === undefined) assumed.push('base-url');
  return settings.baseUrl === 'first-party'
    ? { modelClass: 'search', rules: ['CC-4.01'], assumed }
    : { modelClass: 'flat', rules: ['CC-4.02', 'CC-90.01'], assumed };
}

/** Marked by the server's configuration or by the tool itself as never to be deferred (CC-4.04). */
export function isAlwaysLoaded(tool: HostTool, settings: HostSettings): boolean {
  return settings.servers?.[tool.server]?.alwaysLoad === true || tool.meta?.['anthropic/alwaysLoad'] === true;
}
