import type { ServerConfig, ServerView, StderrLine, WireTool } from '../../shared/contract.ts';
import type { Fault } from '../../shared/fault.ts';
import { formatJson } from '../../shared/json.ts';
import type { Connection, RawTool, ToolList } from './mcp/types.ts';
import type { Recorder } from './recorder.ts';
import { toFinding } from './wire-finding.ts';

/** What the hub knows of one server beyond its configuration. */
export interface HeldServer {
  state: ServerView['state'];
  connection?: Connection;
  recorder?: Recorder;
  list?: ToolList;
  fault?: Fault;
  lastCallMs?: number;
  stderr?: { lines: StderrLine[]; dropped: number };
  commandLine?: string;
  resolvedCommand?: string;
  consented: boolean;
  /** Connections of one server in this session, for instance names. */
  starts: number;
}

/** A server as windows see it. */
export function toView(
  config: ServerConfig,
  entry: HeldServer,
  authorization: ServerView['authorization'],
): ServerView {
  const { connection, list } = entry;
  const findings = [...(connection?.findings ?? []), ...(list?.findings ?? [])].map(toFinding);
  return {
    name: config.name,
    config,
    state: entry.state,
    findings,
    ...(entry.commandLine === undefined ? {} : { commandLine: entry.commandLine }),
    ...(entry.resolvedCommand === undefined ? {} : { resolvedCommand: entry.resolvedCommand }),
    ...(connection === undefined
      ? {}
      : {
          era: connection.era,
          eraReason: connection.verdict.reason,
          ...(connection.verdict.at === undefined ? {} : { eraAt: connection.verdict.at }),
          transport: connection.transport,
          protocolVersion: connection.protocolVersion,
        }),
    ...(connection?.serverInfo.title === undefined && connection?.serverInfo.name === undefined
      ? {}
      : { serverTitle: connection.serverInfo.title ?? connection.serverInfo.name }),
    ...(connection?.serverInfo.version === undefined ? {} : { serverVersion: connection.serverInfo.version }),
    ...(list === undefined ? {} : { tools: list.tools.length }),
    ...(list?.failed === undefined ? {} : { listFailed: list.failed }),
    ...(entry.lastCallMs === undefined ? {} : { lastCallMs: entry.lastCallMs }),
    ...(entry.recorder === undefined ? {} : { capture: entry.recorder.capture }),
    ...(entry.fault === undefined ? {} : { fault: entry.fault }),
    ...(authorization === undefined ? {} : { authorization }),
  };
}

export const toWireTool = (tool: RawTool): WireTool => ({
  name: tool.name,
  index: tool.index,
  callable: tool.enabled,
  definitionJson: formatJson(tool.wire, 2),
  visibleTo: { model: tool.ui.model, app: tool.ui.app },
  findings: tool.findings.map(toFinding),
});
