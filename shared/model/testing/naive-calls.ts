import type { Event, EventOf, Kind, LocalId } from '../../event.ts';

// Calls and threads worked out anew from a whole list of events. For tests.

const ofKind = <K extends Kind>(events: readonly Event[], ...kinds: K[]): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => (kinds as Kind[]).includes(event.kind));

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];

const aboutCalls = [
  'approval.requested',
  'approval.decided',
  'call.started',
  'call.progress',
  'call.finished',
  'call.projected',
] as const;

export function naiveCalls(all: readonly Event[]) {
  const events = ofKind(all, ...aboutCalls);
  return unique(events.map((event) => event.call)).map((call, order) => naiveCall(all, call, order));
}

function naiveCall(all: readonly Event[], call: LocalId, order: number) {
  const own = ofKind(all, ...aboutCalls).filter((event) => event.call === call);
  const [first] = own;
  const start = ofKind(own, 'call.started').at(-1);
  const end = ofKind(own, 'call.finished').at(-1);
  const seenFrom = first === undefined ? 0 : all.indexOf(first);
  const later = ofKind(all.slice(seenFrom), 'call.attributed', 'call.abstained', 'window.expired').filter(
    (event) => event.call === call,
  );
  const verdict = ofKind(later, 'call.attributed', 'call.abstained').at(-1);
  const progress = ofKind(own, 'call.progress');
  const asks = ofKind(own, 'approval.requested', 'approval.decided');
  return {
    call,
    order,
    server: first?.server,
    tool: first?.tool,
    instance:
      ofKind(own, 'call.started', 'call.finished').findLast((event) => event.instance !== undefined)
        ?.instance ?? null,
    state: callState(own),
    origin: start?.origin ?? null,
    askedBy: asks.findLast((event) => event.thread !== undefined)?.thread ?? null,
    meta: start?.meta ?? null,
    argumentsDigest: start?.argumentsDigest ?? null,
    argumentBytes: start?.argumentBytes ?? null,
    approval: naiveApproval(asks),
    startedAt: start?.t ?? null,
    finishedAt: end?.t ?? null,
    durationMs: end?.durationMs ?? null,
    clockUncertainty: Math.max(
      0,
      ...ofKind(own, 'call.started', 'call.finished').map((event) => event.clockUncertainty ?? 0),
    ),
    evidence: start?.evidence ?? first?.evidence,
    code: end?.code ?? null,
    resultBytes: end?.resultBytes ?? null,
    content: end?.content ?? [],
    structured: end?.structured ?? false,
    violations: end?.violations ?? 0,
    progress:
      progress.length === 0
        ? null
        : {
            count: progress.length,
            progress: progress.at(-1)?.progress,
            total: progress.at(-1)?.total ?? null,
          },
    expired: later.some((event) => event.kind === 'window.expired'),
    verdict: naiveVerdict(verdict),
    projections: naiveProjections(own),
    firstSeq: first?.seq,
    lastSeq: Math.max(...own.map((event) => event.seq), ...later.map((event) => event.seq)),
  };
}

function callState(own: readonly Event[]): string {
  const end = ofKind(own, 'call.finished').at(-1);
  if (end !== undefined) return end.outcome;
  if (ofKind(own, 'call.started').length > 0) return 'running';
  const ask = ofKind(own, 'approval.requested', 'approval.decided').at(-1);
  if (ask === undefined) return 'seen';
  if (ask.kind === 'approval.requested') return 'waiting';
  return ['decline', 'cancel', 'skip'].includes(ask.decision) ? 'refused' : 'approved';
}

function naiveApproval(asks: readonly EventOf<'approval.requested' | 'approval.decided'>[]) {
  const latest = asks.at(-1);
  if (latest === undefined) return null;
  const asked = ofKind(asks, 'approval.requested').at(-1);
  const decided = ofKind(asks, 'approval.decided').at(-1);
  const answer = latest.kind === 'approval.decided' ? latest : undefined;
  return {
    approval: asks.findLast((event) => event.approval !== undefined)?.approval ?? null,
    requestedAt: asked?.t ?? null,
    decidedAt: answer?.t ?? null,
    waitedMs: decided?.waitedMs ?? null,
    decision: answer?.decision ?? null,
    by: answer?.by ?? null,
    path: latest.kind === 'approval.decided' ? latest.path : latest.rules,
    reason: asked?.reason ?? null,
    destructive: asked?.destructive ?? false,
    edited: decided?.edited ?? false,
    remembered: decided?.remembered ?? 'no',
    evidence: latest.evidence,
  };
}

function naiveVerdict(event: EventOf<'call.attributed' | 'call.abstained'> | undefined) {
  if (event === undefined) return null;
  const { t, seq } = event;
  if (event.kind === 'call.abstained')
    return { kind: 'abstained', reason: event.reason, candidates: event.candidates, t, seq };
  return {
    kind: 'attributed',
    evidence: event.evidence,
    tier: event.tier,
    thread: event.thread,
    window: event.window ?? null,
    response: event.response ?? null,
    item: event.item ?? null,
    agrees: event.agrees,
    t,
    seq,
  };
}

function naiveProjections(own: readonly Event[]) {
  const all = ofKind(own, 'call.projected');
  return all
    .filter((event, index) => !all.slice(index + 1).some((later) => later.projection === event.projection))
    .map(({ projection, form, bytes, dropped, rules, evidence, seq }) => ({
      projection,
      form,
      bytes,
      dropped,
      rules,
      evidence,
      seq,
    }));
}
