import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheFolder,
  findClient,
  newCredential,
  recipeOf,
  runClient,
  type ClientWay,
} from '../../electron/runtime/clients/index.ts';
import { createProvider } from '../../electron/runtime/provider/index.ts';
import { routeTemplate } from '../../electron/runtime/sanitize/route.ts';
import { wireKey } from '../../electron/runtime/vault.ts';
import type { ModelClass } from '../../shared/hosts/index.ts';
import { isObject, parseJson } from '../../shared/json.ts';
import { scenario } from '../support/probe.ts';
import { record, type Recording } from '../support/recording.ts';
import { oursFor, probeTools, registeredFor, SERVER } from './ours.ts';
import { recordingProxy, type RawRequest } from './proxy.ts';
import { createScrubber, type Scrubber } from './scrub.ts';
import { Transcript, type RecordedRequest } from './transcript.ts';

// `npm run transcripts [NAME…]`: runs the real clients and keeps what they sent, without anything that is not ours.

interface Run {
  readonly name: string;
  readonly client: string;
  readonly version: string;
  readonly modelClass?: ModelClass;
  readonly way?: Partial<ClientWay>;
  readonly scenario?: string;
}

const runs: readonly Run[] = [
  { name: 'claude-2.1.268', client: 'claude', version: '2.1.268' },
  { name: 'claude-2.1.268-search', client: 'claude', version: '2.1.268', modelClass: 'search' },
  { name: 'claude-2.1.332', client: 'claude', version: '2.1.332' },
  { name: 'claude-2.1.332-flat', client: 'claude', version: '2.1.332', modelClass: 'flat' },
  { name: 'claude-2.1.332-child', client: 'claude', version: '2.1.332', scenario: 'parent-child' },
  { name: 'codex-0.154.0', client: 'codex', version: '0.154.0' },
  { name: 'codex-0.154.0-search', client: 'codex', version: '0.154.0', modelClass: 'search' },
  { name: 'codex-0.154.0-direct', client: 'codex', version: '0.154.0', modelClass: 'direct' },
  { name: 'codex-0.154.0-http', client: 'codex', version: '0.154.0', way: { transport: 'http' } },
  { name: 'codex-0.154.0-login', client: 'codex', version: '0.154.0', way: { login: 'chatgpt' } },
  { name: 'codex-0.171.0', client: 'codex', version: '0.171.0' },
  { name: 'codex-0.171.0-child', client: 'codex', version: '0.171.0', scenario: 'parent-child' },
  { name: 'gemini-0.61.0', client: 'gemini', version: '0.61.0' },
  { name: 'opencode-1.18.33', client: 'opencode', version: '1.18.33' },
  { name: 'qwen-0.24.4', client: 'qwen', version: '0.24.4' },
  { name: 'copilot-1.0.102', client: 'copilot', version: '1.0.102' },
  { name: 'cline-3.0.65', client: 'cline', version: '3.0.65' },
  { name: 'continue-1.5.47', client: 'continue', version: '1.5.47' },
];

const folder = join(import.meta.dirname, 'recorded');

const must = <T>(
  result: { ok: true; value: T } | { ok: false; fault: { message: string; cause?: string | undefined } },
): T => {
  if (!result.ok) throw new Error(`${result.fault.message} ${result.fault.cause ?? ''}`);
  return result.value;
};

async function recordRun(run: Run): Promise<Transcript> {
  const recipe = recipeOf(run.client);
  if (recipe === undefined) throw new Error(`There is no client ${run.client}.`);
  const signal = new AbortController().signal;
  const client = must(await findClient({ recipe, version: run.version, cache: cacheFolder(), signal }));
  const way = recipe.ways.find(
    ({ transport, login }) =>
      (run.way?.transport ?? transport) === transport && (run.way?.login ?? login) === login,
  );
  if (way === undefined) throw new Error(`${recipe.title} does not talk to a provider in that way.`);
  const registered = registeredFor(run.client, run.version, run.modelClass);
  const played = scenario(run.scenario ?? 'lookup');
  const recording = record();
  const now = new Date();
  const key = newCredential(way.login, now);
  const provider = must(
    await createProvider({
      recorder: recording.recorder,
      profile: registered.profile,
      scenario: played,
      key,
      registeredTools: () => probeTools,
      settings: () => ({ modelClass: registered.plan.modelClass }),
      defaultServer: SERVER,
    }),
  );
  const proxy = await recordingProxy(provider.url);
  try {
    const { exit } = must(
      await runClient({
        recorder: recording.recorder,
        client,
        way,
        ...(run.modelClass === undefined ? {} : { modelClass: run.modelClass }),
        providerUrl: proxy.url,
        key,
        server: {
          name: SERVER,
          command: process.execPath,
          args: [join(import.meta.dirname, '../../electron/probe-servers/shape-probe-legacy.ts')],
          env: {},
        },
        tools: probeTools.map(({ tool }) => tool),
        prompt: played.prompt,
        timeoutMs: 90_000,
        signal,
        now,
      }),
    );
    if (exit !== 0) throw new Error(`${run.name} ended with ${exit}.`);
  } finally {
    await proxy.close();
    await provider.close();
  }
  const scrubber = createScrubber(oursFor(registered, played));
  const calls = rawCalls(recording);
  const raw = new Set<string>();
  collect([proxy.requests, calls], raw);
  return Transcript.parse({
    transcript: 1,
    client: run.client,
    version: run.version,
    ...(run.modelClass === undefined ? {} : { modelClass: run.modelClass }),
    wire: way.wire,
    transport: way.transport,
    scenario: played.id,
    requests: proxy.requests.map((request) => scrubbed(request, scrubber)),
    items: itemsOf(recording, raw, scrubber),
    calls: calls.map(({ tool, meta }) => ({ tool, meta: scrubber.body(meta) })),
  });
}

/** The path as a template with the keys of its query: a model's name may stand in it. */
function pathOf(url: string): string {
  const { route, queryKeys } = routeTemplate(url);
  const query = queryKeys.map((one) => `${one}=x`).join('&');
  return query === '' ? route : `${route}?${query}`;
}

function scrubbed(request: RawRequest, scrubber: Scrubber): RecordedRequest {
  switch (request.over) {
    case 'http':
      return {
        over: 'http',
        method: request.method,
        path: pathOf(request.url),
        headers: scrubber.headers(request.headers),
        body: request.body === null ? null : scrubber.body(request.body),
      };
    case 'socket':
      return {
        over: 'socket',
        socket: request.socket,
        path: pathOf(request.url),
        headers: scrubber.headers(request.headers),
      };
    case 'frame':
      return { over: 'frame', socket: request.socket, body: scrubber.body(request.body) };
  }
}

/** `_meta` of the calls as they stood on the pipe; the tap keeps its bytes in memory. */
function rawCalls({ of, recorder }: Recording): { tool: string; meta: Record<string, unknown> }[] {
  return of('mcp.message').flatMap(({ seq, type, method, direction }) => {
    if (type !== 'request' || String(method) !== 'tools/call' || direction !== 'toServer') return [];
    const payload = recorder.vault.get(wireKey(seq));
    const message: unknown = payload.state === 'kept' ? parseJson(payload.text) : undefined;
    const params = isObject(message) && isObject(message['params']) ? message['params'] : {};
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    return [{ tool: String(params['name']), meta }];
  });
}

/** Every string of a value, those inside of JSON texts too. */
function collect(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    into.add(value);
    if (/^\s*[[{]/.test(value)) {
      try {
        collect(parseJson(value), into);
      } catch {
        // A text that only begins like JSON.
      }
    }
  } else if (Array.isArray(value)) for (const one of value as unknown[]) collect(one, into);
  else if (isObject(value)) collect(Object.values(value), into);
}

/** Ids of the items that can carry a call: events have digests of them, and what came back on a wire tells the rest. */
function itemsOf({ of, recorder }: Recording, raw: ReadonlySet<string>, scrubber: Scrubber) {
  const known = new Map([...raw].map((text) => [String(recorder.gate.wireId(text)), text]));
  return of('response.item')
    .filter(({ callId }) => callId !== undefined)
    .map(({ item, callId }) => ({
      item: scrubber.id(known.get(item)),
      callId: scrubber.id(known.get(String(callId))),
    }));
}

const wanted = new Set(process.argv.slice(2));
const chosen = runs.filter(({ name }) => wanted.size === 0 || wanted.has(name));
let failures = 0;
for (const run of chosen) {
  try {
    const transcript = await recordRun(run);
    const text = `${JSON.stringify(transcript, undefined, 1)}\n`;
    writeFileSync(join(folder, `${run.name}.json`), text);
    console.log(`${run.name}: ${transcript.requests.length} requests, ${text.length} bytes`);
  } catch (error) {
    failures += 1;
    console.error(`${run.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;
