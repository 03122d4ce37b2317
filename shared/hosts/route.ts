import type { ToolRoute } from './types.ts';

/** The map key of a raw route; NUL cannot occur in a name that a config file or JSON object carried as a key. */
export function routeKey(route: ToolRoute): string {
  return `${route.server}\0${route.tool}`;
}

/** A map by route without a key of its own to be made for each: names are looked up as the strings that they are. */
export class RouteMap<Value> {
  readonly #servers = new Map<string, Map<string, Value>>();

  get({ server, tool }: ToolRoute): Value | undefined {
    return this.#servers.get(server)?.get(tool);
  }

  set({ server, tool }: ToolRoute, value: Value): void {
    const own = this.#servers.get(server);
    if (own === undefined) this.#servers.set(server, new Map([[tool, value]]));
    else own.set(tool, value);
  }
}
