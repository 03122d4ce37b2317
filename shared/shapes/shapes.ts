import type { AnyId, Event, EventOf, HeaderName, HostRef } from '../event.ts';
import { Code } from '../event.ts';
import { findings as texts } from '../findings.ts';
import { foldCapture, type CaptureState } from '../model/index.ts';
import { callShapes } from './calls.ts';
import {
  SHAPES_VERSION,
  type Prediction,
  type RequestShape,
  type ShapeFinding,
  type ShapesDocument,
} from './document.ts';
import { predict } from './predict.ts';
import { listedTools, requestShapes } from './requests.ts';
import { serverShapes } from './servers.ts';

type Run = ShapesDocument['run'];

/** What one run showed, as one document: a pure function of the events of its capture. */
export function shapesOf(events: readonly Event[]): ShapesDocument {
  const state = foldCapture(events);
  const numbers = new Map([...state.threads.threads.keys()].map((thread, index) => [thread, index + 1]));
  const threadNumber = (thread: AnyId | undefined): number | null =>
    thread === undefined ? null : (numbers.get(thread) ?? null);
  const tools = listedTools(events);
  const requests = requestShapes(events, tools, threadNumber);
  const { run, host } = runOf(events, requests);
  const prediction = predict({
    host,
    version: run.version ?? undefined,
    modelClass: run.modelClass ?? undefined,
    tools,
    requests,
  });
  return {
    throughline: 'shapes',
    schema: SHAPES_VERSION,
    run: { ...run, modelClass: run.modelClass ?? prediction.profile?.modelClass ?? null },
    requests,
    counts: countsOf(requests),
    headers: headersOf(events, requests),
    servers: serverShapes(events, tools),
    threads: threadsOf(state, requests, threadNumber),
    calls: callShapes(events, state, threadNumber),
    reported: reportedOf(events),
    end: endOf(events),
    prediction,
    findings: findingsOf(prediction, host),
  };
}

/** The built-in host plays a client and is named after it. */
const BUILTIN = 'builtin-';

function runOf(
  events: readonly Event[],
  requests: readonly RequestShape[],
): { run: Run; host: string | undefined } {
  let started: EventOf<'capture.started'> | undefined;
  let probe: EventOf<'probe.started'> | undefined;
  let exposed: HostRef | undefined;
  let networkIsolated: boolean | null = null;
  for (const event of events) {
    if (event.kind === 'capture.started') started ??= event;
    else if (event.kind === 'probe.started') probe ??= event;
    else if (event.kind === 'tool.exposed') exposed ??= event.host;
    else if (event.kind === 'capture.note' && String(event.code) === 'network-isolated')
      networkIsolated = true;
    else if (event.kind === 'capture.note' && String(event.code) === 'not-network-isolated')
      networkIsolated = false;
  }
  // A real client's version and class are those that its probe was told; what it is held to be says nothing of either.
  const ref = probe?.origin === undefined ? (started?.host ?? exposed) : undefined;
  const client = probe?.client ?? (ref === undefined ? null : Code.parse(ref.host));
  const wires = new Map<string, Run['wires'][number]>();
  for (const { wire, transport, side } of requests)
    if (wire !== null && transport !== null && !side) wires.set(`${wire} ${transport}`, { wire, transport });
  return {
    run: {
      writer: started?.writer ?? null,
      simulated: started?.simulated ?? false,
      client,
      version: probe?.version ?? ref?.version ?? null,
      modelClass: probe?.modelClass ?? ref?.modelClass ?? null,
      scenario: probe?.scenario ?? null,
      metaWithheld: probe?.metaWithheld ?? false,
      wires: [...wires.values()],
      platform: started?.platform ?? null,
      arch: started?.arch ?? null,
      networkIsolated,
    },
    host: client?.startsWith(BUILTIN) === true ? client.slice(BUILTIN.length) : (client ?? undefined),
  };
}

/** Rows that say the same of their endpoint are one row with a count. */
function counted<R extends object>(rows: readonly R[]): (R & { count: number })[] {
  const groups = Map.groupBy(rows, (row) => JSON.stringify(row));
  return [...groups.values()].flatMap(([row, ...others]) =>
    row === undefined ? [] : [{ ...row, count: others.length + 1 }],
  );
}

const endpointOf = ({ method, route, wire, transport }: RequestShape) => ({ method, route, wire, transport });

const countsOf = (requests: readonly RequestShape[]): ShapesDocument['counts'] =>
  counted(requests.map((request) => ({ ...endpointOf(request), prewarm: request.prewarm })));

function headersOf(events: readonly Event[], requests: readonly RequestShape[]): ShapesDocument['headers'] {
  const names: (readonly HeaderName[])[] = [];
  for (const event of events) if (event.kind === 'exchange.request') names.push(event.headerNames);
  return counted(
    requests.map((request, index) => ({ ...endpointOf(request), names: [...(names[index] ?? [])] })),
  );
}

function threadsOf(
  { threads }: CaptureState,
  requests: readonly RequestShape[],
  threadNumber: (thread: AnyId | undefined) => number | null,
): ShapesDocument['threads'] {
  return [...threads.threads.values()].map(({ role, evidence, parent, parentEvidence }, index) => ({
    number: index + 1,
    role,
    evidence,
    parent: parent === null ? null : threadNumber(parent),
    parentEvidence,
    requests: requests.filter((request) => request.thread === index + 1).length,
  }));
}

const reportedOf = (events: readonly Event[]): ShapesDocument['reported'] =>
  counted(events.flatMap((event) => (event.kind === 'client.reported' ? [{ what: event.what }] : [])));

function endOf(events: readonly Event[]): ShapesDocument['end'] {
  const finished = events.findLast((event) => event.kind === 'probe.finished');
  if (finished?.kind !== 'probe.finished') return null;
  const { exit, turnCompleted, finalEquals, code, wallMs } = finished;
  return { exit, turnCompleted, finalEquals, code: code ?? null, wallMs };
}

const finding = (code: keyof typeof texts, more: Partial<ShapeFinding> = {}): ShapeFinding => ({
  code: Code.parse(code),
  severity: texts[code].severity,
  ...more,
});

/** A profile that is missing, or not of this version, or wrong. */
function findingsOf(prediction: Prediction, host: string | undefined): ShapeFinding[] {
  if (prediction.profile === null) return host === undefined ? [] : [finding('profile-missing')];
  const wrong = prediction.rows.filter(({ verdict }) => verdict === 'different');
  const alike = Map.groupBy(wrong, ({ stage, field, predicted, observed }) =>
    JSON.stringify([stage, field, predicted, observed]),
  );
  return [
    ...(prediction.nearest ? [finding('profile-nearest')] : []),
    ...[...alike.values()].flatMap((rows) => {
      const [first] = rows;
      const tools = rows.map(({ server, tool }) => ({ server, tool }));
      return first === undefined ? [] : [finding('profile-differs', { field: first.field, tools })];
    }),
  ];
}
