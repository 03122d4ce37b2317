import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exposureFor, foldCapture, pipelineRow } from '../../shared/model/index.ts';
import type { Shape, ShapesDocument } from '../../shared/shapes/document.ts';
import { SERVER, TRANSPORT_HEADERS } from './ours.ts';
import { replay, type Replay } from './replay.ts';
import { Transcript } from './transcript.ts';

const folder = join(import.meta.dirname, 'recorded');
const read = (name: string): Transcript =>
  Transcript.parse(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));

const shown = (shape: Shape): string => {
  switch (shape.form) {
    case 'absent':
      return `absent behind ${shape.behind ?? 'nothing'}`;
    case 'carried':
      return 'carried';
    default:
      return `${shape.form} ${shape.deferral}`;
  }
};

/** How one tool stood in the requests of a thread, one after the other; equal neighbours once. */
const formsOf = ({ requests }: ShapesDocument, tool: string): string[] =>
  requests
    .filter(({ thread }) => thread === 1)
    .map(({ tools }) =>
      tools
        .filter((one) => String(one.tool) === tool)
        .map(shown)
        .join(' and '),
    )
    .filter((form, index, all) => form !== '' && form !== all[index - 1]);

/** How one tool was recorded as exposed, by the form in which it stood. */
const exposedAs: Readonly<Record<string, string>> = {
  'flat none': 'direct, seen-defined',
  'chatFunction none': 'direct, seen-defined',
  'functionDeclaration none': 'direct, seen-defined',
  'namespaced none': 'direct, seen-defined',
  'absent behind exec': 'deferred, seen-behind-exec',
  'absent behind tool_search': 'deferred, seen-behind-search',
  'nameOnly search': 'deferred, seen-named',
  'flat deferLoading and reference search': 'deferred, seen-loaded',
  'searchResult deferLoading': 'deferred, seen-found',
  'searchText search': 'deferred, seen-found',
};

/** What the window shows at the end is the latest. */
function exposuresOf({ of, events }: Replay, tool: string): string[] {
  const own = of('tool.exposed').filter((event) => String(event.tool) === tool);
  const { pipeline } = foldCapture(events);
  const cell = exposureFor(pipelineRow(pipeline, SERVER, tool) ?? fail(), own[0]?.host ?? null);
  expect(cell).toMatchObject({ evidence: 'measured', seq: own.at(-1)?.seq, exchange: own.at(-1)?.exchange });
  return own.map(({ exposure, reason }) => `${exposure}, ${String(reason)}`);
}

const fail = (): never => expect.fail('no row');

const pathOf = ({ requests }: ShapesDocument, tool: string): string | undefined => {
  const shapes = requests.flatMap(({ tools }) => tools.filter((one) => String(one.tool) === tool));
  const last = shapes.findLast((shape) => 'path' in shape && shape.form !== 'reference');
  return last !== undefined && 'path' in last ? last.path.replaceAll(/\d+/g, 'N') : undefined;
};

const keysOf = ({ calls }: ShapesDocument): string[][] =>
  calls.map(({ keys }) => keys.map(({ key, equals }) => `${key} = ${equals.join(', ')}`));

const claude = ['toolUseId = item, callId'];
const codex = ['threadId = thread', 'itemId = item', 'callId = callId', 'turnId = nothing'];
/** A program makes ids of its own for the calls inside of it. */
const nested = ['threadId = thread', 'itemId = item', 'callId = nothing', 'turnId = nothing'];

const deferred = ['nameOnly search', 'flat deferLoading and reference search'];

interface Expected {
  readonly forms: readonly string[];
  /** The latest place; undefined where there is none. */
  readonly path?: string;
  readonly keys: readonly string[];
}

const CHAT = '$.tools[N].function';

const single: Readonly<Record<string, Expected>> = {
  'claude-2.1.268': { forms: ['flat none'], path: '$.tools[N]', keys: claude },
  'claude-2.1.268-search': { forms: deferred, path: '$.tools[N]', keys: claude },
  'claude-2.1.332': { forms: deferred, path: '$.tools[N]', keys: claude },
  'claude-2.1.332-flat': { forms: ['flat none'], path: '$.tools[N]', keys: claude },
  'codex-0.154.0': { forms: ['absent behind exec'], keys: nested },
  'codex-0.154.0-search': {
    forms: ['absent behind tool_search', 'searchResult deferLoading'],
    path: '$.input[N].tools[N].tools[N]',
    keys: codex,
  },
  'codex-0.154.0-direct': { forms: ['namespaced none'], path: '$.tools[N].tools[N]', keys: codex },
  'codex-0.154.0-http': { forms: ['absent behind exec'], keys: nested },
  'codex-0.154.0-login': { forms: ['absent behind exec'], keys: nested },
  'codex-0.171.0': { forms: ['absent behind exec'], keys: nested },
  'gemini-0.61.0': {
    forms: ['functionDeclaration none'],
    path: '$.tools[N].functionDeclarations[N]',
    keys: [],
  },
  'opencode-1.18.33': { forms: ['chatFunction none'], path: CHAT, keys: [] },
  'qwen-0.24.4': {
    forms: ['nameOnly search', 'searchText search'],
    path: '$.messages[N].content[N].text',
    keys: [],
  },
  'copilot-1.0.102': { forms: ['chatFunction none'], path: CHAT, keys: [] },
  'cline-3.0.65': { forms: ['chatFunction none'], path: CHAT, keys: [] },
  'continue-1.5.47': { forms: ['chatFunction none'], path: CHAT, keys: [] },
};

const children: Readonly<
  Record<string, { keys: readonly string[]; evidence: string; forms: readonly string[] }>
> = {
  'claude-2.1.332-child': { keys: claude, evidence: 'derived', forms: deferred },
  'codex-0.171.0-child': {
    keys: nested,
    evidence: 'measured',
    forms: ['absent behind exec'],
  },
};

/** Clients that name no thread have one, which is assumed. OpenCode names its session in a header. */
const NAMES_THREADS = new Set(['claude', 'codex', 'opencode']);

/** Every header name that was sent arrives, and besides them only what the transport adds. */
function expectHeaders(transcript: Transcript, { of }: Replay): void {
  const sent = transcript.requests.flatMap((one) => (one.over === 'frame' ? [] : [Object.keys(one.headers)]));
  const seen = of('exchange.request')
    .filter(({ method }) => String(method) !== 'response.create')
    .map(({ headerNames }) => headerNames.filter((name) => !TRANSPORT_HEADERS.has(name)));
  expect(seen.map((names) => names.toSorted())).toEqual(sent.map((names) => names.toSorted()));
}

describe('a recorded run, sent once more', () => {
  it('is expected, each of them', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    expect(names.toSorted()).toEqual([...Object.keys(single), ...Object.keys(children)].toSorted());
  });

  it.each(Object.entries(single))('%s', async (name, expected) => {
    const transcript = read(name);
    const played = await replay(transcript);
    const { document } = played;
    expect(formsOf(document, 'lookup')).toEqual(expected.forms);
    expect(pathOf(document, 'lookup')).toBe(expected.path);
    expect(exposuresOf(played, 'lookup')).toEqual(expected.forms.map((form) => exposedAs[form] ?? form));
    expect(keysOf(document)).toEqual([expected.keys]);
    const evidence = NAMES_THREADS.has(transcript.client) ? 'measured' : 'assumed';
    expect(document.threads).toMatchObject([{ role: 'root', parent: null, evidence }]);
    // Prediction and observation agree in every field of every tool.
    expect(document.prediction.rows.length).toBeGreaterThan(10);
    expect(document.prediction.rows.filter(({ verdict }) => verdict !== 'equal')).toEqual([]);
    // Every output came back in one request, and only once. Gemini's carry no ids: only the provider that made the calls knows.
    const ids = transcript.wire === 'gemini' ? [] : transcript.items;
    expect(played.of('exchange.request').flatMap(({ outputs }) => outputs)).toHaveLength(ids.length);
    expectHeaders(transcript, played);
  });

  it.each(Object.entries(children))('%s: a parent and its child', async (name, expected) => {
    const transcript = read(name);
    const played = await replay(transcript);
    const { document } = played;
    expect(document.threads).toMatchObject([
      { number: 1, role: 'root', evidence: 'measured', parent: null },
      { number: 2, role: 'child', evidence: 'measured', parent: 1, parentEvidence: expected.evidence },
    ]);
    expect(formsOf(document, 'slow_lookup')).toEqual(expected.forms);
    const [parent, child] = keysOf(document);
    expect(parent).toEqual(expected.keys);
    expect(child).toEqual([
      ...expected.keys,
      ...(expected.evidence === 'measured' ? ['parentThreadId = parentThread'] : []),
    ]);
    const threads = new Set(document.requests.flatMap(({ thread }) => thread ?? []));
    expect(threads).toEqual(new Set([1, 2]));
    expectHeaders(transcript, played);
  });
});
