import type { AssumptionCode, RuleRef } from '../hosts/index.ts';
import { compareBytes } from '../hosts/text.ts';
import { borne, gradeFor, SEVERITIES, strongest, worst } from './grade.ts';
import type { Raised } from './judge.ts';
import type { LintCode } from './rules.ts';
import type { AffectedHost, Alarm, LintHost } from './types.ts';

/** Hits of all hosts about one server as alarms: one a rule and tool, with the hosts that it holds for. */
export function mergeServer(server: string | undefined, raised: readonly Raised[]): Alarm<LintCode>[] {
  const groups = Map.groupBy(raised, ({ rule, tool }) =>
    tool === undefined ? rule.code : `${rule.code}\0${tool}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [alarmOf(server, first, group)];
  });
}

function alarmOf(server: string | undefined, first: Raised, group: readonly Raised[]): Alarm<LintCode> {
  const { rule, tool, hit, tools } = first;
  const { place } = hit;
  const { code, means: message, remedy } = rule;
  const hosts = affected(group);
  const severity = worst(hosts);
  const grade = strongest(hosts);
  // Nearly all are of this form, and there are thousands of them.
  if (server !== undefined && tool !== undefined && tools === undefined && place !== undefined) {
    return { code, severity, server, tool, place, message, remedy, grade, hosts };
  }
  return {
    code,
    severity,
    ...(server === undefined ? {} : { server }),
    ...(tools === undefined ? {} : { tools: allTools(group) }),
    ...(tool === undefined ? {} : { tool }),
    ...(place === undefined || tools !== undefined ? {} : { place }),
    message,
    remedy,
    grade,
    hosts,
  };
}

const allTools = (group: readonly Raised[]): string[] => [
  ...new Set(group.flatMap(({ tools = [] }) => tools)),
];

/** One entry a host, in the order in which the hosts were asked; what one host raised stands together. */
function affected(group: readonly Raised[]): AffectedHost[] {
  const hosts: AffectedHost[] = [];
  for (let start = 0; start < group.length;) {
    const first = group[start];
    let end = start + 1;
    while (group[end]?.host === first?.host) end += 1;
    const own = entry(start === 0 && end === group.length ? group : group.slice(start, end));
    if (own !== undefined) hosts.push(own);
    start = end;
  }
  return hosts;
}

/** Thousands of alarms say the same of a host; they share one entry. */
const entries = new WeakMap<LintHost, Map<string, AffectedHost>>();

function entry(raised: readonly Raised[]): AffectedHost | undefined {
  const [first] = raised;
  if (first === undefined) return undefined;
  const { host, rule } = first;
  const alone = raised.length === 1;
  const rules = alone ? first.hit.rules : [...new Set(raised.flatMap(({ hit }) => hit.rules))];
  const assumed = alone
    ? (first.hit.assumed ?? [])
    : [...new Set(raised.flatMap(({ hit }) => hit.assumed ?? []))];
  const known = entries.get(host) ?? new Map<string, AffectedHost>();
  entries.set(host, known);
  const key = `${rule.code}\0${first.hit.says}\0${rules.join(' ')}\0${assumed.join(' ')}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const made = makeEntry(host, rule, first.hit.says, rules, assumed);
  // What a host says can name tools, so the number of different entries has no bound of its own.
  if (known.size >= MOST_ENTRIES) known.clear();
  known.set(key, made);
  return made;
}

const MOST_ENTRIES = 20_000;

function makeEntry(
  { profile, settings }: LintHost,
  { severity }: Raised['rule'],
  says: string,
  rules: readonly RuleRef[],
  assumed: readonly AssumptionCode[],
): AffectedHost {
  const grade = gradeFor(rules);
  return {
    host: profile.id,
    version: profile.version,
    modelClass: settings.modelClass ?? profile.defaultModelClass,
    says,
    rules,
    grade,
    assumed,
    severity: borne(severity, grade, assumed),
  };
}

/** By code and tool; the severity comes first when all servers stand together. */
export const sortOwn = (alarms: readonly Alarm<LintCode>[]): Alarm<LintCode>[] =>
  alarms.toSorted(
    (left, right) => compareBytes(left.code, right.code) || compareBytes(left.tool ?? '', right.tool ?? ''),
  );

/** Alarms of all servers, each list in its own order already, by severity and then by server. */
export function together(lists: readonly (readonly Alarm<LintCode>[])[]): Alarm<LintCode>[] {
  const ordered = lists.toSorted((left, right) =>
    compareBytes(left[0]?.server ?? '', right[0]?.server ?? ''),
  );
  return SEVERITIES.flatMap((severity) =>
    ordered.flatMap((list) => list.filter((alarm) => alarm.severity === severity)),
  );
}
