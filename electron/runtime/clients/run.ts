import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/fault.ts';
import type { ModelClass } from '../../../shared/hosts/index.ts';
import type { RawTool } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';
import {
  openTapListener,
  wrapCommand,
  type StdioCommand,
  type TapListener,
  type TappedHandshake,
  type WrapSettings,
} from '../tap/index.ts';
import type { LocatedClient } from './locate.ts';
import { readReports } from './output.ts';
import { recordReport } from './report.ts';
import { createScratch, removeScratch } from './scratch.ts';
import { startPlan, type EndedClient } from './start.ts';
import type { ClientReport, ClientWay, Scratch } from './types.ts';

export interface RunClientOptions {
  readonly recorder: Recorder;
  readonly client: LocatedClient;
  readonly way: ClientWay;
  /** As shipped when left out. */
  readonly modelClass?: ModelClass;
  /** `http://127.0.0.1:PORT`. */
  readonly providerUrl: string;
  /** What the provider wants to see; from `newCredential`. */
  readonly key: string;
  /** The probed server; it runs behind a tap. Its environment and folder reach it past the client. */
  readonly server: StdioCommand & { readonly name: string; readonly cwd?: string };
  /** Raw names of its tools that the run may call. */
  readonly tools: readonly string[];
  readonly prompt: string;
  readonly approve?: boolean;
  readonly required?: boolean;
  /** Record the calls without the ids that the client puts on the MCP wire. */
  readonly withholdIds?: boolean;
  /** `none` leaves the run on the machine's network, and says so. */
  readonly isolation?: 'auto' | 'none';
  /** The client has this long, ms. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now?: Date;
}

export interface ClientRun extends EndedClient {
  readonly reports: readonly ClientReport[];
  readonly finalText: string | undefined;
  /** What the client says went wrong, for people. */
  readonly complaint: string | undefined;
  /** One for each process of the server that it started. */
  readonly servers: readonly { readonly handshake: TappedHandshake; readonly tools: readonly RawTool[] }[];
}

/** Starts a client in isolation, lets it play its part, and leaves nothing of it behind. */
export async function runClient(options: RunClientOptions): Promise<Result<ClientRun>> {
  const made = await createScratch();
  if (!made.ok) return made;
  const scratch = made.value;
  try {
    const taps = await openTapListener({
      recorder: options.withholdIds === true ? withoutIds(options.recorder) : options.recorder,
      folder: scratch.root,
      servers: [options.server.name],
    });
    if (!taps.ok) return taps;
    try {
      return await play(options, scratch, taps.value);
    } finally {
      await taps.value.close();
    }
  } finally {
    await removeScratch(scratch);
  }
}

async function play(
  options: RunClientOptions,
  scratch: Scratch,
  taps: TapListener,
): Promise<Result<ClientRun>> {
  const { recorder, client, server } = options;
  const { recipe } = client;
  const plan = recipe.launch({
    version: client.version,
    scratch,
    providerUrl: options.providerUrl,
    key: options.key,
    way: options.way,
    prompt: options.prompt,
    server: {
      name: server.name,
      ...wrapCommand({ ...server, env: {} }, taps.address, await writeSettings(scratch, server)),
    },
    tools: options.tools,
    approve: options.approve ?? true,
    required: options.required ?? true,
    modelClass: options.modelClass,
    now: options.now ?? new Date(),
  });
  const reader = recipe.reader(server.name);
  const reports: ClientReport[] = [];
  const toolNames = (): readonly string[] => [
    ...options.tools,
    ...taps.taps.flatMap((tap) => tap.tools().map(({ name }) => name)),
  ];
  const reading = readReports(reader, (report, at) => {
    reports.push(report);
    recordReport(recorder, { server: server.name, tools: toolNames }, report, at);
  });
  const ended = await startPlan({
    recorder,
    client,
    plan,
    scratch,
    providerUrl: options.providerUrl,
    programs: [server.command, ...server.args],
    isolation: options.isolation ?? 'auto',
    timeoutMs: options.timeoutMs,
    signal: options.signal,
    onLine: reading.line,
    onEnd: reading.end,
  });
  if (!ended.ok) return ended;
  return ok({
    ...ended.value,
    reports,
    finalText: reader.finalText(),
    complaint: reader.complaint?.(),
    servers: taps.taps.map((tap) => ({ handshake: tap.handshake(), tools: tap.tools() })),
  });
}

const withoutIds = (recorder: Recorder): Recorder => ({
  ...recorder,
  emit: (draft, at) => {
    if (draft.kind !== 'call.started') return recorder.emit(draft, at);
    const { meta: _withheld, ...rest } = draft;
    return recorder.emit(rest, at);
  },
});

/** The server's own environment may hold secrets: they are for no client's configuration and for no command line. */
async function writeSettings(
  scratch: Scratch,
  { env, cwd }: RunClientOptions['server'],
): Promise<string | undefined> {
  if (Object.keys(env).length === 0 && cwd === undefined) return undefined;
  const file = join(scratch.root, 'tapped-server.json');
  const settings: WrapSettings = { env, ...(cwd === undefined ? {} : { cwd }) };
  await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
  return file;
}
