import type { DraftOf } from '../../../shared/event.ts';
import type { Recorder } from '../recorder.ts';
import type { ClientReport } from './types.ts';

export interface KnownNames {
  readonly server: string;
  /** Raw names of the server's tools. */
  readonly tools: () => readonly string[];
}

/**
 * One report as an event. Names pass only where they are those of the probed server; whatever else the client speaks of has no
 * name here.
 */
export function recordReport(recorder: Recorder, known: KnownNames, report: ClientReport, at: bigint): void {
  const { gate } = recorder;
  const server = gate.server(known.server);
  const isOurs = report.server === undefined ? report.tool !== undefined : report.server === known.server;
  const isTool = isOurs && report.tool !== undefined && known.tools().includes(report.tool);
  const draft: DraftOf<'client.reported'> = {
    kind: 'client.reported',
    source: 'client',
    evidence: 'reported',
    what: report.what,
    ...(isOurs ? { server } : {}),
    ...(isTool && report.tool !== undefined ? { tool: gate.tool(server, report.tool) } : {}),
    ...(report.thread === undefined ? {} : { thread: gate.wireId(report.thread) }),
    ...(report.item === undefined ? {} : { item: gate.wireId(report.item) }),
    ...(report.status === undefined ? {} : { status: gate.code(report.status) }),
  };
  recorder.emit(draft, at);
}
