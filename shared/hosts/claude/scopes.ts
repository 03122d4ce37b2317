import { canonicalJson } from '../../json.ts';
import type {
  ConfigurationRules,
  EntryVerdict,
  RuleRef,
  ScopedServer,
  ScopedVerdict,
  ScopesInput,
  ServerMatch,
  ServerScope,
  ServerTable,
} from '../types.ts';

/** Weakest first (CC-1.01, CC-1.02). */
const STRENGTH: readonly ServerScope[] = [
  'connector',
  'plugin',
  'user',
  'project',
  'local',
  'run',
  'managed',
];
const strength = ({ scope }: ScopedServer): number => STRENGTH.indexOf(scope);

const RESERVED = ['workspace', 'claude-in-chrome', 'computer-use', 'Claude Preview', 'Claude Browser'];

/** Letters, digits, _ and -, and no name that the program has itself (CC-1.05). */
export const claudeServerName: ConfigurationRules['serverName'] = (name) => ({
  accepted: /^[A-Za-z0-9_-]+$/.test(name) && !RESERVED.includes(name),
  rules: ['CC-1.05'],
});

/** `stdio` where nothing is said beside a command; an address without a type is an error (CC-1.03). */
export function claudeEntry({ type, command, url }: ServerTable): EntryVerdict {
  const rules: readonly RuleRef[] = ['CC-1.03'];
  const refused = (message: string): EntryVerdict => ({ state: 'refused', message, rules });
  switch (type) {
    case undefined:
      if (typeof command === 'string') return { state: 'accepted', transport: 'stdio', rules };
      return refused(url === undefined ? 'There is neither command nor url.' : 'A url needs a type.');
    case 'stdio':
      return typeof command === 'string'
        ? { state: 'accepted', transport: 'stdio', rules }
        : refused('stdio needs a command.');
    case 'http':
    case 'streamable-http':
    case 'sse':
    case 'ws':
      if (typeof url !== 'string') return refused(`${type} needs a url.`);
      return { state: 'accepted', transport: type === 'streamable-http' ? 'http' : type, rules };
    default:
      return refused('The type is not known.');
  }
}

/** Which servers of all scopes count, and why the others do not (CC-1.01, CC-1.02, CC-1.08, CC-1.09). */
export function claudeScopes(input: ScopesInput): readonly ScopedVerdict[] {
  const managed = input.servers.some(({ scope }) => scope === 'managed');
  const winners = [...Map.groupBy(input.servers, ({ name }) => name).values()].map((own) => {
    // Strict and managed runs do not look at the other scopes, so an entry there takes no name away.
    const counted = own.filter(({ scope }) =>
      managed ? scope === 'managed' : input.strict !== true || scope === 'run',
    );
    const among = counted.length === 0 ? own : counted;
    const winner = among.reduce((held, next) => (strength(next) > strength(held) ? next : held));
    return { winner, hides: own.filter((one) => one !== winner).map(({ scope }) => scope) };
  });
  const endpoints = new Set(
    winners.filter(({ winner }) => !isExtra(winner)).map(({ winner }) => endpointOf(winner)),
  );
  return winners
    .toSorted((a, b) => strength(b.winner) - strength(a.winner))
    .map(({ winner, hides }) => verdictOf(winner, hides, input, managed, endpoints));
}

const isExtra = ({ scope }: ScopedServer): boolean => scope === 'plugin' || scope === 'connector';

function verdictOf(
  winner: ScopedServer,
  hides: readonly ServerScope[],
  input: ScopesInput,
  managed: boolean,
  endpoints: Set<string>,
): ScopedVerdict {
  const { name, scope, entry } = winner;
  const end = (
    state: ScopedVerdict['state'],
    rule: RuleRef,
    reason?: NonNullable<ScopedVerdict['reason']>,
  ): ScopedVerdict => ({
    name,
    scope,
    state,
    ...(reason === undefined ? {} : { reason }),
    hides,
    rules: hides.length === 0 || rule === 'CC-1.01' ? [rule] : ['CC-1.01', rule],
  });
  if (managed && scope !== 'managed') return end('off', 'CC-1.08', 'managed-only');
  if (!managed && input.strict === true && scope !== 'run') return end('off', 'CC-1.02', 'strict');
  if (input.denied?.some((one) => isMeant(one, winner)) === true) return end('off', 'CC-1.08', 'denied');
  if (input.allowed?.some((one) => isMeant(one, winner)) === false) {
    return end('off', 'CC-1.08', 'not-allowed');
  }
  const checked = claudeEntry(entry);
  if (checked.state === 'refused') {
    return { ...end('refused', 'CC-1.03', 'invalid'), message: checked.message };
  }
  if (isExtra(winner)) {
    const endpoint = endpointOf(winner);
    if (endpoints.has(endpoint)) return end('off', 'CC-1.01', 'same-endpoint');
    endpoints.add(endpoint);
  }
  if (scope !== 'project') return end('on', scope === 'run' ? 'CC-1.02' : 'CC-1.01');
  if (input.disabled?.includes(name) === true) return end('off', 'CC-1.09', 'disabled');
  const answered = input.enabled?.includes(name) === true || !input.interactive;
  return end(answered ? 'on' : 'asked', 'CC-1.09');
}

function isMeant({ name, command, url }: ServerMatch, server: ScopedServer): boolean {
  const { entry } = server;
  if (name === undefined && command === undefined && url === undefined) return false;
  return (
    (name === undefined || name === server.name) &&
    (command === undefined || command === entry['command']) &&
    (url === undefined || url === entry['url'])
  );
}

/** What is reached: a program with its arguments, or an address. */
const endpointOf = ({ entry }: ScopedServer): string =>
  canonicalJson(entry['url'] ?? [entry['command'] ?? null, entry['args'] ?? []]);
