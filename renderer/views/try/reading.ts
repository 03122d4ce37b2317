import { routeKey, type HostPlan, type ToolRoute } from '../../../shared/hosts/index.ts';
import { formatJson, isObject } from '../../../shared/json.ts';

/** Characters that are taken for one token; no tokenizer of any provider is at hand. */
const CHARACTERS_A_TOKEN = 4;

export interface Reading {
  /** The part of the request that carries the tool; undefined when none does. */
  readonly entry: unknown;
  /** JSON path of that part. */
  readonly path: string | undefined;
  /** All that the first request says of tools and servers. */
  readonly body: unknown;
  readonly entryTokens: number;
  readonly bodyTokens: number;
}

export const tokens = (value: unknown): number =>
  value === undefined ? 0 : Math.ceil(formatJson(value).length / CHARACTERS_A_TOKEN);

/** What the first request of a host shows its model, of one tool and in all. */
export function reading(plan: HostPlan, route: ToolRoute | undefined): Reading {
  const { body, paths } = plan.declare({ agents: false });
  const path = route && paths.get(routeKey(route));
  const entry = path === undefined ? undefined : at(body, path);
  return { entry, path, body, entryTokens: tokens(entry), bodyTokens: tokens(body) };
}

/** The value at a path of members and positions, as profiles write them. */
function at(value: unknown, path: string): unknown {
  let current = value;
  for (const [, member, position] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    if (Array.isArray(current)) current = current[Number(position)];
    else if (isObject(current) && member !== undefined) current = current[member];
    else return undefined;
  }
  return current;
}
