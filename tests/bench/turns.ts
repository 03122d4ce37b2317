import type { Draft, LocalId } from '../../shared/event.ts';
import type { Gate } from '../../electron/runtime/sanitize.ts';

/** Tools of the server that the made-up turns call. */
const TOOLS = 40;
/** Threads that the turns are spread over. */
const THREADS = 16;

/** What a run of a client looks like, turn after turn, raw enough that the gate has its whole work with it. */
export function createTurns(gate: Gate): { readonly setup: Draft[]; turn(number: number): Draft[] } {
  const server = gate.server('bench');
  const instance = gate.instance(server, 1);
  const host = { host: 'codex', version: gate.version('0.154.0'), modelClass: 'direct' } as const;
  const tools = Array.from({ length: TOOLS }, (_, index) => gate.tool(server, `tool_${index}`));
  const threads = Array.from({ length: THREADS }, (_, index) => gate.wireId(`thread-${index}`));
  const mcp = { source: 'mcp', evidence: 'measured', instance } as const;
  const provider = { source: 'provider', evidence: 'measured' } as const;
  const derived = { source: 'host', evidence: 'derived' } as const;

  const pick = <T>(all: readonly T[], index: number): T => {
    const found = all[index % all.length];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  };

  const definition = (name: string): ReturnType<Gate['definition']> => {
    const raw = {
      name,
      description: `Does what ${name} says. `.repeat(4),
      inputSchema: { type: 'object', properties: { query: { type: 'string' }, limit: { type: 'integer' } } },
      annotations: { readOnlyHint: true },
    };
    return gate.definition(server, raw, JSON.stringify(raw).length);
  };

  const setup: Draft[] = [
    ...tools.map((tool, index): Draft => ({
      ...mcp,
      kind: 'tool.discovered',
      server,
      tool,
      index,
      page: 0,
      definition: definition(tool),
    })),
    ...threads.map((thread, index): Draft => ({
      ...provider,
      kind: 'thread.opened',
      thread,
      role: index === 0 ? 'root' : 'child',
      ...(index === 0 ? {} : { parent: pick(threads, 0), parentEvidence: 'measured' as const }),
    })),
  ];

  const message = (
    direction: 'toServer' | 'fromServer',
    type: 'request' | 'response',
    number: number,
  ): Draft => ({
    ...mcp,
    kind: 'mcp.message',
    server,
    direction,
    type,
    id: gate.wireId(`${number}`),
    bytes: 300,
    era: 'legacy',
    ...(type === 'request' ? { method: known(gate, 'tools/call') } : {}),
  });

  const call = (number: number, id: LocalId, item: string): Draft[] => {
    const tool = pick(tools, number);
    const about = { call: id, server, tool };
    return [
      message('toServer', 'request', number),
      {
        ...mcp,
        kind: 'call.started',
        ...about,
        argumentsDigest: gate.argumentsDigest({ query: `q${number}`, limit: number }),
        argumentBytes: 40,
        origin: 'host',
        ...withMeta(
          gate.callMeta({ threadId: `thread-${number % THREADS}`, itemId: item, callId: `call-${number}` }),
        ),
      },
      message('fromServer', 'response', number),
      {
        ...mcp,
        kind: 'call.finished',
        ...about,
        outcome: number % 20 === 0 ? 'toolError' : 'ok',
        durationMs: 5 + (number % 40),
        resultBytes: 900,
        content: [{ type: 'text', count: 1 }],
        structured: false,
        violations: 0,
      },
      ...(['model', 'event', 'history'] as const).map((projection): Draft => ({
        ...derived,
        kind: 'call.projected',
        ...about,
        projection,
        form: 'text',
        bytes: 800,
        dropped: [],
        rules: [gate.fact('CX-7.1')],
      })),
    ];
  };

  return {
    setup,
    turn: (number) => {
      const thread = pick(threads, number);
      const exchange = gate.local('exchange');
      const response = gate.wireId(`response-${number}`);
      const item = `item-${number}`;
      const tool = pick(tools, number);
      const about = { exchange, thread };
      return [
        { ...provider, kind: 'exchange.opened', exchange, wire: 'responses', transport: 'http' },
        {
          ...provider,
          kind: 'exchange.request',
          ...about,
          ...gate.route('/v1/responses'),
          method: known(gate, 'POST'),
          headerNames: gate.headerNames(['authorization', 'content-type', 'session_id', 'user-agent']),
          bytes: 40_000,
          toolCount: TOOLS,
          observed: [],
          envelopes: [],
          outputs: number < THREADS ? [] : [gate.wireId(`call-${number - THREADS}`)],
          prewarm: false,
        },
        {
          ...derived,
          kind: 'tool.exposed',
          host,
          server,
          tool,
          thread,
          exchange,
          exposure: 'direct',
          reason: gate.code('search-off'),
          rules: [gate.fact('CX-5.1')],
          identity: { namespace: gate.modelName('mcp__bench'), name: gate.modelName(tool) },
          lost: [],
          assumed: [],
        },
        { ...provider, kind: 'response.started', ...about, response },
        {
          ...provider,
          kind: 'response.item',
          ...about,
          response,
          item: gate.wireId(item),
          callId: gate.wireId(`call-${number}`),
          itemType: 'function_call',
          carrier: { kind: 'tool', route: { server, tool } },
        },
        ...call(number, gate.local('call'), item),
        { ...provider, kind: 'response.completed', ...about, response, items: 1 },
        { ...provider, kind: 'exchange.closed', exchange, status: 200, bytes: 2000, durationMs: 40 },
      ];
    },
  };
}

const withMeta = (meta: ReturnType<Gate['callMeta']>) => (meta === undefined ? {} : { meta });

function known(gate: Gate, key: string) {
  const found = gate.knownKey(key);
  if (found === undefined) throw new Error(`The gate does not know ${key}.`);
  return found;
}
