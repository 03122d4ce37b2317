import * as z from 'zod';
import { HostRef } from '../events/atoms.ts';

/** The clients that a probe knows how to start, in the order in which they are shown. */
export const ClientId = z.enum([
  'claude',
  'codex',
  'gemini',
  'opencode',
  'qwen',
  'copilot',
  'cline',
  'continue',
]);
export type ClientId = z.infer<typeof ClientId>;

/** The provider wire that a client speaks: Anthropic Messages, OpenAI Responses, Chat Completions, Gemini. */
export const ClientWire = z.enum(['messages', 'responses', 'chat', 'gemini']);
export type ClientWire = z.infer<typeof ClientWire>;

/** How a client proves who it is. Everything is made up for one run. */
export const Login = z.enum(['api-key', 'auth-token', 'chatgpt']);
export type Login = z.infer<typeof Login>;

export const ClientTransport = z.enum(['http', 'websocket']);
export type ClientTransport = z.infer<typeof ClientTransport>;

/** One way of talking to the provider that a client can be told to use. */
export const ClientWay = z.strictObject({ wire: ClientWire, transport: ClientTransport, login: Login });
export type ClientWay = z.infer<typeof ClientWay>;

export const ModelClass = HostRef.shape.modelClass;

/** One client, and where it could come from. */
export const ClientOffer = z.strictObject({
  id: ClientId,
  title: z.string(),
  /** npm package. */
  package: z.string(),
  /** As the package states it. */
  licence: z.string(),
  /** False where no build exists for this system. */
  runsHere: z.boolean(),
  /** Pinned versions, oldest first, and whether each is in the cache. */
  pinned: z.array(z.strictObject({ version: z.string(), installed: z.boolean() })),
  /** Versions in the cache that are not pinned. */
  others: z.array(z.string()),
  /** The program on PATH; its version where it was asked for and told. */
  onPath: z.strictObject({ command: z.string(), version: z.string().optional() }).optional(),
  /** Bytes on disk by installed version, as far as they were measured. */
  bytes: z.record(z.string(), z.int()),
  /** The flag or setting by which a run tells it to allow the calls; absent where it needs to be told nothing. */
  allowsBy: z.string().optional(),
  /** Ways of talking to the provider; the first is the usual one. */
  ways: z.array(ClientWay),
  /** Model classes that it can be told to use; empty where it has one form only. */
  modelClasses: z.array(ModelClass),
  /** Plays scenarios with child threads. */
  children: z.boolean(),
  /** The class of a version as it ships, where that is known. */
  asShipped: z.record(z.string(), ModelClass),
  /** An installation that is under way. npm does not say how far it is. */
  installing: z.strictObject({ version: z.string(), elapsedMs: z.number() }).optional(),
});
export type ClientOffer = z.infer<typeof ClientOffer>;

/** An installation in the cache, addressed. */
export const ClientVersion = z.strictObject({
  id: ClientId,
  /** Exact; the newest pinned one when left out. */
  version: z.string().optional(),
});
export type ClientVersion = z.infer<typeof ClientVersion>;

/** What became of one definition of an alias when the client started. */
export const AliasRow = z.strictObject({
  /** `print`: a start for work; `print-strict`: the same with the launch's servers alone; `list`: the client's own list of servers. */
  start: z.enum(['print', 'print-strict', 'list']),
  /** Which configuration defines it: the user's, the folder's, the launch's. */
  origin: z.enum(['inherited', 'project', 'temporary']),
  alias: z.string(),
  /** The server process of this definition got through the handshake. */
  initialized: z.boolean(),
  /** It told its tools. */
  listed: z.boolean(),
  /** The model was shown its tool; null where no model is asked. */
  advertised: z.boolean().nullable(),
});
export type AliasRow = z.infer<typeof AliasRow>;

export const AliasReport = z.strictObject({
  client: ClientId,
  version: z.string(),
  isolated: z.boolean(),
  rows: z.array(AliasRow),
});
export type AliasReport = z.infer<typeof AliasReport>;
