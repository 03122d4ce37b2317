import { KnownKey, ToolDefinition, Version } from '../../event.ts';
import { code, instance } from './ids.ts';
import { chance, nextId, pick, route, someOf, tell, type Step, type World } from './world.ts';

const seen = { source: 'mcp', evidence: 'measured' } as const;
const definition = ToolDefinition.parse({ bytes: 10 });
const which = (world: World) =>
  chance(world, 3) ? {} : { instance: instance(route(world).server, 1 + pick(world, 2)) };

const listed: Step = {
  weight: 5,
  play: (world) =>
    tell(world, {
      kind: someOf(world, 'tool.discovered', 'tool.discovered', 'tool.changed'),
      ...seen,
      ...route(world),
      index: pick(world, 5),
      page: 0,
      definition,
    }),
};

const removed: Step = {
  weight: 1,
  play: (world) => tell(world, { kind: 'tool.removed', ...seen, ...route(world) }),
};

const others: Step = {
  weight: 2,
  play: (world) =>
    tell(world, {
      kind: someOf(
        world,
        'resource.discovered',
        'resource.removed',
        'template.discovered',
        'template.removed',
        'prompt.discovered',
        'prompt.removed',
      ),
      ...seen,
      server: route(world).server,
      index: pick(world, 5),
    }),
};

const finding: Step = {
  weight: 2,
  play: (world) => {
    const { server, tool } = route(world);
    tell(world, {
      kind: 'server.finding',
      ...seen,
      server,
      code: code('tool-name-unusual'),
      severity: someOf(world, 'info', 'warning', 'error'),
      ...(chance(world, 2) ? {} : { tool }),
    });
  },
};

const authorization: Step = {
  weight: 1,
  play: (world) =>
    tell(world, {
      kind: 'auth.step',
      ...seen,
      ...which(world),
      server: route(world).server,
      step: someOf(world, 'challenge', 'consent', 'token'),
      durationMs: pick(world, 100),
      sent: [],
      answered: [],
      others: pick(world, 3),
      findings: chance(world, 3) ? [code('auth-challenge-missing')] : [],
      ...(chance(world, 3) ? { code: code('auth-declined') } : {}),
    }),
};

const connection: Step = {
  weight: 4,
  play: (world) =>
    tell(world, {
      kind: 'client.state',
      ...seen,
      ...which(world),
      server: route(world).server,
      state: someOf(world, 'connecting', 'ready', 'closed'),
      ...(chance(world, 2)
        ? { era: someOf(world, 'legacy', 'modern'), protocolVersion: Version.parse('2025-11-25') }
        : {}),
      ...(chance(world, 3) ? { code: code('exited') } : {}),
    }),
};

const process: Step = {
  weight: 2,
  play: (world) =>
    tell(world, {
      kind: 'process.state',
      ...seen,
      ...which(world),
      server: route(world).server,
      state: someOf(world, 'spawned', 'exited', 'killed'),
      pid: 100 + pick(world, 9),
    }),
};

const startup: Step = {
  weight: 2,
  play: (world) =>
    tell(world, {
      kind: 'server.startup',
      ...seen,
      server: route(world).server,
      state: someOf(world, 'starting', 'ready', 'failed', 'cancelled'),
      required: chance(world, 2),
      ...(chance(world, 2) ? { durationMs: pick(world, 90) } : {}),
    }),
};

const startupComplete: Step = {
  weight: 1,
  play: (world) => {
    const { server } = route(world);
    tell(world, {
      kind: 'server.startupComplete',
      ...seen,
      ready: [server],
      failed: [],
      cancelled: [],
      requiredFailed: [],
    });
  },
};

const config: Step = {
  weight: 1,
  play: (world) => {
    tell(world, {
      kind: 'config.projected',
      source: 'host',
      evidence: 'derived',
      projection: nextId(world, 'projection'),
      contributors: [],
      pluginsAvailable: false,
    });
    const kept = chance(world, 2);
    tell(world, {
      kind: 'server.effective',
      source: 'host',
      evidence: 'derived',
      server: route(world).server,
      kept,
      ...(kept ? {} : { reason: someOf(world, 'disabled', 'auth') }),
    });
  },
};

const wire: Step = {
  weight: 3,
  play: (world) =>
    tell(world, {
      kind: 'mcp.message',
      ...seen,
      server: route(world).server,
      direction: someOf(world, 'toServer', 'fromServer'),
      type: someOf(world, 'request', 'response'),
      method: KnownKey.parse('tools/call'),
      bytes: pick(world, 900),
    }),
};

const stderr: Step = {
  weight: 1,
  play: (world) =>
    tell(world, {
      kind: 'server.stderr',
      ...seen,
      server: route(world).server,
      lines: 1,
      bytes: pick(world, 90),
    }),
};

const probe: Step = {
  weight: 1,
  play: (world) => {
    const id = nextId(world, 'probe');
    const facts = { source: 'host', evidence: 'measured', probe: id } as const;
    tell(world, {
      kind: 'probe.started',
      ...facts,
      client: code('builtin'),
      scenario: code('overlap'),
      metaWithheld: false,
    });
    tell(world, { kind: 'probe.step', ...facts, step: code('listing'), index: 1, of: 3 });
    if (chance(world, 2)) return;
    tell(world, {
      kind: 'probe.finished',
      ...facts,
      exit: 0,
      wallMs: 10,
      turnCompleted: true,
      finalEquals: true,
    });
  },
};

const capture: Step = {
  weight: 1,
  play: (world) => {
    const seenHere = { source: 'host', evidence: 'measured' } as const;
    switch (pick(world, 12)) {
      case 0:
        tell(world, {
          kind: 'capture.dropped',
          ...seenHere,
          where: code('queue'),
          count: 1 + pick(world, 9),
        });
        return;
      case 1:
        tell(world, { kind: 'capture.ended', ...seenHere, reason: 'stopped' });
        return;
      case 2:
        tell(world, {
          kind: 'capture.started',
          ...seenHere,
          writer: Version.parse('0.1.0'),
          simulated: true,
        });
        return;
      default:
        tell(world, { kind: 'capture.note', ...seenHere, code: code('marked') });
    }
  },
};

export const serverSteps: readonly Step[] = [
  listed,
  removed,
  others,
  finding,
  authorization,
  connection,
  process,
  startup,
  startupComplete,
  config,
  wire,
  stderr,
  probe,
  capture,
];
