import { RouteMap } from '../route.ts';
import { NO_FINDINGS } from '../rows.ts';
import type { HostFinding, NameRow, RuleRef, ToolRoute } from '../types.ts';

/** What a host says of a name that was made for one route. */
export interface Spelled {
  name: string;
  /** Cut or hashed, so no longer what the server called it. */
  changed?: 'cut' | 'hashed';
}

export interface SpellingRules {
  names: readonly RuleRef[];
  collision: readonly RuleRef[];
  /** What becomes of tools that share a name, in a sentence. */
  shared: string;
  /** Characters that the usual providers of this host take at most; the host itself does not mind. */
  providerLimit?: number;
}

/** Rows for names that each depend on their own route (or were made for all of them before). */
export function spelledRows(
  tools: readonly ToolRoute[],
  spell: (route: ToolRoute, index: number) => Spelled,
  rules: SpellingRules,
): NameRow[] {
  const seen = new RouteMap<true>();
  const holders = new Map<string, ToolRoute>();
  return tools.map((route, index) => {
    const { name, changed } = spell(route, index);
    const dropped = seen.get(route) === true;
    if (!dropped) seen.set(route, true);
    const holder = holders.get(name);
    if (holder === undefined) holders.set(name, route);
    const { server, tool } = route;
    if (dropped) {
      return { server, tool, name, flat: name, dropped: true, findings: [duplicate(rules)] };
    }
    const plain = holder === undefined && changed === undefined && !isLong(name, rules);
    return {
      server,
      tool,
      name,
      flat: name,
      findings: plain ? NO_FINDINGS : findings(name, changed, holder, rules),
    };
  });
}

const isLong = (name: string, { providerLimit = Infinity }: SpellingRules): boolean =>
  name.length > providerLimit;

function duplicate(rules: SpellingRules): HostFinding {
  return {
    code: 'name-duplicate-dropped',
    severity: 'warning',
    message: 'The server lists this name twice; one of the two counts.',
    rules: rules.collision,
  };
}

function findings(
  name: string,
  changed: Spelled['changed'],
  holder: ToolRoute | undefined,
  rules: SpellingRules,
): HostFinding[] {
  const found: HostFinding[] = [];
  if (holder !== undefined) {
    found.push({
      code: 'name-collapses',
      severity: 'warning',
      message: `${holder.server} / ${holder.tool} has the same name. ${rules.shared}`,
      rules: rules.collision,
    });
  }
  if (changed === 'hashed') {
    found.push({
      code: 'name-hashed',
      severity: 'info',
      message: 'The host adds a hash to this name.',
      rules: rules.names,
    });
  }
  if (changed === 'cut') {
    found.push({
      code: 'name-cut',
      severity: 'warning',
      message: 'The name is too long for the host and is cut.',
      rules: rules.names,
    });
  }
  if (isLong(name, rules)) {
    found.push({
      code: 'name-over-64',
      severity: 'info',
      message: `The name has ${name.length} characters. The host does not cut it; many providers take only ${rules.providerLimit}.`,
      rules: rules.names,
    });
  }
  return found;
}
