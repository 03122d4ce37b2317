import * as z from 'zod';
import type { Alarm } from '../../shared/lint/index.ts';

/** One kind of alarm about one server: whom it concerns, without the words. */
const Kind = z.strictObject({
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  tools: z.array(z.string()),
  hosts: z.array(z.string()),
});
type Kind = z.infer<typeof Kind>;

export const Results = z.record(
  z.string(),
  z.strictObject({ package: z.string(), tools: z.number(), alarms: z.array(Kind) }),
);
export type Results = z.infer<typeof Results>;

/** Alarms by code and severity; tools and hosts in order of name, so that a list in another order is no change. */
export function summary(alarms: readonly Alarm[]): Kind[] {
  const groups = Map.groupBy(alarms, ({ code, severity }) => `${code} ${severity}`);
  return [...groups.values()]
    .flatMap((group): Kind[] => {
      const [first] = group;
      if (first === undefined) return [];
      const tools = group.flatMap(({ tool, tools: several = [] }) => (tool === undefined ? several : [tool]));
      const hosts = group.flatMap((alarm) => alarm.hosts.map(({ host }) => host));
      return [
        {
          code: first.code,
          severity: first.severity,
          tools: [...new Set(tools)].toSorted(),
          hosts: [...new Set(hosts)].toSorted(),
        },
      ];
    })
    .toSorted((left, right) => (left.code < right.code ? -1 : left.code > right.code ? 1 : 0));
}
