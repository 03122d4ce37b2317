import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import type { EventOf } from '../../../shared/event.ts';
import { bundled, probe, scenario, script, withDelay, type ProbeRun } from '../../../tests/support/probe.ts';
import { record } from '../../../tests/support/recording.ts';
import { sampleArguments } from './sample-arguments.ts';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const pids = (run: Pick<ProbeRun, 'of'>): number[] =>
  run
    .of('process.state')
    .flatMap((event) => (event.state === 'spawned' && event.pid !== undefined ? [event.pid] : []));

const listings = (run: ProbeRun): number =>
  run.of('mcp.message').filter((event) => event.method === 'tools/list' && event.direction === 'toServer')
    .length;

interface Interval {
  readonly start: number;
  readonly end: number;
}

const intervals = (run: ProbeRun, tool: string): (Interval & { started: EventOf<'call.started'> })[] =>
  run
    .of('call.started')
    .filter((started) => started.tool === tool)
    .map((started) => {
      const finished = run.of('call.finished').find((event) => event.call === started.call);
      return { started, start: started.t, end: finished?.t ?? Infinity };
    });

const overlap = (left: Interval | undefined, right: Interval | undefined): number =>
  left === undefined || right === undefined
    ? 0
    : Math.min(left.end, right.end) - Math.max(left.start, right.start);

/** Claude Code as it declares every tool at once, so that no search comes between. */
const declaring = (host: 'codex' | 'claude') => (host === 'claude' ? { modelClass: 'flat' as const } : {});

describe('the built-in probe', { timeout: 60_000 }, () => {
  it('offers the bundled scenarios, the tour first', () => {
    expect(bundled.list().map(({ id, hosts, asks }) => [id, hosts.length, asks])).toEqual([
      ['tour', 2, true],
      ['lookup', 2, false],
      ['parent-child', 2, false],
      ['deferred-search', 2, false],
      ['approvals', 2, true],
      ['parallel', 2, false],
      ['list-changed-retry', 2, false],
      ['environment-change', 2, false],
      ['by-name', 1, false],
    ]);
  });

  it.each(['codex', 'claude'] as const)('takes %s on the whole tour', async (host) => {
    const run = await probe(host, withDelay(scenario('tour'), 1200), declaring(host));
    expect(run.result).toMatchObject({ exit: 0, turnCompleted: true, finalEquals: true });
    const outcomes = new Map(run.of('call.finished').map((event) => [event.tool as string, event]));
    expect(outcomes.get('structured_lookup')).toMatchObject({ outcome: 'ok', structured: true });
    expect(outcomes.get('image_lookup')?.content).toEqual([{ type: 'image', count: 1 }]);
    expect(outcomes.get('failing_lookup')?.outcome).toBe('toolError');
    expect(outcomes.get('huge_lookup')?.resultBytes).toBeGreaterThan(1_500_000);
    expect(run.of('call.progress').map((event) => event.progress)).toEqual([1, 2, 3, 4]);
    expect(
      run
        .of('approval.decided')
        .filter((event) => event.tool === 'delete_record')
        .map((event) => event.decision),
    ).toEqual(['accept', 'decline']);
    expect(run.of('server.finding').some((event) => event.tool === 'broken_lookup')).toBe(true);
    const [parent, child] = intervals(run, 'slow_lookup');
    expect(overlap(parent, child)).toBeGreaterThan(0);
    // Every call that ran is attributed to the thread that made it.
    const threadOf = new Map(run.of('approval.decided').map((event) => [event.call, event.thread]));
    for (const verdict of run.of('call.attributed')) expect(verdict.thread).toBe(threadOf.get(verdict.call));
    expect(run.of('call.attributed')).toHaveLength(run.of('call.started').length);
    expect(pids(run).filter(alive)).toEqual([]);
  });

  it.each([
    ['codex', false],
    ['codex', true],
    ['claude', false],
    ['claude', true],
  ] as const)(
    'runs parent and child of %s at the same time (ids withheld: %s)',
    async (host, withholdMeta) => {
      const run = await probe(host, withDelay(scenario('parent-child'), 1500), {
        withholdMeta,
        ...declaring(host),
      });
      expect(run.result.exit).toBe(0);
      expect(run.of('probe.started')[0]?.metaWithheld).toBe(withholdMeta);
      const [root, child] = run.of('thread.opened');
      expect(root).toMatchObject({ role: 'root' });
      expect(child).toMatchObject({
        role: 'child',
        parent: root?.thread,
        parentEvidence: host === 'codex' ? 'measured' : 'derived',
      });
      const calls = intervals(run, 'slow_lookup');
      expect(calls).toHaveLength(2);
      expect(overlap(calls[0], calls[1])).toBeGreaterThan(300);
      // A Codex child starts a server of its own; Claude's shares its parent's.
      expect(new Set(calls.map(({ started }) => started.instance)).size).toBe(host === 'codex' ? 2 : 1);
      expect(calls.every(({ started }) => (started.meta === undefined) === withholdMeta)).toBe(true);
      const verdicts = run.of('call.attributed');
      const threadOf = new Map(run.of('approval.decided').map((event) => [event.call, event.thread]));
      for (const verdict of verdicts) {
        expect(verdict.thread).toBe(threadOf.get(verdict.call));
        expect(verdict.tier === 'meta').toBe(!withholdMeta);
      }
      expect(verdicts).toHaveLength(2);
    },
  );

  it.each(['codex', 'claude'] as const)(
    'lets %s find a deferred tool, call it and read its structured result',
    async (host) => {
      const run = await probe(host, scenario('deferred-search'));
      expect(run.result).toMatchObject({ exit: 0, finalEquals: true });
      const { gate } = run.recorder;
      // Discovered, but not declared.
      expect(run.of('tool.exposed').find((event) => event.tool === 'structured_lookup')).toMatchObject({
        exposure: 'deferred',
        evidence: 'derived',
      });
      const requests = run.of('exchange.request');
      const shown = (index: number) =>
        requests[index]?.observed.find((tool) => tool.route.tool === 'structured_lookup');
      expect(shown(0)?.form).toBe(host === 'codex' ? undefined : 'nameOnly');
      // Searched for, then shown.
      const items = run.of('response.item');
      expect(items[0]).toMatchObject({
        carrier: { kind: 'envelope', name: host === 'codex' ? 'tool_search' : 'ToolSearch' },
      });
      expect(requests[1]?.outputs).toEqual([items[0]?.callId]);
      expect(shown(1)).toMatchObject({
        form: host === 'codex' ? 'searchResult' : 'flat',
        deferLoading: true,
      });
      // Called by the model's name, run by the raw route.
      expect(items[1]).toMatchObject({
        carrier: { kind: 'tool', route: { server: 'shape_probe', tool: 'structured_lookup' } },
      });
      const [started] = run.of('call.started');
      expect(started).toMatchObject({
        server: 'shape_probe',
        tool: 'structured_lookup',
        argumentsDigest: gate.argumentsDigest({ query: 'found' }),
      });
      expect(host === 'codex' ? started?.meta?.itemId : started?.meta?.toolUseId).toBe(items[1]?.item);
      expect(run.of('call.finished')[0]).toMatchObject({ outcome: 'ok', structured: true, violations: 0 });
      expect(run.of('call.projected')[0]).toMatchObject({
        projection: 'model',
        form: 'structured',
        dropped: expect.arrayContaining(['content']),
      });
      // The output closes the circle.
      expect(requests[2]?.outputs).toEqual([items[1]?.callId]);
      expect(run.of('call.attributed')[0]).toMatchObject({ tier: 'meta', item: items[1]?.item });
    },
  );

  it('keeps processes when an environment goes that nothing uses, and replaces the manager when one goes that is used', async () => {
    const run = await probe('codex', scenario('environment-change'));
    expect(run.result.exit).toBe(0);
    const steps = run.of('step.captured');
    expect(steps.map((step) => step.change)).toEqual(['first', 'keyAdvanced', 'newManager', 'reused']);
    expect(steps.map((step) => step.environments)).toEqual([3, 2, 1, 1]);
    const [first, advanced, replaced, last] = steps;
    expect(advanced?.manager).toBe(first?.manager);
    expect(advanced?.snapshot).not.toBe(first?.snapshot);
    expect(replaced?.manager).not.toBe(first?.manager);
    expect(last).toMatchObject({ manager: replaced?.manager, snapshot: replaced?.snapshot });
    // Two servers at first, one of them again for the new manager, and every call by the manager of its step.
    const spawned = run.of('process.state').filter((event) => event.state === 'spawned');
    expect(spawned.map((event) => event.instance)).toEqual(['shape_probe#1', 'box_probe#1', 'shape_probe#2']);
    expect(run.of('call.started').map((event) => event.instance)).toEqual([
      'shape_probe#1',
      'shape_probe#1',
      'shape_probe#2',
    ]);
    expect(new Set(pids(run)).size).toBe(3);
    // The old manager ends when no step holds it any more, before the run does.
    const ended = run.of('process.state').filter((event) => event.state === 'exited');
    expect(ended).toHaveLength(3);
    expect(ended.at(-1)?.instance).toBe('shape_probe#2');
    expect(run.of('server.effective').at(-1)).toMatchObject({
      server: 'box_probe',
      kept: false,
      reason: 'environment',
    });
  });

  it('keeps the list of a step through a retry; the follow-up has the new one', async () => {
    const run = await probe('claude', scenario('list-changed-retry'), declaring('claude'));
    expect(run.result).toMatchObject({ exit: 0, finalEquals: true });
    const [first, second] = run.of('step.captured');
    expect(first?.tools).toBe(9);
    expect(second?.tools).toBe(10);
    expect(second?.list).not.toBe(first?.list);
    expect(second?.manager).toBe(first?.manager);
    const late = run
      .of('exchange.request')
      .map((request) => request.observed.some((tool) => tool.route.tool === 'late_lookup'));
    // Request, retry, follow-ups: the tool was announced before the first of them failed.
    expect(late).toEqual([false, false, true, true]);
    const failed = run.of('response.failed')[0]?.seq ?? 0;
    expect(run.of('tool.discovered').find((event) => event.tool === 'late_lookup')?.seq).toBeLessThan(failed);
    expect(run.of('call.finished').find((event) => event.tool === 'late_lookup')?.outcome).toBe('ok');
    expect(pids(run)).toHaveLength(1);
    expect(listings(run)).toBe(2);
  });

  it.each<['profile' | 'always', number[]]>([
    ['profile', [9, 9, 9]],
    ['always', [9, 10, 10]],
  ])('follows an announced list as Codex does, or as it is told to (%s)', async (listChanges, tools) => {
    const run = await probe('codex', { ...scenario('list-changed-retry'), listChanges });
    expect(run.result.exit).toBe(0);
    expect(run.of('step.captured').map((step) => step.tools)).toEqual(tools);
    // The server's list did change; what the host makes of it is the host's.
    expect(run.of('tool.discovered').filter((event) => event.tool === 'late_lookup')).toHaveLength(1);
    expect(run.of('call.started').some((event) => event.tool === 'late_lookup')).toBe(
      listChanges === 'always',
    );
  });

  it('dispatches deferred and hidden tools by name, and refuses a name that nobody holds', async () => {
    const run = await probe('codex', scenario('by-name'));
    expect(run.result.exit).toBe(0);
    const exposure = (server: string) =>
      run.of('tool.exposed').find((event) => event.server === server && event.tool === 'lookup')?.exposure;
    expect(exposure('shape_probe')).toBe('deferred');
    expect(exposure('hidden_probe')).toBe('hidden');
    expect(run.of('exchange.request').flatMap((request) => request.observed)).toEqual([]);
    expect(run.of('call.finished').map((event) => [event.server, event.tool, event.outcome])).toEqual([
      ['shape_probe', 'lookup', 'ok'],
      ['hidden_probe', 'lookup', 'ok'],
    ]);
    expect(run.of('response.item').map((event) => event.carrier.kind)).toEqual([
      'tool',
      'tool',
      'none',
      'none',
    ]);
  });

  it('tells parallel calls apart by their arguments where these differ', async () => {
    const run = await probe('codex', scenario('parallel'), { withholdMeta: true });
    expect(run.result.exit).toBe(0);
    const digests = run.of('response.item').flatMap((event) => event.argumentsDigest ?? []);
    expect(new Set(digests).size).toBe(3);
    const [one, two, three, four] = intervals(run, 'slow_lookup');
    expect(overlap(one, two)).toBeGreaterThan(0);
    expect(overlap(three, four)).toBeGreaterThan(0);
    const byCall = new Map(run.of('call.attributed').map((event) => [event.call, event]));
    expect([one, two].map((call) => byCall.get(call?.started.call ?? one!.started.call)?.tier)).toEqual([
      'structured',
      'structured',
    ]);
    // Equal arguments: the thread is certain, the item is not.
    for (const call of [three, four]) expect(byCall.get(call!.started.call)?.item).toBeUndefined();
  });
});

describe('the built-in probe and people', { timeout: 60_000 }, () => {
  const ask = script({
    root: [
      [{ do: 'call', tool: 'delete_record', args: { id: 'r1', reason: 'a' } }],
      [{ do: 'call', tool: 'delete_record', args: { id: 'r2', reason: 'b' } }],
      [{ do: 'text', text: 'OK' }],
    ],
  });

  it('puts its questions on the desk and runs the arguments that the person chose', async () => {
    const questions: string[] = [];
    const desk: NonNullable<Parameters<typeof probe>[3]>['desk'] = {
      ask: ({ pending, detail }) => {
        questions.push(
          `${pending.server}/${pending.tool} ${pending.threadRole} ${pending.destructive} ${detail.ifDeclined}`,
        );
        const answer =
          questions.length === 1
            ? ({ decision: 'accept', editedArgumentsJson: '{"id":"r3","reason":"edited"}' } as const)
            : ({ decision: 'decline', message: 'No.' } as const);
        return Promise.resolve(answer);
      },
    };
    const run = await probe('codex', ask, { approve: 'ask' }, { desk });
    expect(run.result.exit).toBe(0);
    expect(questions).toEqual(
      Array.from({ length: 2 }, () => 'shape_probe/delete_record root true user rejected MCP tool call'),
    );
    expect(run.of('approval.requested')[0]).toMatchObject({
      reason: 'destructive',
      destructive: true,
      offers: expect.arrayContaining(['accept', 'decline']),
    });
    expect(run.of('approval.decided')).toMatchObject([
      { decision: 'accept', by: 'user', edited: true, source: 'user' },
      { decision: 'decline', by: 'user', edited: false },
    ]);
    expect(run.of('call.started')).toHaveLength(1);
    expect(run.of('call.started')[0]?.argumentsDigest).toBe(
      run.recorder.gate.argumentsDigest({ id: 'r3', reason: 'edited' }),
    );
    expect(run.of('elicitation.answered').map((event) => event.action)).toEqual(['accept', 'decline']);
  });

  it('answers for all, or for none, when told to', async () => {
    const all = await probe('codex', ask, { approve: 'all' });
    expect(all.of('approval.decided').map((event) => [event.decision, event.by])).toEqual([
      ['accept', 'flag'],
      ['accept', 'flag'],
    ]);
    const none = await probe('claude', { ...ask, approval: {} }, { approve: 'none' });
    expect(none.of('approval.decided').map((event) => [event.decision, event.by])).toEqual([
      ['decline', 'flag'],
      ['decline', 'flag'],
    ]);
    expect(none.of('call.started')).toEqual([]);
    expect(none.of('call.finished').map((event) => event.outcome)).toEqual(['skipped', 'skipped']);
  });

  it('ends when it is cancelled, whatever it waits for, and leaves nothing', async () => {
    const stop = new AbortController();
    const listeners = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
    // A closed listener counts until the loop has turned.
    await expect.poll(listeners).toBe(0);
    const recording = record();
    const asked = Promise.withResolvers<void>();
    const desk: NonNullable<Parameters<typeof probe>[3]>['desk'] = {
      ask: (_question, signal) => {
        asked.resolve();
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => resolve({ decision: 'cancel' }), { once: true }),
        );
      },
    };
    const running = probe('codex', ask, { approve: 'ask' }, { desk, signal: stop.signal }, recording);
    await asked.promise;
    expect(pids(recording).filter(alive)).toHaveLength(1);
    expect(listeners()).toBe(1);
    stop.abort();
    const run = await running;
    expect(run.result).toMatchObject({ exit: 130, turnCompleted: false, fault: { code: 'cancelled' } });
    expect(run.of('approval.decided')[0]).toMatchObject({ decision: 'cancel', by: 'caller' });
    expect(run.of('probe.finished')[0]).toMatchObject({ exit: 130, code: 'cancelled' });
    expect(pids(run).filter(alive)).toEqual([]);
    await expect.poll(listeners).toBe(0);
    const events = run.events.length;
    await sleep(200);
    expect(run.events).toHaveLength(events);
  });
});

describe('the built-in probe and what goes wrong', { timeout: 60_000 }, () => {
  const one = script({
    root: [[{ do: 'call', tool: 'lookup', args: { query: 'a' } }], [{ do: 'text', text: 'OK' }]],
  });

  it('names a scenario, a host, a model class or a server that it does not know', async () => {
    expect((await probe('codex', one, { scenario: 'nowhere' })).result).toMatchObject({
      exit: 1,
      fault: { code: 'scenario-unknown', next: 'Choose one of: test.' },
    });
    expect((await probe('claude', { ...one, hosts: ['codex'] })).result.fault?.code).toBe(
      'scenario-not-for-host',
    );
    expect((await probe('claude', one, { modelClass: 'exec' })).result.fault?.code).toBe(
      'model-class-unknown',
    );
    expect((await probe('codex', one, { server: 'nobody' })).result.fault?.code).toBe('server-unknown');
  });

  const registered = (config: Record<string, unknown>) => {
    const parsed = ServerConfig.parse(config);
    return { servers: (name: string) => (name === parsed.name ? parsed : undefined) };
  };

  it('ends with the cause when the server does not start', async () => {
    const config = {
      name: 'dead',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', 'console.error("FATAL: missing API_KEY"); process.exit(3)'],
        env: {},
      },
    };
    const run = await probe('codex', one, { server: 'dead' }, registered(config));
    expect(run.result).toMatchObject({
      exit: 1,
      turnCompleted: false,
      fault: { code: 'required-server-failed', message: expect.stringContaining('dead') },
    });
    expect(run.of('probe.finished')[0]).toMatchObject({ exit: 1, code: 'required-server-failed' });
  });

  it('plays on a server of the user, with a tool of that server in place of its own', async () => {
    const entry = import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js');
    const config = {
      name: 'everything',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: [new URL(entry).pathname, 'stdio'],
        env: {},
      },
    };
    const run = await probe('codex', one, { server: 'everything', approve: 'none' }, registered(config));
    expect(run.result.exit).toBe(0);
    expect(run.of('tool.exposed').length).toBeGreaterThan(5);
    expect(run.of('config.projected')[0]?.contributors).toEqual([
      { origin: 'user', action: 'set', server: 'everything' },
    ]);
    for (const call of run.of('call.started')) {
      const tool = run.of('tool.discovered').find((event) => event.tool === call.tool);
      expect(tool?.definition.annotations?.readOnlyHint).toBe(true);
    }
  });

  it('goes on behind a broken stream, and gives up after the last retry', async () => {
    const broken = script({
      root: [[{ do: 'text', text: 'half' }, { do: 'drop' }, { do: 'text', text: 'OK' }]],
    });
    expect((await probe('codex', broken)).result).toMatchObject({ exit: 0 });
    const dead = script({
      root: [
        [
          { do: 'fail', status: 503 },
          { do: 'fail', status: 503 },
          { do: 'fail', status: 503 },
          { do: 'text', text: 'OK' },
        ],
      ],
    });
    const gaveUp = await probe('claude', dead);
    expect(gaveUp.result).toMatchObject({ exit: 1, fault: { code: 'http-503' } });
    expect(gaveUp.of('exchange.request')).toHaveLength(3);
    const refused = await probe(
      'codex',
      script({
        root: [
          [
            { do: 'fail', status: 400 },
            { do: 'text', text: 'OK' },
          ],
        ],
      }),
    );
    expect(refused.result.fault?.code).toBe('http-400');
    expect(refused.of('exchange.request')).toHaveLength(1);
  });
});

describe('sample arguments', () => {
  it.each([
    [{ type: 'object' }, {}],
    [
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 3 }, c: { enum: ['x', 'y'] } },
        required: ['a', 'b', 'c'],
      },
      { a: 'synthetic', b: 3, c: 'x' },
    ],
    [{ type: 'object', properties: { a: { type: 'string', format: 'uri' } }, required: ['a'] }, undefined],
    [{ type: 'object', properties: {}, required: ['gone'] }, undefined],
    [{ type: 'string' }, undefined],
    [undefined, undefined],
  ])('of %j', (schema, expected) => {
    expect(sampleArguments(schema)).toEqual(expected);
  });
});
