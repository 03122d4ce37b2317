import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ServerConfig } from '../../../shared/contract.ts';
import type { HostProfile } from '../../../shared/hosts/index.ts';
import type { Scenario } from '../../../shared/scenario.ts';
import type { NodeCommand } from '../mcp/node-command.ts';

/** The name under which the bundled server is registered when nothing else is probed. */
export const PROBE_SERVER = 'shape_probe';

/** Codex 0.154 speaks the older era (CX-2.10), Claude Code has the newer one by default (CC-2.03). */
const eraOf = (profile: HostProfile): 'legacy' | 'modern' => (profile.id === 'codex' ? 'legacy' : 'modern');

/** Bundled it is a script; in a checkout that was not built, its source runs as it is. */
export function probeScript(folder: string, era: 'legacy' | 'modern'): string {
  const base = join(folder, `shape-probe-${era}`);
  return existsSync(`${base}.js`) ? `${base}.js` : `${base}.ts`;
}

const changesList = (scenario: Scenario): boolean =>
  Object.values(scenario.roles).some((turns) =>
    turns.some((turn) => turn.some((action) => action.do === 'listChanged')),
  );

/** The configuration that starts the bundled probe server for one scenario. */
export function probeServerConfig(
  name: string,
  scenario: Scenario,
  profile: HostProfile,
  folder: string,
  node: NodeCommand,
  era: 'legacy' | 'modern' = eraOf(profile),
): ServerConfig {
  const { brokenTool, delayStartMs } = scenario.probeServer;
  const args = [probeScript(folder, era)];
  if (brokenTool === true) args.push('--broken-tool');
  if (delayStartMs !== undefined) args.push('--delay-start', String(delayStartMs));
  if (changesList(scenario)) args.push('--list-changed');
  const env = Object.fromEntries(
    Object.entries(node.env).map(([key, value]) => [key, { kind: 'text', value }]),
  );
  return ServerConfig.parse({
    name,
    transport: { kind: 'stdio', command: node.command, args, env },
    era,
    // The run is about this server: a step must not go on without it.
    required: true,
  });
}
