import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileLog } from '../../electron/runtime/event-log.ts';
import { connectServer } from '../../electron/runtime/mcp/connect.ts';
import { readFrame } from '../../electron/runtime/mcp/envelope.ts';
import type { Connection } from '../../electron/runtime/mcp/types.ts';
import { createRecorder, type Recorder } from '../../electron/runtime/recorder.ts';
import { ServerConfig } from '../../shared/contract.ts';
import type { Check } from './check.ts';
import { startFrameServer } from './frames-http.ts';
import { answerFrame, random, sound, strayFrame } from './frames.mjs';

const FRAMES = 100_000;
const STRAYS = 10;
const SEED = 20_261_130;
/** Longest that one request may take, ms; each is ended by a plain error. */
const PATIENCE_MS = 10_000;

/** 200,000 broken frames, half of them over each transport; and what the reader says of each. */
export async function fuzz(): Promise<readonly Check[]> {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  process.on('uncaughtException', note);
  try {
    const checks = [rejected(), ...(await overStdio()), ...(await overHttp())];
    const figure = unhandled.map(String).slice(0, 3).join('; ') || '0';
    return [...checks, { what: 'unhandled errors', figure, holds: unhandled.length === 0 }];
  } finally {
    process.off('unhandledRejection', note);
    process.off('uncaughtException', note);
  }
}

/** Every input that is not a message as it should be has a finding. */
function rejected(): Check {
  const dice = random(SEED);
  const methods = Object.keys(sound);
  let refused = 0;
  const silent: string[] = [];
  for (let number = 0; number < 2 * FRAMES; number++) {
    const frame = number % 2 === 0 ? strayFrame(dice) : answerFrame(dice, number, dice.pick(methods));
    for (const envelope of readFrame(frame)) {
      if (envelope.type !== 'malformed' && envelope.type !== 'text') continue;
      refused++;
      if (envelope.findings.length === 0) silent.push(frame.toString('utf8').slice(0, 80));
    }
  }
  return {
    what: 'rejected frames without a finding',
    figure:
      silent.length === 0
        ? `0 of ${refused}`
        : `${silent.length} of ${refused}: ${silent.slice(0, 3).join(' | ')}`,
    holds: silent.length === 0 && refused > 0,
  };
}

async function overStdio(): Promise<Check[]> {
  const args = [path.join(import.meta.dirname, 'frames-server.mjs'), String(SEED), String(STRAYS)];
  return inRequests('stdio', { kind: 'stdio', command: process.execPath, args, env: {} }, () => undefined);
}

async function overHttp(): Promise<Check[]> {
  const server = await startFrameServer(SEED, STRAYS);
  try {
    return await inRequests('http', { kind: 'http', url: server.url, headers: {} }, server.made);
  } finally {
    await server.close();
  }
}

async function inRequests(
  name: string,
  transport: object,
  madeSoFar: () => number | undefined,
): Promise<Check[]> {
  const home = mkdtempSync(path.join(tmpdir(), 'throughline-fuzz-'));
  const recorder = createRecorder({
    capture: name,
    name,
    writer: '0.0.0',
    simulated: false,
    openLog: (header) => fileLog(path.join(home, `${name}.ndjson`), header),
  });
  fillVault(recorder);
  const instance = recorder.gate.instance(recorder.gate.server(name), 1);
  const config = ServerConfig.parse({ name, transport, callTimeoutMs: PATIENCE_MS, era: 'legacy' });
  const connected = await connectServer({ config, recorder, instance, version: '0.0.0' });
  if (!connected.ok) throw new Error(`${connected.fault.message} ${connected.fault.cause ?? ''}`);
  const connection = connected.value;
  const memory: number[][] = [[], [], [], []];
  let timeouts = 0;
  let slowest = 0;
  let made = 0;
  for (let number = 0; made < FRAMES; number++) {
    const from = performance.now();
    const how = await request(connection, recorder, number);
    slowest = Math.max(slowest, performance.now() - from);
    if (how === 'timeout') timeouts++;
    made = madeSoFar() ?? made + STRAYS + 1;
    if (number % 50 === 0) {
      globalThis.gc?.();
      memory[Math.min(3, Math.floor((4 * made) / FRAMES))]?.push(process.memoryUsage.rss());
    }
  }
  const lives = await connection.ping();
  await connection.close();
  await recorder.end('finished');
  rmSync(home, { recursive: true, force: true });
  const growth = median(memory[3] ?? []) / median(memory[0] ?? []);
  return [
    { what: `${name}: frames`, figure: `${made}`, holds: made >= FRAMES },
    {
      what: `${name}: requests that hung`,
      figure: `${timeouts}, slowest ${Math.round(slowest)} ms`,
      holds: timeouts === 0,
    },
    {
      what: `${name}: still answers`,
      figure: lives.outcome,
      holds: lives.outcome !== 'timeout' && lives.outcome !== 'transportError',
    },
    {
      what: `${name}: memory, last quarter beside the first`,
      figure: `${growth.toFixed(2)}× (${Math.round(median(memory[3] ?? []) / 1e6)} MB)`,
      holds: growth <= 1.1,
    },
  ];
}

async function request(connection: Connection, recorder: Recorder, number: number): Promise<string> {
  switch (number % 8) {
    case 0: {
      const listed = await connection.listTools();
      return listed.ok ? 'ok' : listed.fault.code;
    }
    case 1: {
      const listed = await connection.listItems('resources');
      return listed.ok ? 'ok' : listed.fault.code;
    }
    case 2: {
      const listed = await connection.listItems('prompts');
      return listed.ok ? 'ok' : listed.fault.code;
    }
    case 3:
      return (await connection.readResource('file:///a')).outcome;
    case 4:
      return (await connection.getPrompt({ name: 'tool_1' })).outcome;
    case 5:
      return (await connection.ping()).outcome;
    default: {
      const call = recorder.gate.local('call');
      return (await connection.callTool({ call, tool: 'tool_1', origin: 'user', args: { query: 'a' } }))
        .outcome;
    }
  }
}

/** Payloads are kept up to a bound; from here on the oldest go, so that what is measured is what is leaked. */
function fillVault(recorder: Recorder): void {
  for (let number = 0; number < 200_000; number++)
    recorder.vault.put(`filler:${number}`, Buffer.alloc(400, 1));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
