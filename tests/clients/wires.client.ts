import { describe, expect, it } from 'vitest';
import { recipes, type ClientWay } from '../../electron/runtime/clients/index.ts';
import { script } from '../support/probe.ts';
import { clientFor, runReal, type RealRun } from './harness.ts';

const ok = [{ do: 'text', text: 'OK' }];

/** Slow enough for a call to begin while its response still streams, where the client does that. */
const slowly = script({
  root: [
    [
      { do: 'stream', chunkMs: 150 },
      { do: 'call', tool: 'lookup', args: { query: 'one' } },
    ],
    ok,
  ],
});

/** How a client spells the tool, and how many requests it takes to have it called. */
const spelled: Readonly<Record<string, { readonly name: string; readonly requests: number }>> = {
  gemini: { name: 'mcp_shape_probe_lookup', requests: 2 },
  opencode: { name: 'shape_probe_lookup', requests: 2 },
  // One of them to search.
  qwen: { name: 'mcp__shape_probe__lookup', requests: 3 },
  copilot: { name: 'shape_probe-lookup', requests: 2 },
  cline: { name: 'shape_probe__lookup', requests: 2 },
  continue: { name: 'lookup', requests: 2 },
};

const forms: Readonly<Record<ClientWay['wire'], string>> = {
  messages: 'flat',
  responses: 'flat',
  chat: 'chatFunction',
  gemini: 'functionDeclaration',
};

const turns = ({ of }: RealRun) => of('exchange.request').filter(({ side }) => side !== true);

/** The called tool, as the request that came before its call showed it. */
const shown = (run: RealRun) =>
  turns(run)
    .at(-2)
    ?.observed.find(({ route }) => String(route.tool) === 'lookup');

function expectWhole(run: RealRun): void {
  expect(run.run).toMatchObject({ exit: 0, signal: null, ending: 'exited' });
  expect(run.finalEquals).toBe(true);
  expect(run.of('call.started')).toMatchObject([{ source: 'tap', server: 'shape_probe', tool: 'lookup' }]);
  expect(run.of('call.finished')).toMatchObject([{ outcome: 'ok' }]);
  // No id of the model's is on the MCP wire: the name and the arguments are what tells.
  expect(run.of('call.attributed')).toMatchObject([{ tier: 'structured' }]);
  expect(run.of('call.abstained')).toEqual([]);
}

describe('a complete round trip', () => {
  for (const { id, title, versions, ways } of recipes) {
    const expected = spelled[id];
    const version = versions.at(-1);
    if (expected === undefined || version === undefined) continue;
    for (const way of ways) {
      it(`${title} ${version} over ${way.wire}, ${way.transport}`, async ({ skip }) => {
        const client = await clientFor(id, version, skip);
        const run = await runReal(client, { way, scenario: slowly });
        expectWhole(run);

        expect(turns(run)).toHaveLength(expected.requests);
        expect(shown(run)).toMatchObject({
          form: id === 'qwen' ? 'searchText' : forms[way.wire],
          name: expected.name,
        });
        expect(turns(run).at(-1)?.outputs).toEqual([
          run.of('response.item').find(({ carrier }) => carrier.kind === 'tool')?.callId,
        ]);
        const transports = run.of('exchange.opened').map(({ transport }) => transport);
        expect(new Set(transports)).toEqual(new Set([way.transport]));
        expect(run.of('exchange.opened').at(-1)?.wire).toBe(way.wire === 'messages' ? 'anthropic' : way.wire);

        // OpenCode names its sessions; of the others it is assumed that a process is one thread.
        const evidence = id === 'opencode' ? 'measured' : 'assumed';
        expect(run.of('thread.opened')).toMatchObject([{ role: 'root', evidence }]);

        const [window] = run.of('window.opened');
        const answered = run.of('response.completed').find(({ response }) => response === window?.response);
        expect(window?.openedAt).toBeLessThan(answered?.t ?? 0);
      });
    }
  }
});

describe('a parent and its child', () => {
  const family = script({
    root: [
      [
        { do: 'spawn', child: 'helper' },
        { do: 'call', tool: 'lookup', args: { query: 'parent' } },
      ],
      ok,
    ],
    'child:helper': [
      [{ do: 'call', tool: 'lookup', args: { query: 'child' } }],
      [{ do: 'text', text: 'The child is done.' }],
    ],
  });

  const families = [
    ['opencode', 2],
    ['gemini', 1],
    ['copilot', 1],
  ] as const;

  it.for(families)('%s: threads %i, and both call the tool', async ([id, threads], { skip }) => {
    const version = recipes.find((recipe) => recipe.id === id)?.versions.at(-1) ?? '';
    const client = await clientFor(id, version, skip);
    const run = await runReal(client, { scenario: family });
    expect(run.run).toMatchObject({ exit: 0, ending: 'exited' });
    expect(run.finalEquals).toBe(true);
    expect(run.of('call.finished')).toMatchObject([{ outcome: 'ok' }, { outcome: 'ok' }]);
    const opened = run.of('thread.opened');
    expect(opened).toHaveLength(threads);
    expect(opened.map(({ parent, parentEvidence }) => ({ parent, parentEvidence }))).toEqual(
      [{}, { parent: opened[0]?.thread, parentEvidence: 'measured' }].slice(0, threads),
    );
    const verdicts = run.of('call.attributed');
    expect(verdicts.map(({ tier }) => tier)).toEqual(['structured', 'structured']);
    expect(new Set(verdicts.map(({ thread }) => thread)).size).toBe(threads);
  });
});
