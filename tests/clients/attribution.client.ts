import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../shared/scenario.ts';
import { compareWithheld, type Comparison } from '../../electron/runtime/correlate/index.ts';
import { scenario, script } from '../support/probe.ts';
import { clientFor, runReal, type RealRun } from './harness.ts';

const subjects = [
  ['claude', '2.1.268'],
  ['claude', '2.1.332'],
  ['codex', '0.154.0'],
  ['codex', '0.171.0'],
] as const;

const slow = (query: string, delayMs: number) => ({
  do: 'call',
  tool: 'slow_lookup',
  args: { query, delayMs },
});

/** Two seconds apart and two seconds together: far enough for a busy machine to keep each call in its own window. */
const together = script({
  root: [
    [{ do: 'spawn', child: 'reader' }, { do: 'meet', child: 'reader' }, slow('parent', 4000)],
    [{ do: 'waitFor', child: 'reader' }],
    [{ do: 'text', text: 'OK' }],
  ],
  'child:reader': [
    [{ do: 'wait', ms: 2000 }, slow('child', 4000)],
    [{ do: 'text', text: 'The child is done.' }],
  ],
});

/** The parent runs a tool of its own and starts an agent in one reply, in this order. Durations in ms. */
const ownToolFirst = (parentMs: number, childMs: number): Scenario =>
  script({
    root: [
      [slow('parent', parentMs), { do: 'spawn', child: 'reader' }],
      // Codex does not hear of a child that ended before it began to wait; then it waits for as long as it is told.
      [{ do: 'waitFor', child: 'reader', timeoutMs: 10_000 }],
      [{ do: 'text', text: 'OK' }],
    ],
    'child:reader': [[slow('child', childMs)], [{ do: 'text', text: 'The child is done.' }]],
  });

interface Case {
  readonly what: string;
  readonly scenario: Scenario;
  readonly calls: number;
  readonly threads: number;
  /**
   * Both threads' windows are open at once, so that a call of one may lie in the other's too: how many then have no owner by
   * windows alone, at least and at most. Claude starts the agent while its own tool runs, Codex does so now and then.
   */
  readonly unowned?: Readonly<Record<'claude' | 'codex', readonly [least: number, most: number]>>;
}

const cases: readonly Case[] = [
  { what: 'one lookup', scenario: scenario('lookup'), calls: 1, threads: 1 },
  { what: 'parent and child at once', scenario: together, calls: 2, threads: 2 },
  {
    what: 'own tool and an agent that outlasts it, in one reply',
    scenario: ownToolFirst(1500, 4000),
    calls: 2,
    threads: 2,
    unowned: { claude: [0, 1], codex: [0, 1] },
  },
  {
    what: 'own tool and an agent that it outlasts, in one reply',
    scenario: ownToolFirst(4000, 1000),
    calls: 2,
    threads: 2,
    unowned: { claude: [1, 1], codex: [0, 1] },
  },
  { what: 'two calls in one reply', scenario: scenario('parallel'), calls: 4, threads: 1 },
];

/** Judged as if there were time: on a busy machine a boundary may come later than a live verdict waits for it. */
const judged = (run: RealRun, withhold: Parameters<typeof compareWithheld>[1]['withhold']): Comparison[] =>
  compareWithheld(run.events, { withhold, waitMs: 5000 });

describe('calls of real clients, with the ids that the client sends and without them', () => {
  for (const [id, version] of subjects) {
    for (const { what, scenario: played, calls, threads, unowned } of cases) {
      const [least, most] = unowned?.[id] ?? [0, 0];
      const alone = most === 0 ? 'the same owner' : 'never another owner';
      it(`${id}@${version}, ${what}: all by their ids; by windows alone ${alone}`, async ({ skip }) => {
        const client = await clientFor(id, version, skip);
        const run = await runReal(client, { scenario: played });
        expect(run.run).toMatchObject({ exit: 0, ending: 'exited' });
        expect(run.finalEquals).toBe(true);

        const owners = judged(run, []).map(({ full }) =>
          full.kind === 'call.attributed' ? { tier: full.tier, thread: full.thread } : { tier: full.reason },
        );
        expect(owners.map(({ tier }) => tier)).toEqual(Array.from({ length: calls }, () => 'meta'));
        expect(new Set(owners.map(({ thread }) => thread)).size).toBe(threads);
        // Said at once, a verdict may abstain where there was no time; it never rests on anything weaker.
        expect(new Set(run.of('call.attributed').map(({ tier }) => tier))).toEqual(new Set(['meta']));

        // Never another owner, whatever is withheld.
        const byWindow = judged(run, ['meta', 'structured', 'lifecycle']);
        expect([...judged(run, ['meta']), ...byWindow].filter((one) => one.says === 'wrong')).toEqual([]);
        expect(byWindow.filter((one) => one.says === 'nothing-to-compare')).toEqual([]);
        const abstained = byWindow.filter((one) => one.says === 'abstains').map(({ without }) => without);
        expect(abstained.length).toBeGreaterThanOrEqual(least);
        expect(abstained.length).toBeLessThanOrEqual(most);
        expect(abstained).toMatchObject(abstained.map(() => ({ reason: 'several-windows' })));
      });
    }

    it(`${id}@${version}, recorded without the ids: nothing of them is in the capture, the verdicts stand`, async ({
      skip,
    }) => {
      const client = await clientFor(id, version, skip);
      const run = await runReal(client, {
        scenario: scenario('parent-child'),
        more: { withholdIds: true },
      });
      expect(run.of('call.started').map(({ meta }) => meta)).toEqual([undefined, undefined]);
      const verdicts = run.of('call.attributed');
      expect(verdicts.map(({ tier }) => tier)).not.toContain('meta');
      expect(new Set(verdicts.map(({ thread }) => thread)).size).toBe(2);
      expect(run.of('call.abstained')).toEqual([]);
    });
  }
});
