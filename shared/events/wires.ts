import * as z from 'zod';
import {
  AnyId,
  Code,
  Count,
  HeaderName,
  HostRef,
  JsonPath,
  KnownKey,
  LocalId,
  Millis,
  ModelName,
  RawRoute,
  Route,
  ServerName,
  ToolName,
  Version,
  WireId,
  defineEvent,
} from './atoms.ts';

// Families wire, provider, client and probe: what crossed which wire, as structure and never as content.

export const wireEvents = [
  defineEvent('mcp.message', {
    server: ServerName,
    direction: z.enum(['toServer', 'fromServer']),
    type: z.enum(['request', 'response', 'error', 'notification', 'malformed', 'text']),
    method: KnownKey.optional(),
    id: WireId.optional(),
    bytes: Count,
    era: z.enum(['legacy', 'modern']).optional(),
  }),
] as const;

/** A registered server's tool as it stood in a model request. */
export const ObservedTool = z.strictObject({
  route: RawRoute,
  form: z.enum(['flat', 'namespaced', 'searchResult', 'nameOnly']),
  path: JsonPath,
  keys: z.array(KnownKey),
  otherKeys: Count,
  deferLoading: z.boolean(),
  description: z.enum(['verbatim', 'cut', 'changed', 'absent']),
  schema: z.enum(['verbatim', 'reordered', 'rewritten', 'absent']),
});
export type ObservedTool = z.infer<typeof ObservedTool>;

/** A tool of the client itself that can carry MCP calls, from the profile's fixed list; of its text only booleans. */
export const ObservedEnvelope = z.strictObject({
  name: ModelName,
  path: JsonPath,
  mentionsTools: z.boolean(),
  mentionsMcpNames: z.boolean(),
  mentionsAllTools: z.boolean(),
  deferredOmitted: z.boolean(),
});
export type ObservedEnvelope = z.infer<typeof ObservedEnvelope>;

export const ItemType = z.enum([
  'message',
  'reasoning',
  'function_call',
  'custom_tool_call',
  'tool_search_call',
  'tool_use',
  'text',
  'other',
]);
export type ItemType = z.infer<typeof ItemType>;

/** What an output item can lead to on the MCP wire. Only `tool` and `exec` open a window. */
export const Carrier = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('tool'), route: RawRoute }),
  z.strictObject({ kind: z.literal('exec') }),
  z.strictObject({ kind: z.literal('envelope'), name: ModelName }),
  z.strictObject({ kind: z.literal('none') }),
]);
export type Carrier = z.infer<typeof Carrier>;

const exchange = { exchange: LocalId };

export const providerEvents = [
  defineEvent('exchange.opened', {
    ...exchange,
    wire: z.enum(['anthropic', 'responses', 'chat', 'gemini']),
    transport: z.enum(['http', 'websocket']),
  }),
  defineEvent('exchange.request', {
    ...exchange,
    thread: AnyId.optional(),
    method: KnownKey,
    route: Route,
    queryKeys: z.array(KnownKey),
    headerNames: z.array(HeaderName),
    bytes: Count,
    toolCount: Count,
    observed: z.array(ObservedTool),
    envelopes: z.array(ObservedEnvelope),
    /** Items whose outputs this request carries: by call id, as given by the model's earlier response. */
    outputs: z.array(WireId),
    previous: WireId.optional(),
    prewarm: z.boolean(),
    /** The client asks for itself (a title, a count, its models): no turn of any thread. */
    side: z.literal(true).optional(),
  }),
  defineEvent('response.started', { ...exchange, response: AnyId, thread: AnyId.optional() }),
  defineEvent('response.item', {
    ...exchange,
    /** Absent when the wire's item event names no response; the correlator then takes the only active one. */
    response: AnyId.optional(),
    thread: AnyId.optional(),
    item: AnyId,
    callId: WireId.optional(),
    itemType: ItemType,
    carrier: Carrier,
    argumentsDigest: WireId.optional(),
  }),
  defineEvent('response.completed', { ...exchange, response: AnyId, thread: AnyId.optional(), items: Count }),
  defineEvent('response.failed', {
    ...exchange,
    response: AnyId.optional(),
    thread: AnyId.optional(),
    code: Code,
    status: Count.optional(),
  }),
  defineEvent('exchange.closed', { ...exchange, status: Count.optional(), bytes: Count, durationMs: Millis }),
] as const;

export const clientEvents = [
  defineEvent('client.reported', {
    what: z.enum([
      'threadStarted',
      'turnStarted',
      'callStarted',
      'callFinished',
      'turnCompleted',
      'turnFailed',
      'serverState',
      'permissionDenied',
    ]),
    server: ServerName.optional(),
    tool: ToolName.optional(),
    thread: AnyId.optional(),
    item: WireId.optional(),
    status: Code.optional(),
  }),
] as const;

export const probeEvents = [
  defineEvent('probe.started', {
    probe: LocalId,
    client: Code,
    version: Version.optional(),
    scenario: Code,
    metaWithheld: z.boolean(),
    /** Real clients only: where it came from, how it was told to talk to the provider, and as which class; as shipped without one. */
    origin: z.enum(['pinned', 'path']).optional(),
    way: z
      .strictObject({
        wire: z.enum(['messages', 'responses', 'chat', 'gemini']),
        transport: z.enum(['http', 'websocket']),
        login: z.enum(['api-key', 'auth-token', 'chatgpt']),
      })
      .optional(),
    modelClass: HostRef.shape.modelClass.optional(),
  }),
  defineEvent('probe.step', { probe: LocalId, step: Code, index: Count, of: Count }),
  defineEvent('probe.finished', {
    probe: LocalId,
    exit: z.int(),
    wallMs: Millis,
    turnCompleted: z.boolean(),
    finalEquals: z.boolean(),
    code: Code.optional(),
    /** Real clients only: how it ended, its own exit code, its own time, and whether loopback was all it could reach. */
    ending: z.enum(['not-started', 'exited', 'timeout', 'cancelled']).optional(),
    clientExit: z.int().optional(),
    clientMs: Millis.optional(),
    isolated: z.boolean().optional(),
  }),
] as const;
