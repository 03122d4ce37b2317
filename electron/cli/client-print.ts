import { resolveHost } from '../../shared/hosts/index.ts';
import type { ModelRequest, Shown, Timings } from './client-facts.ts';
import type { ClientSummary } from './client-summary.ts';
import { print, styled, type Io } from './io.ts';
import { table } from './table.ts';

const ms = (value: number): string => `${Math.round(value)} ms`;
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

/** What a run of a real client came to, for people. */
export function printClientSummary(io: Io, summary: ClientSummary): void {
  const part = (title: string): void => {
    print(io, '');
    print(io, styled(io, 'bold', title));
  };
  const rows = (all: readonly (readonly string[])[]): void => {
    for (const line of table(all, { indent: 2, width: io.stdout.columns })) print(io, line);
  };

  const { client, version, scenario, exit, fault, way } = summary;
  const good = exit === 0 ? 'as expected' : (fault?.code ?? 'not as expected');
  print(
    io,
    styled(io, 'bold', `${client}${version === null ? '' : ` ${version}`} played ${scenario}: ${good}`),
  );
  const ran = summary.ending !== 'not-started';
  rows([
    [
      'from',
      !ran
        ? 'nowhere: it was never started'
        : summary.origin === 'path'
          ? 'PATH'
          : installedWords(summary.installMs),
    ],
    ['provider', `${way.wire} over ${way.transport}, ${way.login}`],
    ['tools shown as', summary.modelClass ?? 'shipped'],
    ...(ran
      ? [
          ['isolation', isolationWords(summary.isolation)],
          ['ended', endWords(summary)],
          ['turn completed', summary.turnCompleted ? 'yes' : 'no'],
          ['final text as expected', summary.finalEquals ? 'yes' : 'no'],
        ]
      : []),
    ...summary.missing.map(({ says }) => ['missing', says]),
    ...summary.asked.map(({ name, count }) => ['asked in vain', `${name}, ${times(count)}`]),
    ...(summary.left === 0 ? [] : [['left behind', `${summary.left} processes, ended`]]),
  ]);

  if (summary.modelRequests.length > 0) {
    part('Shown to the model');
    rows(shownRows(summary));
  }
  if (summary.calls.length > 0) {
    part(`Calls: ${summary.attributed} attributed, ${summary.abstained} abstained`);
    rows(summary.calls.map(callRow));
    const { agrees, abstains, wrong } = summary.windowsAlone;
    print(io, `  by windows alone: ${agrees} the same, ${abstains} abstained, ${wrong} wrong`);
  }
  if (summary.threads.length > 0) {
    part('Threads and windows');
    rows(threadRows(summary));
  }
  if (ran) {
    part('Timing from the start of the client');
    rows(timingRows(summary.timings));
  }
  if (summary.requests.length > 0) {
    part('Requests');
    rows(
      summary.requests.map(({ method, route, transport, count, statuses }) => [
        `${method} ${route}`,
        transport,
        times(count),
        statuses.join(', '),
      ]),
    );
    for (const { method, route, headers } of summary.requests) {
      for (const { names, count } of headers.filter((one) => one.names.length > 0)) {
        print(io, `  ${method} ${route}, ${times(count)} with ${names.length} header names:`);
        print(io, `    ${names.join(', ')}`);
      }
    }
  }
  print(io, '');
  if (summary.capture !== null) print(io, `Capture ${summary.capture}`);
  if (summary.out !== undefined) print(io, `Capture written to ${summary.out}`);
  if (summary.capture === null && summary.out === undefined)
    print(io, 'The capture was not kept; --keep or --out FILE keeps it.');
}

const installedWords = (installMs: number | null): string =>
  installMs === null ? 'the cache' : `npm, in ${ms(installMs)}`;

function isolationWords({ kind, why }: ClientSummary['isolation']): string {
  if (kind === 'namespaces') return 'own network (loopback only), files and processes';
  switch (why) {
    case 'not-wanted':
      return 'none: not wanted; the network of this machine was open to it';
    default:
      return `none: this system gives none (${why ?? 'unknown'}); the network was open to it`;
  }
}

function endWords({ ending, clientExit, signal, clientMs }: ClientSummary): string {
  switch (ending) {
    case 'not-started':
      return 'never started';
    case 'timeout':
      return `by us, when its time was up, after ${ms(clientMs)}`;
    case 'cancelled':
      return 'by us, cancelled';
    case 'exited':
      return `${signal === null ? `code ${clientExit ?? 'unknown'}` : signal} after ${ms(clientMs)}`;
  }
}

/** Indices differ from tool to tool and from request to request; the shape of the path does not. */
const shapeOf = (path: string): string => path.replaceAll(/\d+/g, 'N');

interface ShownGroup {
  readonly requests: number[];
  readonly paths: Set<string>;
  /** What there is to say besides requests and path. */
  readonly says: readonly string[];
}

/** Requests that show the same in the same way stand in one row. */
function shownRows({ client, modelRequests }: ClientSummary): string[][] {
  const groups = new Map<string, ShownGroup>();
  const put = (request: number, key: string, path: string, says: readonly string[]): void => {
    const group = groups.get(key) ?? { requests: [], paths: new Set(), says };
    groups.set(key, group);
    if (!group.requests.includes(request)) group.requests.push(request);
    group.paths.add(path);
  };
  for (const one of modelRequests) {
    for (const [form, own] of Map.groupBy(one.shown, formOf)) {
      const says = [`${own.length} of the server's tools`, form];
      for (const { path } of own) put(one.request, [...says, shapeOf(path)].join(), path, says);
    }
    if (one.shown.length === 0) {
      const says = [`none of ${one.tools} tools`, absentWords(client, one)];
      put(one.request, says.join(), '', says);
    }
  }
  return [...groups.values()].map(({ requests, paths, says: [what = '', form = ''] }) => {
    const [path = ''] = paths;
    return [`request ${numbers(requests)}`, what, form, paths.size === 1 ? path : shapeOf(path)];
  });
}

/** `1, 3-5`. */
function numbers(list: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const number of list) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

const formOf = ({ form, deferLoading, description, schema }: Shown): string =>
  [
    form,
    ...(deferLoading ? ['deferred'] : []),
    ...(description === 'absent' ? [] : [`description ${description}`]),
    ...(schema === 'absent' ? [] : [`schema ${schema}`]),
  ].join(', ');

/** Only what can lead to a tool of the server counts as something that it stands behind. */
function absentWords(client: string, { tools, behind, prewarm }: ModelRequest): string {
  const own = resolveHost(client)?.profile.envelopes ?? [];
  const leads = behind.filter(({ name }) =>
    own.some(
      (envelope) => envelope.name === name && (envelope.role === 'exec' || envelope.role === 'search'),
    ),
  );
  const warm = prewarm ? ' (warm-up)' : '';
  if (leads.length > 0)
    return `absent, behind ${leads.map(({ name, path }) => `${name} at ${path}`).join(', ')}${warm}`;
  return `${tools === 0 ? 'declares nothing new' : 'absent'}${warm}`;
}

function callRow({ tool, state, durationMs, verdict }: ClientSummary['calls'][number]): string[] {
  return [
    tool,
    state,
    durationMs === null ? '' : ms(durationMs),
    verdict === null
      ? 'no verdict'
      : verdict.verdict === 'attributed'
        ? `${verdict.thread} by ${verdict.tier}${verdict.agrees.length === 0 ? '' : `; ${verdict.agrees.join(', ')} agree`}`
        : `abstained: ${verdict.reason}`,
  ];
}

function threadRows({ threads, windows }: ClientSummary): string[][] {
  return threads.flatMap(({ thread, parent, parentEvidence, role, evidence }) => [
    [
      thread,
      role,
      evidence === 'assumed'
        ? 'assumed: this client sends no thread ids, so one a process'
        : parent === null
          ? evidence
          : `child of ${parent}, ${parentEvidence ?? 'no evidence'}${parentEvidence === 'derived' ? ' from session and agent ids' : ' on the wire'}`,
    ],
    ...windows
      .filter((window) => window.thread === thread)
      .map(({ window, openedAt, closedAt }) => [
        `  ${window}`,
        closedAt === null ? 'still open' : ms(closedAt - openedAt),
        `from ${ms(openedAt)}${closedAt === null ? '' : ` to ${ms(closedAt)}`} of the capture`,
      ]),
  ]);
}

const moments: readonly (readonly [keyof Timings, string])[] = [
  ['listAnswered', 'tools/list answered'],
  ['firstRequestWithTools', 'first request with tools'],
  ['itemCompleted', 'item that calls is complete'],
  ['responseCompleted', 'its response is complete'],
  ['callStarted', 'call reaches the server'],
  ['callFinished', 'call is answered'],
  ['nextRequest', 'request that carries the output'],
  ['ended', 'end'],
];

const timingRows = (timings: Timings): string[][] =>
  moments.flatMap(([moment, says]) => {
    const at = timings[moment];
    return at === null ? [] : [[says, ms(at)]];
  });
