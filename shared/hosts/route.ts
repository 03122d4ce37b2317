import type { ToolRoute } from './types.ts';

/** The map key of a raw route; NUL cannot occur in a name that a config file or JSON object carried as a key. */
export function routeKey(route: ToolRoute): string {
  return `${route.server}\0${route.tool}`;
}
