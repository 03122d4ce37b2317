import { hostView, type HostView } from './host-view.ts';
import type { HostPlan, HostTool } from '../hosts/index.ts';
import { judgeChanged, judgeServer, judgeSet, type Judged, type Raised } from './judge.ts';
import { mergeServer, sortOwn, together } from './merge.ts';
import type { LintCode } from './rules.ts';
import type { Alarm, LintHost, LintServer, ServerView } from './types.ts';

export interface LintReport {
  /** By severity, then server, tool and code. */
  readonly alarms: readonly Alarm<LintCode>[];
  /** What a host makes of a server; undefined when either was not part of the question. */
  viewOf(host: LintHost, server: string): ServerView | undefined;
}

export interface Linter {
  readonly hosts: readonly LintHost[];
  /** Judges all servers. Servers that are the same objects as before cost next to nothing. */
  lint(servers: readonly LintServer[]): LintReport;
  /** The same in steps of a few milliseconds, for a caller that has to do other things in between. */
  steps(servers: readonly LintServer[]): Generator<void, LintReport, void>;
}

interface Merged {
  readonly from: readonly (readonly Raised[])[];
  readonly alarms: readonly Alarm<LintCode>[];
}

/** A linter for these hosts; it remembers what it found of every server that it saw last. */
export function createLinter(hosts: readonly LintHost[]): Linter {
  const judged = new WeakMap<ServerView, Judged>();
  const views: readonly HostView[] = hosts.map((host) =>
    hostView(host, (view, plan) => void judged.set(view, judgeServer(host, view, plan))),
  );
  let merged = new Map<LintServer, Merged>();

  /** A view alone was judged when it was made; any other is made of one that was. */
  function judgedOf(view: HostView, one: ServerView): Judged {
    const known = judged.get(one);
    if (known !== undefined) return known;
    const planOf = (tools: readonly HostTool[]): HostPlan => view.planOf(one.server, tools);
    const made =
      one.base === undefined
        ? judgeServer(view.host, one, planOf(one.server.tools))
        : judgeChanged(view.host, one, { view: one.base, judged: judgedOf(view, one.base) }, planOf);
    judged.set(one, made);
    return made;
  }

  function* steps(servers: readonly LintServer[]): Generator<void, LintReport, void> {
    const byServer = servers.map((): (readonly Raised[])[] => []);
    const set: Raised[] = [];
    const seen = new Map<LintHost, readonly ServerView[]>();
    // All hosts look at one server before the next: its tools are at hand then.
    for (const server of servers) {
      for (const view of views) {
        if (view.learn(server)) yield;
      }
    }
    for (const view of views) {
      const { host } = view;
      const own = view.update(servers);
      seen.set(host, own);
      for (const [index, one] of own.entries()) {
        if (!judged.has(one)) yield;
        byServer[index]?.push(judgedOf(view, one).raised);
      }
      const tools = own.reduce((sum, { competing }) => sum + competing, 0);
      set.push(...judgeSet({ host, tools, servers: servers.length }));
    }
    const next = new Map<LintServer, Merged>();
    for (const [index, server] of servers.entries()) {
      const from = byServer[index] ?? [];
      const before = merged.get(server);
      const same = before !== undefined && sameLists(before.from, from);
      next.set(server, same ? before : { from, alarms: sortOwn(mergeServer(server.server, from.flat())) });
    }
    merged = next;
    const alarms = together([
      sortOwn(mergeServer(undefined, set)),
      ...[...next.values()].map((one) => one.alarms),
    ]);
    return {
      alarms,
      viewOf: (host, server) => seen.get(host)?.find((one) => one.server.server === server),
    };
  }

  return {
    hosts,
    steps,
    lint(servers) {
      const run = steps(servers);
      for (;;) {
        const step = run.next();
        if (step.done === true) return step.value;
      }
    },
  };
}

const sameLists = (left: readonly (readonly Raised[])[], right: readonly (readonly Raised[])[]): boolean =>
  left.length === right.length && left.every((one, index) => one === right[index]);
