// Malformed frames, lists and results: whole messages of the protocol, broken in one to three places. The same seed gives
// the same frames.

/** mulberry32: small, seeded, good enough to break things with. */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, pick: (list) => list[below(list.length)] };
}

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { query: { type: 'string', minLength: 1 }, limit: { type: ['integer', 'null'], default: 5 } },
  required: ['query'],
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
};
const annotations = { readOnlyHint: true, destructiveHint: false, audience: ['user'], priority: 0.5 };
const icons = [{ src: 'https://icons.invalid/a.png', mimeType: 'image/png', sizes: ['48x48'] }];
const names = Array.from({ length: 4 }, (_, index) => `tool_${index}`);

/** What a server that is in its right mind answers. */
export const sound = {
  'tools/list': () => ({
    tools: names.map((name) => ({
      name,
      title: name,
      description: `Does ${name}.`,
      inputSchema: schema,
      outputSchema: schema,
      annotations,
      icons,
    })),
  }),
  'resources/list': () => ({
    resources: names.map((name) => ({
      uri: `file:///${name}`,
      name,
      mimeType: 'text/plain',
      size: 5,
      annotations,
    })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: names.map((name) => ({ uriTemplate: `file:///{path}/${name}`, name })),
  }),
  'prompts/list': () => ({
    prompts: names.map((name) => ({
      name,
      arguments: [{ name: 'topic', description: 'What of', required: true }],
    })),
  }),
  'tools/call': () => ({
    content: [
      { type: 'text', text: 'sound', annotations },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'x' } },
    ],
    structuredContent: { query: 'a', limit: 3 },
    isError: false,
  }),
  'resources/read': () => ({
    contents: [
      { uri: 'file:///a', text: 'x' },
      { uri: 'file:///b', blob: 'AAAA' },
    ],
  }),
  'prompts/get': () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'x' } }] }),
  'completion/complete': () => ({ completion: { values: ['a', 'b'], total: 2, hasMore: false } }),
  ping: () => ({}),
};

/** What a server sends of its own accord. */
const unasked = [
  () => ({
    jsonrpc: '2.0',
    method: 'notifications/message',
    params: { level: 'info', logger: 'l', data: { a: 1 } },
  }),
  () => ({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 1, progress: 1, total: 2 },
  }),
  () => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'file:///a' } }),
  () => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1, reason: 'r' } }),
  () => ({ jsonrpc: '2.0', id: 'r', method: 'roots/list' }),
  () => ({
    jsonrpc: '2.0',
    id: 's',
    method: 'sampling/createMessage',
    params: { messages: [], maxTokens: 5 },
  }),
  () => ({
    jsonrpc: '2.0',
    id: 'e',
    method: 'elicitation/create',
    params: { message: 'm', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  }),
  () => ({ jsonrpc: '2.0', id: 999999, result: sound['tools/call']() }),
  () => ({ jsonrpc: '2.0', id: 999999, error: { code: -32603, message: 'm' } }),
];

const deep = (levels) => {
  let value = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const strangers = [
  () => null,
  () => true,
  () => 0,
  () => -1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER * 3,
  () => '',
  () => 'x'.repeat(300),
  () => '\ud800 lone',
  () => '‮\u0000\u001b[31m',
  () => '__proto__',
  () => [],
  () => [null, [], {}],
  () => ({}),
  () => ({ type: 'object' }),
  () => deep(30),
];

const strangeKeys = [
  '__proto__',
  'constructor',
  'jsonrpc',
  '',
  'x-vendor',
  'toString',
  '$ref',
  'type',
  'name',
];

/** Every object and list inside a message. */
function places(value, found = []) {
  if (typeof value !== 'object' || value === null) return found;
  found.push(value);
  for (const inner of Object.values(value)) places(inner, found);
  return found;
}

/** Changes one thing somewhere. */
function breakOnce(message, { below, pick }) {
  const place = pick(places(message));
  const keys = Object.keys(place);
  const key = keys.length === 0 ? 'x' : pick(keys);
  const put = (at, value) =>
    Object.defineProperty(place, at, { value, enumerable: true, writable: true, configurable: true });
  switch (below(6)) {
    case 0:
      delete place[key];
      return;
    case 1:
    case 2:
      put(key, pick(strangers)());
      return;
    case 3:
      put(Array.isArray(place) ? place.length : pick(strangeKeys), pick(strangers)());
      return;
    case 4:
      put(Array.isArray(place) ? place.length : `${key}2`, structuredClone(place[key] ?? null));
      return;
    case 5:
      if (Array.isArray(place)) place.reverse();
      else put(key, [place[key] ?? null]);
  }
}

/** Breaks the text itself. */
function breakText(text, { below, pick }) {
  const at = below(text.length + 1);
  switch (below(9)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return (
        text.slice(0, at) +
        pick(['\u0000', '"', '}', '\\', ',', '\ufeff', '9'.repeat(60), '\r']) +
        text.slice(at)
      );
    case 2:
      return `${pick(['Listening on port 3000', '\ufeff', 'null ', '\u001b[32minfo\u001b[0m ', '[]'])}${text}`;
    case 3:
      return `[${text},${text}]`;
    case 4:
      return text.replace(/"(\w+)":/, '"$1":1,"$1":');
    case 5:
      return text.replace(/\d+/, '1234567890123456789012345678901234567890');
    case 6:
      return `${'['.repeat(below(600))}${text}`;
    case 7:
      return pick([
        '',
        ' ',
        'true',
        '42',
        '"text"',
        'NaN',
        '{',
        '{}',
        '[]',
        '[[]]',
        '[1,2]',
        '{"jsonrpc":"2.0"}',
      ]);
    default:
      return text + text;
  }
}

/** One frame without its line break: `message` broken in structure, in text, or in its bytes. */
function broken(message, dice) {
  for (let times = 1 + dice.below(3); times > 0; times--) breakOnce(message, dice);
  let text = JSON.stringify(message) ?? 'null';
  if (dice.below(3) === 0) text = breakText(text, dice);
  const bytes = Buffer.from(text.replaceAll('\n', ' '));
  if (dice.below(12) === 0 && bytes.length > 0) bytes[dice.below(bytes.length)] = 0x80 + dice.below(0x80);
  return bytes;
}

/** A frame that nobody asked for. */
export const strayFrame = (dice) => broken(dice.pick(unasked)(), dice);

/** A broken answer to a request. */
export const answerFrame = (dice, id, method) =>
  broken({ jsonrpc: '2.0', id, result: (sound[method] ?? sound.ping)() }, dice);
