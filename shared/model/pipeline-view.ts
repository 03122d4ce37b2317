import type { HostRef } from '../event.ts';
import { sameHost, type ExposureCell, type PipelineRow, type PipelineState } from './pipeline.ts';
import type { ServerRow, ServersState } from './servers.ts';

/** The rows of one server under its heading. `heading` is null for a server of which only tools are known. */
export interface PipelineGroup {
  readonly server: string;
  readonly heading: ServerRow | null;
  readonly rows: readonly PipelineRow[];
}

/** Figures for the heads of the four columns. */
export interface PipelineCounts {
  /** Tools that stand in a list now. */
  readonly discovery: number;
  /** Tools that the host's model can reach, by declaration or by search. */
  readonly exposure: number;
  /** Calls that wait for a decision. */
  readonly approval: number;
  /** Calls that ran or run. */
  readonly execution: number;
}

/** All rows grouped by server, servers in order of appearance, tools in the order of their list. */
export function pipelineGroups(pipeline: PipelineState, servers: ServersState): PipelineGroup[] {
  const names = new Set([...servers.rows.keys(), ...pipeline.servers.keys()]);
  const groups: PipelineGroup[] = [];
  for (const server of names) {
    const rows = [...(pipeline.servers.get(server)?.values() ?? [])].toSorted(byListing);
    groups.push({ server, heading: servers.rows.get(server) ?? null, rows });
  }
  return groups;
}

const byListing = (a: PipelineRow, b: PipelineRow): number =>
  (a.discovery?.index ?? Infinity) === (b.discovery?.index ?? Infinity)
    ? a.order - b.order
    : (a.discovery?.index ?? Infinity) - (b.discovery?.index ?? Infinity);

/** What this host's model is shown of the tool; without a host the latest of any. */
export function exposureFor(row: PipelineRow, host: HostRef | null): ExposureCell | null {
  if (host !== null) return row.exposures.find((cell) => sameHost(cell.host, host)) ?? null;
  let latest: ExposureCell | null = null;
  for (const cell of row.exposures) if (latest === null || cell.seq > latest.seq) latest = cell;
  return latest;
}

/** Every host that anything was exposed to, in order of appearance. */
export function exposedHosts(pipeline: PipelineState): HostRef[] {
  const hosts: HostRef[] = [];
  for (const row of pipelineRows(pipeline)) {
    for (const { host } of row.exposures) if (!hosts.some((known) => sameHost(known, host))) hosts.push(host);
  }
  return hosts;
}

/** Every row, in no particular order. */
export function* pipelineRows(pipeline: PipelineState): Generator<PipelineRow> {
  for (const tools of pipeline.servers.values()) yield* tools.values();
}

export function pipelineRow(pipeline: PipelineState, server: string, tool: string): PipelineRow | null {
  for (const [name, tools] of pipeline.servers) {
    if (name !== server) continue;
    for (const [raw, row] of tools) if (raw === tool) return row;
  }
  return null;
}

export const isListed = (row: PipelineRow): boolean =>
  row.discovery !== null && row.discovery.state !== 'removed' && row.discovery.state !== 'broken';

export function pipelineCounts(pipeline: PipelineState, host: HostRef | null): PipelineCounts {
  let discovery = 0;
  let exposure = 0;
  let approval = 0;
  let execution = 0;
  for (const row of pipelineRows(pipeline)) {
    if (isListed(row)) discovery++;
    const shown = exposureFor(row, host);
    if (shown !== null && shown.exposure !== 'hidden' && shown.exposure !== 'absent') exposure++;
    approval += row.approval?.waiting ?? 0;
    if (row.execution !== null) execution += row.execution.calls - row.execution.skipped;
  }
  return { discovery, exposure, approval, execution };
}
