import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCorrelator } from '../../electron/runtime/correlate/index.ts';
import { fileLog } from '../../electron/runtime/event-log.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import type { Connection } from '../../electron/runtime/mcp/types.ts';
import { createRecorder } from '../../electron/runtime/recorder.ts';
import { ServerConfig } from '../../shared/contract.ts';
import type { Result } from '../../shared/fault.ts';
import type { Check } from './check.ts';

const CALM = 17;
const FLOOD_MS = 10_000;
/** Between two calls of one server, ms. */
const PAUSE_MS = 50;
const P95_MS = 50;

const program = path.join(import.meta.dirname, 'crowd-server.mjs');
const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * Twenty servers at once, recorded to disk with the correlator at work: one floods with notifications for ten seconds, one
 * never answers a call, one dies as often as it is started. What do the other seventeen notice of it?
 */
export async function crowd(): Promise<readonly Check[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'throughline-crowd-'));
  const recorder = createRecorder({
    capture: 'crowd',
    name: 'Crowd',
    writer: '0.0.0',
    simulated: false,
    openLog: (header) => fileLog(path.join(home, 'crowd.ndjson'), header),
  });
  const correlator = startCorrelator(recorder);
  const told = { notices: 0, dropped: 0 };
  recorder.onEvent((event) => {
    if (event.kind === 'mcp.message' && event.type === 'notification' && event.direction === 'fromServer')
      told.notices++;
    if (event.kind === 'capture.dropped') told.dropped += event.count;
  });
  let instances = 0;
  const connect = (name: string, mode: readonly string[]): Promise<Result<Connection>> => {
    const transport = { kind: 'stdio', command: process.execPath, args: [program, ...mode], env: {} };
    const config = ServerConfig.parse({ name, transport });
    const instance = recorder.gate.instance(recorder.gate.server(name), ++instances);
    return connectServer({ config, recorder, instance, version: '0.0.0' });
  };
  const call = (connection: Connection, tool: string, timeoutMs = 30_000) =>
    connection.callTool({
      call: recorder.gate.local('call'),
      tool,
      origin: 'user',
      args: { a: 1 },
      timeoutMs,
    });

  const calm = await Promise.all(
    Array.from({ length: CALM }, (_, index) => connect(`calm-${index}`, ['calm'])),
  );
  const open = calm.flatMap((connected) => (connected.ok ? [connected.value] : []));
  const hanging = await connect('hang', ['hang']);
  const flooding = await connect('flood', ['flood', String(FLOOD_MS)]);
  if (open.length !== CALM || !hanging.ok || !flooding.ok) throw new Error('The crowd did not connect.');

  const until = performance.now() + FLOOD_MS;
  let failed = 0;
  const waits: number[] = [];
  const calling = open.map(async (connection) => {
    while (performance.now() < until) {
      const from = performance.now();
      const { outcome } = await call(connection, 'echo');
      waits.push(performance.now() - from);
      if (outcome !== 'ok') failed++;
      await pause(PAUSE_MS);
    }
  });
  let crashes = 0;
  let survived = 0;
  const crashing = (async () => {
    while (performance.now() < until) {
      const connected = await connect('crash', ['crash']);
      if (connected.ok) survived++;
      else crashes++;
      await pause(100);
    }
  })();
  const hung = call(hanging.value, 'echo', FLOOD_MS / 2);
  await Promise.all([...calling, crashing]);
  const late = await hung;
  const counted = await call(flooding.value, 'count');
  const sent = Number(textOf(counted.result));
  // The answer came behind every notice.
  void recorder.log;
  await Promise.all([...open, hanging.value, flooding.value].map((connection) => connection.close()));
  correlator.stop();
  await recorder.end('finished');
  rmSync(home, { recursive: true, force: true });

  waits.sort((a, b) => a - b);
  const p95 = waits[Math.floor(waits.length * 0.95)] ?? Number.NaN;
  return [
    {
      what: 'the seventeen answer: p95',
      figure: `${p95.toFixed(1)} ms of ${waits.length} calls`,
      holds: p95 < P95_MS,
    },
    { what: 'their failed calls', figure: `${failed}`, holds: failed === 0 },
    {
      what: 'the flooder’s notices, seen or counted as dropped',
      figure: `${told.notices} + ${told.dropped} of ${sent}`,
      holds: sent > 0 && told.notices + told.dropped === sent,
    },
    { what: 'the hanging call ends in a timeout', figure: late.outcome, holds: late.outcome === 'timeout' },
    {
      what: 'the crashing server is told as such each time',
      figure: `${crashes} of ${crashes + survived}`,
      holds: crashes > 5 && survived === 0,
    },
  ];
}

function textOf(result: unknown): string {
  const text = JSON.stringify(result);
  return /"text":"(\d+)"/.exec(text)?.[1] ?? '';
}
