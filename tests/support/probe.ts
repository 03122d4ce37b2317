import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProbeRequest } from '../../shared/contract.ts';
import { readScenario, type Scenario } from '../../shared/scenario.ts';
import { startCorrelator } from '../../electron/runtime/correlate/index.ts';
import {
  openScenarios,
  runBuiltinProbe,
  scenariosOf,
  type BuiltinProbeOptions,
  type ProbeResult,
} from '../../electron/runtime/probe/index.ts';
import { record, type Recording } from './recording.ts';

const root = join(import.meta.dirname, '..', '..');

/** The bundled scenarios, as they stand in the package. */
export const bundled = await openScenarios(join(root, 'assets', 'scenarios'), (fault) => {
  throw new Error(`${fault.message} ${fault.cause}`);
});

export function scenario(id: string): Scenario {
  const found = bundled.get(id);
  if (!found.ok) throw new Error(found.fault.message);
  return found.value;
}

/** A scenario of a test's own: only the roles have to be given. */
export function script(roles: Record<string, unknown>, more: Record<string, unknown> = {}): Scenario {
  const read = readScenario({
    scenario: 1,
    id: 'test',
    title: 'Test',
    describes: 'Made by a test.',
    hosts: ['codex', 'claude'],
    approval: { claude: { rules: { allow: ['mcp__shape_probe'] } } },
    roles,
    ...more,
  });
  if (!read.ok) throw new Error(`${read.fault.message} ${read.fault.cause}`);
  return read.value;
}

/** The same scenario with every delay of its slow calls replaced. */
export const withDelay = (original: Scenario, delayMs: number): Scenario =>
  JSON.parse(JSON.stringify(original, (key, value: unknown) => (key === 'delayMs' ? delayMs : value)));

export interface ProbeRun extends Recording {
  readonly result: ProbeResult;
}

/** Plays one scenario with real processes and real HTTP. The correlator is attached as in the program. */
export async function probe(
  host: ProbeRequest['host'],
  play: Scenario,
  request: Partial<ProbeRequest> = {},
  options: Partial<BuiltinProbeOptions> = {},
  recording: Recording = record(),
): Promise<ProbeRun> {
  const correlator = startCorrelator(recording.recorder, { waitMs: 250 });
  const result = await runBuiltinProbe({
    recorder: recording.recorder,
    request: { host, scenario: play.id, approve: 'scenario', ...request },
    scenarios: scenariosOf([play]),
    servers: () => undefined,
    probeServers: join(root, 'electron', 'probe-servers'),
    version: '0.0.0',
    retryDelaysMs: [50, 50],
    signal: new AbortController().signal,
    ...options,
  });
  // A verdict may come a bounded wait after the run.
  const judged = (): number => recording.of('call.attributed').length + recording.of('call.abstained').length;
  for (let waits = 0; judged() < recording.of('call.started').length && waits < 40; waits++) await sleep(25);
  correlator.stop();
  return { ...recording, result };
}
