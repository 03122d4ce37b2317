import * as z from 'zod';
import { Fault } from '../fault.ts';
import { command } from './command.ts';
import { WireFinding } from './servers.ts';

// What a server offers beside tools, and what it asks of its user.

export const ItemKind = z.enum(['resources', 'templates', 'prompts']);
export type ItemKind = z.infer<typeof ItemKind>;

/** A listed resource, template or prompt, byte-exact as JSON text, with what is wrong with it. */
export const WireItem = z.strictObject({
  kind: ItemKind,
  index: z.int(),
  /** What it is asked for by: a URI, a URI template, a name. */
  key: z.string(),
  name: z.string().optional(),
  title: z.string().optional(),
  mimeType: z.string().optional(),
  definitionJson: z.string(),
  findings: z.array(WireFinding),
});
export type WireItem = z.infer<typeof WireItem>;

export const ItemsReply = z.strictObject({
  items: z.array(WireItem),
  findings: z.array(WireFinding),
  /** A later page that could not be had; listing again is the retry. */
  failed: z.strictObject({ page: z.int(), fault: Fault }).optional(),
});
export type ItemsReply = z.infer<typeof ItemsReply>;

export const RequestReply = z.strictObject({
  outcome: z.enum(['ok', 'toolError', 'protocolError', 'transportError', 'timeout', 'cancelled']),
  durationMs: z.number(),
  /** The result member of the answer, as JSON text. */
  resultJson: z.string().optional(),
  findings: z.array(WireFinding),
  fault: Fault.optional(),
});
export type RequestReply = z.infer<typeof RequestReply>;

export const LogLevel = z.enum([
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);
export type LogLevel = z.infer<typeof LogLevel>;

export const LogReply = z.strictObject({
  messages: z.array(
    z.strictObject({
      /** Milliseconds since the capture's start. */
      at: z.number(),
      level: z.string(),
      logger: z.string().optional(),
      dataJson: z.string(),
    }),
  ),
  dropped: z.int(),
  /** What the server was last asked for; absent: it sends what it likes. */
  level: LogLevel.optional(),
});
export type LogReply = z.infer<typeof LogReply>;

/** What a server said has changed since the connection began. */
export const ChangesReply = z.strictObject({
  lists: z.strictObject({ resources: z.int(), prompts: z.int() }),
  resources: z.array(
    z.strictObject({
      uri: z.string(),
      followed: z.boolean(),
      updates: z.int(),
      /** When it last changed, milliseconds since the capture's start. */
      lastAt: z.number().optional(),
    }),
  ),
});
export type ChangesReply = z.infer<typeof ChangesReply>;

/** A request of a server that waits for the user. Ids are those of its `elicitation.requested` or `sampling.requested`. */
export const PendingInteraction = z.strictObject({
  capture: z.string(),
  interaction: z.string(),
  kind: z.enum(['form', 'url', 'sampling']),
  server: z.string(),
  /** The call during which the server asked, where that is known. */
  call: z.string().optional(),
  requestedAt: z.string(),
  /** The server gave up; the request closes itself. */
  gone: z.boolean(),
});
export type PendingInteraction = z.infer<typeof PendingInteraction>;

/** What is asked, for people only. A URL is shown whole and opened only on the user's word. */
export const InteractionDetail = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('form'), message: z.string(), schemaJson: z.string() }),
  z.strictObject({ kind: z.literal('url'), message: z.string(), url: z.string() }),
  z.strictObject({ kind: z.literal('sampling'), paramsJson: z.string() }),
]);
export type InteractionDetail = z.infer<typeof InteractionDetail>;

export const InteractionAnswer = z.strictObject({
  capture: z.string(),
  interaction: z.string(),
  action: z.enum(['accept', 'decline', 'cancel']),
  /** For an accepted form its content, for accepted sampling the result: JSON text of an object. */
  contentJson: z.string().optional(),
});
export type InteractionAnswer = z.infer<typeof InteractionAnswer>;

const timeoutMs = z.int().min(100).optional();
const texts = z.record(z.string(), z.string()).optional();
const interactionRef = z.strictObject({ capture: z.string(), interaction: z.string() });
const done = z.strictObject({});

export const featureCommands = {
  'servers.items': command(
    'List the resources, templates or prompts of a connected server anew.',
    z.strictObject({ name: z.string(), kind: ItemKind }),
    ItemsReply,
  ),
  'servers.relist': command(
    'List the tools of a connected server anew.',
    z.strictObject({ name: z.string() }),
    done,
  ),
  'servers.changes': command(
    'Which lists and followed resources a connected server said have changed.',
    z.strictObject({ name: z.string() }),
    ChangesReply,
  ),
  'servers.ping': command(
    'Whether a connected server answers.',
    z.strictObject({ name: z.string() }),
    RequestReply,
  ),
  'servers.log': command(
    "The latest messages of a server's log.",
    z.strictObject({ name: z.string() }),
    LogReply,
  ),
  'servers.setLogLevel': command(
    'How much of its log a server shall send.',
    z.strictObject({ name: z.string(), level: LogLevel }),
    done,
  ),
  'resources.read': command(
    'Read a resource.',
    z.strictObject({ server: z.string(), uri: z.string(), timeoutMs }),
    RequestReply,
  ),
  'resources.subscribe': command(
    'Follow a resource, or stop following it.',
    z.strictObject({ server: z.string(), uri: z.string(), wanted: z.boolean() }),
    done,
  ),
  'prompts.get': command(
    'Get a prompt, filled in.',
    z.strictObject({ server: z.string(), prompt: z.string(), args: texts, timeoutMs }),
    RequestReply,
  ),
  'completion.complete': command(
    'What a server suggests for an argument of a prompt or a template.',
    z.strictObject({
      server: z.string(),
      ref: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('prompt'), name: z.string() }),
        z.strictObject({ kind: z.literal('template'), uri: z.string() }),
      ]),
      argument: z.strictObject({ name: z.string(), value: z.string() }),
      context: texts,
      timeoutMs,
    }),
    RequestReply,
  ),
  'interaction.get': command('What a server asks of its user.', interactionRef, InteractionDetail),
  'interaction.answer': command('Answer what a server asks.', InteractionAnswer, done),
} as const;
