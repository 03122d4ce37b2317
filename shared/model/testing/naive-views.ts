import type { Event, EventOf, Kind } from '../../event.ts';

// Each view worked out anew from a whole list of events, by looking things up in it. For tests: slow, plain, and
// written apart from the reducers.

const ofKind = <K extends Kind>(events: readonly Event[], ...kinds: K[]): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => (kinds as Kind[]).includes(event.kind));

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const seen = ({ seq, t, evidence }: Event) => ({ seq, t, evidence });

export function naiveStatus(events: readonly Event[]) {
  const started = ofKind(events, 'capture.started').at(-1);
  const probe = ofKind(events, 'probe.started').at(-1);
  const after = probe === undefined ? [] : events.slice(events.indexOf(probe));
  const step = ofKind(after, 'probe.step').findLast((event) => event.probe === probe?.probe);
  const end = ofKind(after, 'probe.finished').findLast((event) => event.probe === probe?.probe);
  return {
    version: events.length,
    events: events.length,
    latest: Math.max(0, ...events.map((event) => event.t)),
    dropped: sum(ofKind(events, 'capture.dropped').map((event) => event.count)),
    clockUncertainty: Math.max(0, ...events.map((event) => event.clockUncertainty ?? 0)),
    host: started?.host ?? null,
    simulated: started?.simulated ?? false,
    ended: ofKind(events, 'capture.ended').at(-1)?.reason ?? null,
    probe:
      probe === undefined
        ? null
        : {
            probe: probe.probe,
            client: probe.client,
            version: probe.version ?? null,
            scenario: probe.scenario,
            metaWithheld: probe.metaWithheld,
            step: step?.step ?? null,
            index: step?.index ?? 0,
            of: step?.of ?? 0,
            finished:
              end === undefined
                ? null
                : {
                    exit: end.exit,
                    wallMs: end.wallMs,
                    turnCompleted: end.turnCompleted,
                    finalEquals: end.finalEquals,
                    code: end.code ?? null,
                  },
          },
  };
}

// ---- Servers ------------------------------------------------------------------------------------------------------

const serverKinds = [
  'server.effective',
  'server.startup',
  'client.state',
  'process.state',
  'server.stderr',
  'server.finding',
  'resource.discovered',
  'resource.removed',
  'template.discovered',
  'template.removed',
  'prompt.discovered',
  'prompt.removed',
  'mcp.message',
  'call.finished',
] as const;

const last = <T, V>(values: readonly T[], read: (value: T) => V | undefined): V | undefined =>
  values.map(read).findLast((value) => value !== undefined);

export function naiveServers(all: readonly Event[]) {
  const events = ofKind(all, ...serverKinds).filter(
    (event) => event.kind !== 'call.finished' || event.outcome !== 'skipped',
  );
  return unique(events.map((event) => event.server)).map((server, order) => {
    const own = events.filter((event) => event.server === server);
    const connections = ofKind(own, 'client.state');
    const startups = ofKind(own, 'server.startup');
    const findings = ofKind(own, 'server.finding');
    const stderr = ofKind(own, 'server.stderr');
    const present = (what: 'resource' | 'template' | 'prompt'): number =>
      own.reduce((count, event) => {
        if (event.kind === `${what}.discovered`) return count + 1;
        return event.kind === `${what}.removed` ? Math.max(0, count - 1) : count;
      }, 0);
    const instances = unique(
      ofKind(own, 'client.state', 'process.state').map((event) => event.instance ?? null),
    ).map((instance) => {
      const states = connections.filter((event) => (event.instance ?? null) === instance);
      const processes = ofKind(own, 'process.state').filter((event) => (event.instance ?? null) === instance);
      return {
        instance,
        state: states.at(-1)?.state ?? null,
        era: last(states, (event) => event.era) ?? null,
        eraReason: last(states, (event) => event.eraReason) ?? null,
        protocolVersion: last(states, (event) => event.protocolVersion) ?? null,
        transport: last(states, (event) => event.transport) ?? null,
        process: processes.at(-1)?.state ?? null,
        pid: last(processes, (event) => event.pid) ?? null,
        exitCode: processes.at(-1)?.exitCode ?? null,
        signal: processes.at(-1)?.signal ?? null,
        code: states.at(-1)?.code ?? null,
      };
    });
    return {
      server,
      order,
      state: serverState(own),
      removedFor: (() => {
        const effective = ofKind(own, 'server.effective').at(-1);
        return effective?.kept === false ? (effective.reason ?? null) : null;
      })(),
      era: last(connections, (event) => event.era) ?? null,
      protocolVersion: last(connections, (event) => event.protocolVersion) ?? null,
      transport: last(connections, (event) => event.transport) ?? null,
      required: startups.at(-1)?.required ?? false,
      startupMs: last(startups, (event) => event.durationMs) ?? null,
      code:
        last(ofKind(own, 'server.startup', 'client.state'), (event) =>
          event.kind === 'server.startup' && event.state === 'ready' ? (event.code ?? null) : event.code,
        ) ?? null,
      instances,
      stderrLines: sum(stderr.map((event) => event.lines)),
      stderrBytes: sum(stderr.map((event) => event.bytes)),
      resources: present('resource'),
      templates: present('template'),
      prompts: present('prompt'),
      findings: findings.slice(-200).map((event) => ({
        seq: event.seq,
        code: event.code,
        severity: event.severity,
        tool: event.tool ?? null,
        index: event.index ?? null,
        pointer: event.pointer ?? null,
      })),
      findingCount: findings.length,
      messages: ofKind(own, 'mcp.message').length,
      lastCallMs: ofKind(own, 'call.finished').at(-1)?.durationMs ?? null,
    };
  });
}

function serverState(own: readonly Event[]): string {
  let state = 'idle';
  for (const [index, event] of own.entries()) {
    if (event.kind === 'server.startup') state = event.state === 'starting' ? 'connecting' : event.state;
    if (event.kind === 'server.effective')
      state = event.kept ? (state === 'removed' ? 'idle' : state) : 'removed';
    if (event.kind !== 'client.state') continue;
    const known = ofKind(own.slice(0, index + 1), 'client.state');
    const now = unique(known.map((other) => other.instance)).map(
      (instance) => known.findLast((other) => other.instance === instance)?.state,
    );
    if (now.includes('ready')) state = 'ready';
    else if (now.includes('connecting')) state = 'connecting';
    else if (!['failed', 'cancelled', 'removed'].includes(state)) state = 'closed';
  }
  return state;
}

// ---- Pipeline -----------------------------------------------------------------------------------------------------

const pipelineKinds = [
  'tool.discovered',
  'tool.changed',
  'tool.removed',
  'server.finding',
  'tool.exposed',
  'approval.requested',
  'approval.decided',
  'call.started',
  'call.finished',
] as const;

export function naivePipeline(all: readonly Event[]) {
  const events = ofKind(all, ...pipelineKinds).filter((event) => event.tool !== undefined);
  const keys = unique(events.map((event) => JSON.stringify([event.server, event.tool])));
  return keys.map((key, order) => {
    const own = events.filter((event) => JSON.stringify([event.server, event.tool]) === key);
    return {
      server: own[0]?.server,
      tool: own[0]?.tool,
      order,
      discovery: discovery(own),
      exposures: exposures(own),
      approval: approval(all, own),
      execution: execution(own),
    };
  });
}

function discovery(own: readonly Event[]) {
  const listings = ofKind(own, 'tool.discovered', 'tool.changed', 'tool.removed');
  const findings = ofKind(own, 'server.finding');
  const latest = listings.at(-1);
  const first = latest ?? findings[0];
  if (first === undefined) return null;
  const sinceRemoval = listings.slice(listings.findLastIndex((event) => event.kind === 'tool.removed') + 1);
  const state =
    latest === undefined
      ? 'broken'
      : latest.kind === 'tool.removed'
        ? 'removed'
        : sinceRemoval.some((event) => event.kind === 'tool.changed')
          ? 'changed'
          : 'listed';
  const worst = (['error', 'warning', 'info'] as const).find((severity) =>
    findings.some((event) => event.severity === severity),
  );
  return {
    ...seen(first),
    state,
    findings: unique(
      findings.map(({ code, pointer }) => JSON.stringify({ code, pointer: pointer ?? null })),
    ).map((text): unknown => JSON.parse(text)),
    worst: worst ?? null,
    index:
      last(ofKind(own, 'tool.discovered', 'tool.changed'), (event) => event.index) ??
      findings[0]?.index ??
      null,
  };
}

function exposures(own: readonly Event[]) {
  const all = ofKind(own, 'tool.exposed');
  return unique(all.map((event) => JSON.stringify(event.host))).flatMap((host) => {
    const event = all.findLast((other) => JSON.stringify(other.host) === host);
    if (event === undefined) return [];
    const { exposure, reason, rules, identity, lost, assumed } = event;
    return [
      {
        ...seen(event),
        host: event.host,
        exposure,
        reason,
        rules,
        identity,
        lost,
        assumed,
        path: event.path ?? null,
        thread: event.thread ?? null,
        step: event.step ?? null,
        exchange: event.exchange ?? null,
      },
    ];
  });
}

function approval(all: readonly Event[], own: readonly Event[]) {
  const steps = ofKind(own, 'approval.requested', 'approval.decided');
  const latest = steps.at(-1);
  if (latest === undefined) return null;
  const asked = ofKind(own, 'approval.requested');
  const decided = ofKind(own, 'approval.decided');
  const answered = new Set(ofKind(all, 'approval.decided').map((event) => event.approval));
  const waiting = asked.filter((event) => !answered.has(event.approval)).length;
  const decision = decided.at(-1);
  const words = {
    accept: 'asks',
    acceptForSession: 'session',
    acceptAndRemember: 'always',
    decline: 'denied',
    cancel: 'cancelled',
    skip: 'skipped',
  };
  const word = (event: EventOf<'approval.decided'>): string => {
    if (event.decision !== 'run') return words[event.decision];
    return event.by === 'memory' ? (event.remembered === 'config' ? 'always' : 'session') : 'auto';
  };
  return {
    ...seen(latest),
    state: latest.kind === 'approval.requested' || waiting > 0 ? 'asks' : word(latest),
    decision: decision?.decision ?? null,
    by: decision?.by ?? null,
    path: latest.kind === 'approval.requested' ? latest.rules : latest.path,
    reason: asked.at(-1)?.reason ?? null,
    destructive: asked.at(-1)?.destructive ?? false,
    waiting,
    decided: decided.length,
    refused: decided.filter((event) => ['decline', 'cancel', 'skip'].includes(event.decision)).length,
    waitedMs: decision?.waitedMs ?? null,
    call: latest.call,
  };
}

function execution(own: readonly Event[]) {
  const steps = ofKind(own, 'call.started', 'call.finished');
  const latest = steps.at(-1);
  if (latest === undefined) return null;
  const ended = ofKind(own, 'call.finished');
  const counted = (outcomes: readonly string[]): number =>
    ended.filter((event) => outcomes.includes(event.outcome)).length;
  const running = ofKind(own, 'call.started').filter(
    (event) => !ended.some((end) => end.call === event.call),
  ).length;
  return {
    ...seen(latest),
    state: latest.kind === 'call.started' ? 'running' : latest.outcome,
    ms: latest.kind === 'call.started' ? null : latest.durationMs,
    code: latest.kind === 'call.started' ? null : (latest.code ?? null),
    call: latest.call,
    calls: ended.length + running,
    running,
    ok: counted(['ok']),
    failed: counted(['toolError', 'protocolError', 'transportError', 'timeout', 'cancelled']),
    skipped: counted(['skipped']),
  };
}

// ---- Latency ------------------------------------------------------------------------------------------------------

/** Durations that count, and errors, by tool. */
export function naiveLatency(all: readonly Event[]) {
  const events = ofKind(all, 'call.finished').filter((event) => event.outcome !== 'skipped');
  return unique(events.map((event) => JSON.stringify([event.server, event.tool]))).map((key) => {
    const own = events.filter((event) => JSON.stringify([event.server, event.tool]) === key);
    return {
      key,
      errors: own.filter((event) => event.outcome !== 'ok').length,
      durations: own
        .filter((event) => ['ok', 'toolError', 'protocolError'].includes(event.outcome))
        .map((event) => event.durationMs)
        .toSorted((a, b) => a - b),
    };
  });
}
