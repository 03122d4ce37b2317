import type { HookMatch, RuleRef } from '../types.ts';

const RULES: readonly RuleRef[] = ['CC-5.05'];
/** Characters with which a matcher is a name, or a list of names. */
const NAMES = /^[A-Za-z0-9_\- ,|]*$/;

/** Does a hook with this matcher look at a tool of this name (CC-5.05)? A server's name alone is no prefix. */
export function hookMatches(matcher: string | undefined, name: string): HookMatch {
  if (matcher === undefined || matcher === '' || matcher === '*') {
    return { matches: true, by: 'everything', rules: RULES };
  }
  if (NAMES.test(matcher)) {
    const names = matcher.split(/[|,]/).map((one) => one.trim());
    return { matches: names.includes(name), by: 'name', rules: RULES };
  }
  const pattern = patternOf(matcher);
  if (pattern === undefined) return { matches: false, by: 'no-pattern', rules: RULES };
  return { matches: pattern.test(name), by: 'pattern', rules: RULES };
}

function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}
