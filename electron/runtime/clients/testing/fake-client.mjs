// A client for tests: does what its orders say, one after the other, and prints what it found as JSON lines.
//   node fake-client.mjs ORDERS       ORDERS: a JSON array of [verb, ...operands]
import { spawn } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir, networkInterfaces, userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const say = (what, value) => process.stdout.write(`${JSON.stringify({ what, value })}\n`);
const attempt = (work) => {
  try {
    return work();
  } catch (error) {
    return `! ${error.code ?? error.message}`;
  }
};

/** One conversation with a stdio server: handshake, list, and a call of each named tool. */
async function useServer({ command, args, env }, tools) {
  const server = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const waiting = new Map();
  let rest = '';
  server.stdout.on('data', (chunk) => {
    rest += chunk;
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      waiting.get(message.id)?.(message);
    }
  });
  let id = 0;
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      send({ id, method, params });
    });
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'fake', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  await ask('tools/list');
  for (const [index, name] of tools.entries()) {
    const _meta = { 'claudecode/toolUseId': `toolu_${index}` };
    await ask('tools/call', { name, arguments: { query: 'one' }, _meta });
  }
  server.stdin.end();
  await new Promise((resolve) => server.once('exit', resolve));
}

const verbs = {
  environment: () => say('environment', process.env),
  interfaces: () => say('interfaces', Object.keys(networkInterfaces())),
  homes: () => say('homes', [homedir(), attempt(() => readdirSync(userInfo().homedir))]),
  list: (path) =>
    say(
      'list',
      attempt(() => readdirSync(path)),
    ),
  read: (path) =>
    say(
      'read',
      attempt(() => readFileSync(path, 'utf8')),
    ),
  write: (path) => say('write', attempt(() => writeFileSync(path, 'x')) ?? 'written'),
  fetch: async (url) => say('fetch', await (await fetch(url)).text()),
  resolve: async (name) =>
    say(
      'resolve',
      await lookup(name).then(
        () => 'found',
        (error) => error.code,
      ),
    ),
  connect: async (host) =>
    say(
      'connect',
      await new Promise((resolve) => {
        const socket = connect({ host, port: 80, timeout: 3000 }, () => resolve('connected'));
        socket.on('error', (error) => resolve(error.code));
        socket.on('timeout', () => resolve('timeout'));
      }),
    ),
  server: (config, tools) => useServer(JSON.parse(readFileSync(config, 'utf8')), tools),
  /** A helper in a session of its own that knocks at a URL for ever. */
  haunt: (url) => {
    const code = `setInterval(() => fetch(${JSON.stringify(url)}).catch(() => 0), 50)`;
    spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore' }).unref();
  },
  wait: (ms) => wait(ms),
  ignore: (signal) => void process.on(signal, () => say('ignored', signal)),
  print: (line) => void process.stdout.write(line),
  complain: (line) => void process.stderr.write(line),
  exit: (code) => process.exit(code),
  die: (signal) => process.kill(process.pid, signal),
};

for (const [verb, ...operands] of JSON.parse(process.argv[2])) await verbs[verb](...operands);
