import { FactId, HostRef, ModelIdentity, type CallMeta } from '../../event.ts';
import { code, instance, isWire, wire } from './ids.ts';
import {
  chance,
  nextId,
  oneOf,
  pick,
  route,
  someOf,
  tell,
  type SeenCall,
  type Step,
  type World,
} from './world.ts';

const fact = FactId.parse('CX-6.1/2');
const hosts = [
  HostRef.parse({ host: 'codex', version: '0.154.0', modelClass: 'exec' }),
  HostRef.parse({ host: 'claude', version: '2.1.268', modelClass: 'flat' }),
];

const exposed: Step = {
  weight: 3,
  play: (world) =>
    tell(world, {
      kind: 'tool.exposed',
      source: someOf(world, 'host', 'provider'),
      evidence: someOf(world, 'derived', 'measured'),
      host: oneOf(world, hosts) ?? HostRef.parse(hosts[0]),
      ...route(world),
      exposure: someOf(world, 'direct', 'deferred', 'hidden', 'absent'),
      reason: code('model-class'),
      rules: [fact],
      identity: ModelIdentity.parse({ name: 'lookup' }),
      lost: [],
      assumed: chance(world, 3) ? [code('model-class')] : [],
    }),
};

const step: Step = {
  weight: 1,
  play: (world) => {
    const thread = oneOf(world, world.threads);
    if (thread === undefined) return;
    tell(world, {
      kind: 'step.captured',
      source: 'host',
      evidence: 'derived',
      step: nextId(world, 'step'),
      thread,
      snapshot: nextId(world, 'snapshot'),
      manager: nextId(world, 'manager'),
      change: someOf(world, 'first', 'reused'),
      environments: 1,
      list: nextId(world, 'list'),
      tools: 3,
    });
  },
};

const asked: Step = {
  weight: 3,
  play: (world) => {
    const about = { approval: nextId(world, 'approval'), call: nextId(world, 'call'), ...route(world) };
    world.approvals.push(about);
    const thread = oneOf(world, world.threads);
    tell(world, {
      kind: 'approval.requested',
      source: 'host',
      evidence: 'derived',
      ...about,
      ...(thread === undefined || chance(world, 3) ? {} : { thread }),
      rules: [fact],
      reason: code('destructive'),
      offers: ['accept', 'decline'],
      destructive: chance(world, 2),
    });
  },
};

const decided: Step = {
  weight: 3,
  play: (world) => {
    const waiting = chance(world, 3)
      ? undefined
      : world.approvals.splice(pick(world, Math.max(1, world.approvals.length)), 1)[0];
    const about = waiting ?? { call: nextId(world, 'call'), ...route(world) };
    tell(world, {
      kind: 'approval.decided',
      source: 'host',
      evidence: 'derived',
      ...about,
      decision: someOf(
        world,
        'run',
        'accept',
        'acceptForSession',
        'acceptAndRemember',
        'decline',
        'cancel',
        'skip',
      ),
      by: someOf(world, 'policy', 'memory', 'user'),
      path: [fact],
      remembered: someOf(world, 'no', 'session', 'config'),
      edited: chance(world, 5),
      waitedMs: pick(world, 500),
    });
  },
};

const sampling: Step = {
  weight: 1,
  play: (world) => {
    const id = nextId(world, 'sampling');
    const { server } = route(world);
    tell(world, {
      kind: 'sampling.requested',
      source: 'mcp',
      evidence: 'measured',
      sampling: id,
      server,
      messages: pick(world, 5),
      tools: pick(world, 3),
    });
    tell(world, {
      kind: 'sampling.answered',
      source: 'user',
      evidence: 'measured',
      sampling: id,
      action: 'decline',
      by: 'user',
    });
  },
};

const elicitation: Step = {
  weight: 1,
  play: (world) => {
    const id = nextId(world, 'elicitation');
    const { server } = route(world);
    tell(world, {
      kind: 'elicitation.requested',
      source: 'mcp',
      evidence: 'measured',
      elicitation: id,
      server,
      elicitationKind: 'server',
      mode: 'form',
    });
    tell(world, {
      kind: 'elicitation.answered',
      source: 'user',
      evidence: 'measured',
      elicitation: id,
      action: 'accept',
      by: 'user',
    });
  },
};

/** Ids that are right, too few, wrong or unheard of. */
function metaOf(world: World): { meta?: CallMeta } {
  const item = oneOf(world, world.items.slice(-4));
  if (item === undefined || chance(world, 2)) return {};
  const thread = isWire(item.thread) ? { threadId: item.thread } : {};
  switch (pick(world, 7)) {
    case 0:
    case 1:
      return {
        meta: { ...thread, itemId: item.item, ...(item.callId === undefined ? {} : { callId: item.callId }) },
      };
    case 2:
      return { meta: { ...thread, itemId: item.item, callId: wire('a nested call') } };
    case 3:
      return { meta: { toolUseId: item.item } };
    case 4:
      return { meta: thread };
    case 5:
      return { meta: { toolUseId: wire('an item of nobody') } };
    default:
      return { meta: { threadId: wire(`thread ${pick(world, 9)}`), itemId: item.item } };
  }
}

/** A call, perhaps the one that an approval was about. */
const callStarted: Step = {
  weight: 12,
  play: (world) => {
    const held = chance(world, 4)
      ? world.approvals.findLast((other) => !world.started.has(other.call))
      : undefined;
    const { call, server, tool } = held ?? { call: nextId(world, 'call'), ...route(world) };
    const about = { call, server, tool };
    world.started.add(call);
    world.running.push({ ...about, startedAt: world.now });
    tell(world, {
      kind: 'call.started',
      source: 'mcp',
      evidence: 'measured',
      ...about,
      ...(chance(world, 2) ? { instance: instance(about.server, 1 + pick(world, 2)) } : {}),
      ...(chance(world, 6) ? { clockUncertainty: 2 } : {}),
      ...metaOf(world),
      ...(chance(world, 3) ? {} : { argumentsDigest: wire(`arguments ${pick(world, 2)}`) }),
      argumentBytes: 20,
      origin: someOf(world, 'client', 'client', 'host', 'client', 'user'),
    });
  },
};

const callFinished: Step = {
  weight: 12,
  play: (world) => {
    const running = world.running.splice(pick(world, Math.max(1, world.running.length)), 1)[0];
    finish(world, running ?? { call: nextId(world, 'call'), ...route(world), startedAt: world.now });
  },
};

function finish(world: World, { call, server, tool, startedAt }: SeenCall): void {
  tell(world, {
    kind: 'call.finished',
    source: 'mcp',
    evidence: 'measured',
    call,
    server,
    tool,
    ...(chance(world, 6) ? { clockUncertainty: 2 } : {}),
    outcome: someOf(
      world,
      'ok',
      'ok',
      'toolError',
      'protocolError',
      'transportError',
      'timeout',
      'cancelled',
      'skipped',
    ),
    durationMs: Math.max(0, world.now - startedAt),
    resultBytes: pick(world, 900),
    content: [{ type: 'text', count: 1 }],
    structured: chance(world, 3),
    violations: 0,
  });
}

const during: Step = {
  weight: 2,
  play: (world) => {
    const about = oneOf(world, world.running);
    if (about === undefined) return;
    const { call, server, tool } = about;
    if (chance(world, 2)) {
      tell(world, {
        kind: 'call.progress',
        source: 'mcp',
        evidence: 'measured',
        call,
        server,
        tool,
        progress: pick(world, 9),
        total: 9,
      });
      return;
    }
    if (chance(world, 3)) {
      tell(world, {
        kind: 'call.task',
        source: 'mcp',
        evidence: 'measured',
        call,
        server,
        tool,
        status: someOf(world, 'working', 'inputRequired', 'completed', 'failed', 'cancelled'),
      });
      return;
    }
    tell(world, {
      kind: 'call.projected',
      source: 'host',
      evidence: 'derived',
      call,
      server,
      tool,
      projection: someOf(world, 'model', 'event', 'history'),
      form: someOf(world, 'content', 'text'),
      bytes: pick(world, 99),
      dropped: [],
      rules: [fact],
    });
  },
};

const reported: Step = {
  weight: 4,
  play: (world) => {
    const about = world.running.at(-1) ?? route(world);
    const thread = oneOf(world, world.threads);
    const item = oneOf(world, world.items.slice(-3));
    tell(world, {
      kind: 'client.reported',
      source: 'client',
      evidence: 'reported',
      what: someOf(world, 'callStarted', 'callFinished', 'turnCompleted'),
      server: about.server,
      tool: about.tool,
      ...(thread === undefined || chance(world, 4) ? {} : { thread }),
      ...(item === undefined || chance(world, 2) ? {} : { item: item.item }),
    });
  },
};

/** A whole call as the client's own log brackets it. */
const bracketed: Step = {
  weight: 4,
  play: (world) => {
    const thread = oneOf(world, world.threads);
    const where = route(world);
    const log = (what: 'callStarted' | 'callFinished'): void =>
      tell(world, {
        kind: 'client.reported',
        source: 'client',
        evidence: 'reported',
        what,
        ...where,
        ...(thread === undefined ? {} : { thread }),
      });
    log('callStarted');
    world.now += 1;
    const call = nextId(world, 'call');
    world.started.add(call);
    const startedAt = world.now;
    tell(world, {
      kind: 'call.started',
      source: 'mcp',
      evidence: 'measured',
      call,
      ...where,
      ...metaOf(world),
      argumentBytes: 9,
      origin: 'client',
    });
    world.now += 1 + pick(world, 30);
    finish(world, { call, ...where, startedAt });
    world.now += 1;
    log('callFinished');
  },
};

export const flowSteps: readonly Step[] = [
  exposed,
  step,
  asked,
  decided,
  elicitation,
  sampling,
  callStarted,
  callFinished,
  during,
  reported,
  bracketed,
];
