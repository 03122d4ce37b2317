import * as z from 'zod';
import { Event } from './event.ts';
import { Fault, type Result } from './fault.ts';
import { CaptureSummary, ExportFormat, ExportPreview } from './contract/captures.ts';
import { PendingApproval, ApprovalAnswer, ApprovalDetail } from './contract/approvals.ts';
import {
  CallReply,
  CallRequest,
  Payload,
  PayloadRef,
  ServerConfig,
  ServerView,
  StderrLine,
  WireTool,
} from './contract/servers.ts';
import { AliasReport, ClientOffer, ClientVersion } from './contract/clients.ts';
import { command } from './contract/command.ts';
import { featureCommands, PendingInteraction } from './contract/features.ts';
import { ClientProbeRequest, ClientVerdict, ProbeRequest, ScenarioInfo } from './contract/probes.ts';
import { savedCommands } from './contract/saved.ts';
import { ShapesDocument } from './shapes/document.ts';
import { AppInfo, DoctorReport, Settings } from './contract/app.ts';

export * from './contract/captures.ts';
export * from './contract/approvals.ts';
export * from './contract/servers.ts';
export * from './contract/authorization.ts';
export * from './contract/features.ts';
export * from './contract/probes.ts';
export * from './contract/clients.ts';
export * from './contract/app.ts';
export * from './contract/saved.ts';

const none = z.strictObject({});
const done = z.strictObject({});
const byName = z.strictObject({ name: z.string() });
const byCapture = z.strictObject({ capture: z.string() });

/** What a UI may ask of the runtime. Arguments are checked at the receiving edge; replies are results, never thrown. */
export const commands = {
  'app.info': command('Version, places and platform.', none, AppInfo),
  'app.doctor': command('What this machine has.', none, DoctorReport),
  'settings.get': command('The current settings.', none, Settings),
  'settings.set': command('Change settings; the rest stays.', Settings.partial(), Settings),

  'servers.add': command('Register a server.', z.strictObject({ config: ServerConfig }), ServerView),
  'servers.update': command(
    'Replace the configuration of a server.',
    z.strictObject({ name: z.string(), config: ServerConfig }),
    ServerView,
  ),
  'servers.remove': command(
    'Forget a server; `servers.restore` brings the last removed ones back.',
    byName,
    done,
  ),
  'servers.restore': command('Bring a removed server back.', byName, ServerView),
  'servers.parse': command(
    'Read servers from a pasted client configuration.',
    z.strictObject({ text: z.string() }),
    z.strictObject({ servers: z.array(ServerConfig) }),
  ),
  'servers.consent': command(
    'Agree to run exactly this command line.',
    z.strictObject({ name: z.string(), commandLine: z.string() }),
    ServerView,
  ),
  'servers.connect': command('Connect and list. A local command needs consent first.', byName, ServerView),
  'servers.disconnect': command('Close the connection and end the process.', byName, ServerView),
  'servers.tools': command(
    'The tools as the wire had them, with findings.',
    byName,
    z.strictObject({ tools: z.array(WireTool) }),
  ),
  'servers.stderr': command(
    'The latest lines that the server wrote to stderr.',
    byName,
    z.strictObject({ lines: z.array(StderrLine), dropped: z.int() }),
  ),
  ...featureCommands,
  ...savedCommands,
  'authorization.question': command(
    'The address that the browser would be sent to; it is shown whole before anything opens it.',
    byName,
    z.strictObject({
      url: z.string(),
      issuer: z.string(),
      scopes: z.array(z.string()),
      /** Whether the shell opens the browser; otherwise the page does. */
      opens: z.boolean(),
      /** Where tokens are kept. */
      keeps: z.enum(['keychain', 'memory']),
    }),
  ),
  'authorization.answer': command(
    'Agree to send the browser there, or decline.',
    z.strictObject({ name: z.string(), decision: z.enum(['open', 'decline']) }),
    done,
  ),
  'authorization.keepSecret': command(
    'Keep the secret of the client that a server is configured with, where tokens are kept. It is never shown again.',
    z.strictObject({ name: z.string(), secret: z.string().min(1).max(10_000) }),
    z.strictObject({ keeps: z.enum(['keychain', 'memory']) }),
  ),
  'authorization.forget': command('Forget the tokens of a server.', byName, ServerView),
  'tools.call': command('Call a tool, as the user.', CallRequest, CallReply),
  'views.call': command(
    'Call a tool as a view of the server itself (MCP Apps): of its own server only, and only when the user agrees.',
    CallRequest,
    CallReply,
  ),
  'payload.get': command('Bytes kept in memory for a call or a message.', PayloadRef, Payload),

  'approval.get': command(
    'The arguments that wait for a decision.',
    z.strictObject({ capture: z.string(), approval: z.string() }),
    ApprovalDetail,
  ),
  'approval.decide': command('Answer a waiting approval.', ApprovalAnswer, done),

  'probe.scenarios': command(
    'The scenarios that the built-in probe can play.',
    none,
    z.strictObject({ scenarios: z.array(ScenarioInfo) }),
  ),
  'probe.run': command('Start a probe; it records into a capture of its own.', ProbeRequest, byCapture),
  'probe.client': command(
    'Start a probe of a real client; it records into a capture of its own.',
    ClientProbeRequest,
    byCapture,
  ),
  'probe.verdict': command(
    'What a probe of a real client came to; waits for its end.',
    byCapture,
    ClientVerdict,
  ),
  'probe.cancel': command('Stop a running probe.', byCapture, done),
  'probe.aliases': command(
    'Which definition of a server alias Claude Code goes by, found out by starting it.',
    ClientVersion,
    AliasReport,
  ),

  'clients.list': command(
    'The clients that can be probed, and where each could come from.',
    z.strictObject({
      /** Also ask programs on PATH for their version; each is started once, in isolation. */
      versions: z.boolean().optional(),
    }),
    z.strictObject({ clients: z.array(ClientOffer) }),
  ),
  'clients.install': command('Install a client into the cache.', ClientVersion, ClientOffer),
  'clients.remove': command(
    'Remove an installed client from the cache.',
    ClientVersion.required(),
    ClientOffer,
  ),

  'captures.import': command(
    'Add a capture from the text of a file.',
    z.strictObject({ fileName: z.string(), text: z.string(), salvage: z.boolean().optional() }),
    CaptureSummary,
  ),
  'captures.openSample': command('Open the sample capture.', none, CaptureSummary),
  'captures.edit': command(
    'Name a capture or add a note.',
    z.strictObject({
      capture: z.string(),
      name: z.string().max(200).optional(),
      note: z.string().max(10_000).optional(),
    }),
    CaptureSummary,
  ),
  'captures.stop': command('End a live capture.', byCapture, CaptureSummary),
  'captures.remove': command('Remove a capture; `captures.restore` undoes it.', byCapture, done),
  'captures.restore': command('Bring a removed capture back.', byCapture, CaptureSummary),
  'captures.preview': command('What an export would hold: counts by kind.', byCapture, ExportPreview),
  'captures.export': command(
    'A capture as a file: itself, or what it says of the client as a shapes document or as a report.',
    z.strictObject({ capture: z.string(), format: ExportFormat }),
    z.strictObject({ fileName: z.string(), text: z.string() }),
  ),
  'captures.shapes': command(
    'What the run of a capture showed the model, as a shapes document.',
    byCapture,
    ShapesDocument,
  ),
  'captures.recorrelate': command(
    'Compute the verdicts again and report differences.',
    byCapture,
    z.strictObject({
      calls: z.int(),
      differences: z.array(
        z.strictObject({ call: z.string(), recorded: z.string(), recomputed: z.string() }),
      ),
    }),
  ),
  'events.read': command(
    'A range of a capture by seq.',
    z.strictObject({ capture: z.string(), from: z.int().min(0), limit: z.int().min(1).max(5000) }),
    z.strictObject({ events: z.array(Event), next: z.int() }),
  ),

  'shell.saveFile': command(
    'Write an export where the user chooses. Desktop only; elsewhere the page downloads it.',
    z.strictObject({ fileName: z.string(), text: z.string() }),
    z.strictObject({ saved: z.boolean() }),
  ),
  'shell.openExternal': command(
    'Open an https address in the browser.',
    z.strictObject({ url: z.string() }),
    done,
  ),
} as const;

const stream = <A extends z.ZodType, P extends z.ZodType>(does: string, args: A, payload: P) => ({
  does,
  args,
  payload,
});

/** What a UI may watch. The first payload is the present state; later ones are whole states, except `events`. */
export const streams = {
  events: stream(
    'Events of a capture from a seq on, in frames of at most 500.',
    z.strictObject({ capture: z.string(), from: z.int().min(0) }),
    z.array(Event),
  ),
  servers: stream('All registered servers.', none, z.array(ServerView)),
  interactions: stream(
    'Requests of servers that wait for the user. While nobody watches, they are declined.',
    none,
    z.array(PendingInteraction),
  ),
  approvals: stream('Approvals that wait for the user, over all captures.', none, z.array(PendingApproval)),
  clients: stream('The clients that can be probed, and installations under way.', none, z.array(ClientOffer)),
  captures: stream('All captures.', none, z.array(CaptureSummary)),
  notices: stream('Things the user should hear of, once.', none, z.array(Fault)),
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandArgs<N extends CommandName> = z.infer<Commands[N]['args']>;
export type CommandReply<N extends CommandName> = z.infer<Commands[N]['reply']>;

export type Streams = typeof streams;
export type StreamName = keyof Streams;
export type StreamArgs<N extends StreamName> = z.infer<Streams[N]['args']>;
export type StreamPayload<N extends StreamName> = z.infer<Streams[N]['payload']>;

export interface Subscription {
  close(): void;
}

/** The one object through which a window or the command line talks to the runtime. */
export interface RuntimeClient {
  request<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<CommandReply<N>>>;
  /** `onPayload` may return a promise; the next frames wait for it (flow control). */
  subscribe<N extends StreamName>(
    name: N,
    args: StreamArgs<N>,
    onPayload: (payload: StreamPayload<N>) => void | Promise<void>,
    onEnd?: (fault?: Fault) => void,
  ): Subscription;
}
