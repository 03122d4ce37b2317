import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeCapture } from '../../shared/capture.ts';
import { ServerConfig, type ProbeRequest } from '../../shared/contract.ts';
import type { Event } from '../../shared/event.ts';
import { resolveHost } from '../../shared/hosts/index.ts';
import { formatJson } from '../../shared/json.ts';
import { fileLog } from '../../electron/runtime/event-log.ts';
import type { DeskAnswer, UserDesk } from '../../electron/runtime/host/index.ts';
import { createProvider } from '../../electron/runtime/provider/index.ts';
import { createRecorder, type Recorder } from '../../electron/runtime/recorder.ts';
import { callKey } from '../../electron/runtime/vault.ts';
import { probe, script } from '../support/probe.ts';
import { openSocket } from '../support/socket-client.ts';
import { canary, canaryWord, found } from './canaries.ts';
import { answer } from './leaky.ts';

/** Everything that the program itself printed. */
const printed: string[] = [];

beforeAll(() => {
  vi.stubEnv('CNRY_SECRET', canary('variable'));
  vi.stubEnv('CNRY_OTHER', canary('environment'));
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    vi.spyOn(stream, 'write').mockImplementation((chunk: string | Uint8Array, ...rest: unknown[]) => {
      printed.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
      return Reflect.apply(write, stream, [chunk, ...rest]);
    });
  }
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void printed.push(args.map(String).join(' ')));
  }
});

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const args = (label: string) => ({
  value: canary(label),
  [canary(`${label}-key`)]: [canary(`${label}-deep`)],
});

/** Every kind of action, with a canary in every text that it takes. */
const leak = script(
  {
    root: [
      [
        { do: 'text', text: canary('text') },
        { do: 'call', tool: 'read', args: args('read') },
      ],
      [
        { do: 'search', query: canary('query') },
        {
          do: 'parallel',
          calls: [
            { tool: 'shape', args: args('shape-in') },
            { tool: 'fail', args: args('fail-in') },
          ],
        },
      ],
      [
        { do: 'spawn', child: 'kid' },
        { do: 'call', tool: 'explode', args: args('explode-in') },
      ],
      [{ do: 'call', tool: 'step', args: args('step-in') }],
      [
        { do: 'text', text: canary('before-drop') },
        { do: 'drop' },
        { do: 'call', tool: 'write', args: args('write-in') },
      ],
      [
        { do: 'fail', status: 500 },
        { do: 'call', tool: 'write', args: args('write-again') },
      ],
      [{ do: 'call', tool: canaryWord('Nobody'), args: args('nobody'), blind: true }],
      [{ do: 'waitFor', child: 'kid' }],
      [{ do: 'text', text: canary('last') }],
    ],
    'child:kid': [
      [{ do: 'call', tool: 'read', args: args('child') }],
      [{ do: 'text', text: canary('child-text') }],
    ],
  },
  {
    prompt: canary('prompt'),
    approval: { claude: { rules: { allow: ['mcp__leaky'], ask: ['mcp__leaky__write'] } } },
    answers: {
      hooks: [
        { tool: 'write', choice: 'none' },
        { tool: 'write', choice: 'deny', message: canary('hook') },
      ],
    },
  },
);

interface Home {
  readonly folder: string;
  readonly recorder: Recorder;
  readonly events: readonly Event[];
}

function openHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-canary-'));
  const recorder = createRecorder({
    capture: 'c1',
    name: 'Canary',
    writer: '0.0.0',
    simulated: true,
    openLog: (header) => fileLog(join(folder, 'captures', 'c1.ndjson'), header),
  });
  const events: Event[] = [...recorder.log.read(0, 10)];
  recorder.onEvent((event) => void events.push(event));
  return { folder, recorder, events };
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** Ends the capture and looks everywhere. */
async function leaks({ folder, recorder, events }: Home): Promise<Record<string, string[]>> {
  await recorder.end('finished');
  const files = filesOf(folder);
  expect(files.length).toBeGreaterThan(0);
  const text = {
    events: events.map((event) => formatJson(event)).join('\n'),
    files: files.map((path) => `${path}\n${readFileSync(path, 'latin1')}`).join('\n'),
    export: writeCapture({ header: recorder.header, events }),
    printed: printed.join('\n'),
  };
  rmSync(folder, { recursive: true });
  return Object.fromEntries(Object.entries(text).map(([where, what]) => [where, found(what)]));
}

const nothing = { events: [], files: [], export: [], printed: [] };

const desk = (): UserDesk & { asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    ask: ({ detail }) => {
      asked.push(detail.argumentsJson);
      const reply: DeskAnswer = {
        decision: 'accept',
        editedArgumentsJson: JSON.stringify({ value: canary('edited') }),
      };
      return Promise.resolve(
        asked.length === 1 ? reply : { decision: 'decline', message: canary('declined') },
      );
    },
  };
};

async function run(
  host: ProbeRequest['host'],
  config: ServerConfig,
  modelClass?: ProbeRequest['modelClass'],
) {
  const home = openHome();
  const person = desk();
  const of: Parameters<typeof probe>[4] = {
    recorder: home.recorder,
    events: home.events,
    of: (kind) =>
      home.events.filter((event): event is Extract<Event, { kind: typeof kind }> => event.kind === kind),
  };
  const played = await probe(
    host,
    leak,
    { server: 'leaky', approve: 'ask', ...(modelClass === undefined ? {} : { modelClass }) },
    { servers: () => config, desk: person },
    of,
  );
  return { home, person, played };
}

describe('canaries', { timeout: 60_000 }, () => {
  it('are found where they are', () => {
    expect(found(`{"a":"${canary('x')}"} ${canaryWord('Y')}`)).toHaveLength(2);
    expect(found('nothing here')).toEqual([]);
  });

  it.each([
    ['codex', 'exec'],
    ['codex', 'search'],
    ['claude', 'flat'],
  ] as const)(
    'of a whole run over stdio stay out of everything that is kept (%s, %s)',
    async (host, modelClass) => {
      const cwd = mkdtempSync(join(tmpdir(), `${canary('folder')}-`));
      const config = ServerConfig.parse({
        name: 'leaky',
        transport: {
          kind: 'stdio',
          command: process.execPath,
          args: [fileURLToPath(new URL('./leaky-stdio.ts', import.meta.url)), `--token=${canary('argv')}`],
          cwd,
          env: {
            [canaryWord('Name')]: { kind: 'text', value: canary('env-text') },
            SECRET: { kind: 'variable', variable: 'CNRY_SECRET' },
          },
        },
      });
      const { home, person, played } = await run(host, config, modelClass);
      rmSync(cwd, { recursive: true });
      expect(played.result).toMatchObject({ exit: 0, finalEquals: true });
      // They did go through: into the dialog, and into the memory that a window may ask by call id.
      expect(person.asked[0]).toContain(canary('write-in'));
      const calls = played.of('call.started');
      expect(new Set(calls.map((call) => call.tool as string))).toEqual(
        new Set(['read', 'shape', 'fail', 'explode', 'step', 'write']),
      );
      const kept = calls.map((call) =>
        formatJson([
          home.recorder.vault.get(callKey(call.call, 'arguments')),
          home.recorder.vault.get(callKey(call.call, 'result')),
        ]),
      );
      expect(kept.join()).toContain(canary('child'));
      expect(kept.join()).toContain(canary('edited'));
      expect(kept.join()).toContain(canary('tool-error'));
      expect(await leaks(home)).toEqual(nothing);
    },
  );

  it('of a whole run over HTTP do so too: address, headers, session', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.url} ${formatJson(request.headers)}`);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        response.setHeader('mcp-session-id', canary('session'));
        response.setHeader('x-made-up', canary('response-header'));
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const messages = answer(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        if (messages.length === 0) return void response.writeHead(202).end();
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const message of messages)
          response.write(`id: ${canary('event-id')}\ndata: ${JSON.stringify(message)}\n\n`);
        return void response.end();
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const config = ServerConfig.parse({
      name: 'leaky',
      transport: {
        kind: 'http',
        url: `http://127.0.0.1:${port}/mcp/${canary('path')}?key=${canary('query-value')}&${canary('query-key')}=1`,
        headers: {
          authorization: { kind: 'text', value: `Bearer ${canary('bearer')}` },
          'x-secret': { kind: 'variable', variable: 'CNRY_SECRET' },
        },
      },
    });
    const { home, played } = await run('claude', config);
    server.closeAllConnections();
    server.close();
    expect(played.result).toMatchObject({ exit: 0 });
    expect(seen.join()).toContain(canary('bearer'));
    expect(seen.join()).toContain(canary('variable'));
    expect(await leaks(home)).toEqual(nothing);
  });

  it('of a server that dies with a secret on its lips do so too', async () => {
    const config = ServerConfig.parse({
      name: 'leaky',
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: ['-e', `console.error("${canary('last-words')}"); process.exit(3)`],
        env: {},
      },
    });
    const { home, played } = await run('codex', config);
    expect(played.result.exit).toBe(1);
    expect(await leaks(home)).toEqual(nothing);
  });

  it.each(['codex', 'claude'] as const)('of strange requests to the provider do so too (%s)', async (id) => {
    const home = openHome();
    const profile = resolveHost(id)?.profile;
    if (profile === undefined) throw new Error('no profile');
    const provider = await createProvider({
      recorder: home.recorder,
      profile,
      scenario: leak,
      registeredTools: () => [],
      key: canary('key'),
    });
    if (!provider.ok) throw new Error(provider.fault.message);
    const { url, close } = provider.value;
    const headers = {
      authorization: `Bearer ${canary('key')}`,
      'x-goog-api-key': canary('google-key'),
      'x-session-id': canary('open-session'),
      'content-type': 'application/json',
      'user-agent': canary('agent'),
      'x-claude-code-session-id': canary('session'),
      'session-id': canary('session'),
      'thread-id': canary('thread'),
      'x-codex-turn-metadata': JSON.stringify({
        thread_id: canary('turn-thread'),
        [canaryWord('Meta')]: canary('turn'),
      }),
      cookie: canary('cookie'),
    };
    const tool = {
      type: 'function',
      name: canaryWord('Tool'),
      description: canary('foreign-description'),
      parameters: { [canaryWord('Parameter')]: 1 },
      [canaryWord('ToolKey')]: 1,
    };
    const exec = {
      type: 'custom',
      name: 'exec',
      description: `tools ALL_TOOLS deferred ${canary('exec-text')}`,
    };
    const body = {
      model: canary('model'),
      stream: true,
      system: canary('system'),
      instructions: canary('instructions'),
      tools: [tool, exec, { type: 'namespace', name: canaryWord('Space'), tools: [tool] }],
      input: [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: canary('user') }] },
        { type: 'function_call_output', call_id: canary('call-id'), output: canary('output') },
        {
          type: 'custom_tool_call',
          id: canary('item'),
          call_id: canary('call-2'),
          name: 'exec',
          input: canary('program'),
        },
      ],
      messages: [
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: canary('tool-use'), content: canary('tool-result') }],
        },
      ],
      previous_response_id: canary('previous'),
      client_metadata: { thread_id: canary('frame-thread'), [canaryWord('Client')]: canary('client') },
      metadata: { user_id: canary('user-id') },
      contents: [
        { role: 'user', parts: [{ text: canary('part') }] },
        {
          role: 'model',
          parts: [{ functionCall: { id: canary('function-call'), name: canaryWord('Tool'), args: {} } }],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { name: canaryWord('Tool'), response: { output: canary('response') } } },
          ],
        },
      ],
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: { type: 'STRING', default: canary('wanted') },
      },
    };
    const paths = [
      '/v1/responses',
      '/v1/messages?beta=true',
      '/v1/chat/completions',
      `/v1beta/models/${canary('model')}:streamGenerateContent?alt=sse&key=${canary('query-key')}`,
      `/${canary('segment')}/v1/messages?${canary('q')}=${canary('v')}`,
      `/v1/models/${canary('model')}`,
      '/v1/messages/count_tokens',
    ];
    const { previous_response_id: _previous, ...fresh } = body;
    const texts = [JSON.stringify(body), JSON.stringify(fresh), `{"cut":"${canary('cut')}`];
    for (const path of paths) {
      for (const text of texts) {
        const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: text });
        await response.text().catch(() => undefined);
      }
    }
    const refused = await fetch(`${url}/v1/models`, {
      headers: { 'x-api-key': canary('wrong-key'), [canary('header-name')]: '1' },
    });
    expect(refused.status).toBe(401);
    const socket = await openSocket(`${url}/v1/responses?${canary('q')}=1`, headers);
    const frames = [
      { type: 'response.create', ...body },
      { type: 'response.create', ...fresh },
      { type: canary('frame-type'), [canaryWord('Frame')]: canary('frame') },
    ];
    for (const frame of frames) {
      socket.send(frame);
      await socket.answer();
    }
    await close();
    const requests = home.events.filter((event) => event.kind === 'exchange.request');
    // Each path with each text, the one without a key, the socket and its frames.
    expect(requests).toHaveLength(paths.length * texts.length + 1 + 1 + frames.length);
    expect(requests.filter((event) => event.toolCount === 3).length).toBeGreaterThan(5);
    // The names of headers are kept, and only they: this one was planted to show that the search sees them.
    const left = await leaks(home);
    const name = canary('header-name');
    expect(left['events']?.every((hit) => hit.endsWith(name))).toBe(true);
    expect(left['printed']).toEqual([]);
  });
});
