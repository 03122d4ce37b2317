import { canary, canaryWord } from './canaries.ts';

// What a server would say that puts a secret into every place it can fill. The names and schemas of its tools, and the keys
// of their definitions, are clean: those of a registered server are kept on purpose.

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly _meta?: { readonly progressToken?: string | number } };
}

const properties = { value: { type: 'string', description: 'Any text.' } };
const inputSchema = { type: 'object', properties };
const reads = { readOnlyHint: true, destructiveHint: false };
const vendor = { _meta: { [canary('meta-key')]: canary('meta-value') }, extra: canary('extra') };

const tools = [
  { name: 'read', description: 'Reads.', inputSchema, annotations: reads, ...vendor },
  {
    name: 'shape',
    description: 'Breaks its promise.',
    inputSchema,
    outputSchema: {
      type: 'object',
      properties: { total: { type: 'integer' } },
      required: ['total'],
      additionalProperties: false,
    },
    annotations: reads,
  },
  { name: 'fail', description: 'Fails.', inputSchema, annotations: reads },
  { name: 'explode', description: 'Answers with an error.', inputSchema, annotations: reads },
  { name: 'step', description: 'Reports progress.', inputSchema, annotations: reads },
  {
    name: 'write',
    description: 'Writes.',
    inputSchema,
    annotations: { readOnlyHint: false, destructiveHint: true },
  },
];

const text = (label: string) => ({ type: 'text', text: canary(label) });

const results: Readonly<Record<string, object>> = {
  read: {
    content: [
      text('result'),
      { type: 'resource_link', uri: `file:///${canary('uri')}`, name: canary('link') },
      { type: canaryWord('Type'), value: canary('odd-block') },
    ],
    _meta: { [canary('result-meta')]: canary('result-meta-value') },
  },
  shape: {
    content: [text('shape')],
    structuredContent: { total: canary('not-a-number'), [canaryWord('Key')]: { deep: canary('deep') } },
  },
  fail: { isError: true, content: [text('tool-error')] },
  step: { content: [text('step')] },
  write: { content: [text('write')] },
};

const reply = (id: Message['id'], result: object): object => ({ jsonrpc: '2.0', id, result });
const notify = (method: string, params: object): object => ({ jsonrpc: '2.0', method, params });

function call(message: Message): object[] {
  const name = message.params?.name ?? '';
  const log = notify('notifications/message', {
    level: 'info',
    logger: canary('logger'),
    data: canary('log'),
  });
  const odd = notify(`notifications/${canary('method')}`, { value: canary('notification') });
  if (name === 'explode') {
    const error = {
      code: -32000,
      message: canary('error'),
      data: { [canary('error-key')]: canary('error-data') },
    };
    return [log, { jsonrpc: '2.0', id: message.id, error }];
  }
  const token = message.params?._meta?.progressToken;
  const progress =
    name === 'step' && token !== undefined
      ? [
          notify('notifications/progress', {
            progressToken: token,
            progress: 1,
            total: 2,
            message: canary('progress'),
          }),
        ]
      : [];
  return [log, odd, ...progress, reply(message.id, results[name] ?? { content: [] })];
}

/** The messages that answer one message. */
export function answer(message: Message): object[] {
  switch (message.method) {
    case 'initialize':
      return [
        reply(message.id, {
          protocolVersion: '2025-06-18',
          capabilities: { tools: {}, experimental: { [canary('capability')]: {} } },
          serverInfo: {
            name: canary('server-name'),
            title: canary('server-title'),
            version: canary('server-version'),
          },
          instructions: canary('instructions'),
        }),
      ];
    case 'tools/list':
      return [reply(message.id, { tools, _meta: { [canary('list-meta')]: canary('list-meta-value') } })];
    case 'tools/call':
      return call(message);
    default:
      return message.id === undefined
        ? []
        : [{ jsonrpc: '2.0', id: message.id, error: { code: -32601, message: canary('unknown-method') } }];
  }
}
