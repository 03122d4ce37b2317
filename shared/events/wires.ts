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
  Pointer,
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

/** Where a rewritten schema differs from the server's own. A key that neither the server nor a specification names is a digest. */
export const ObservedChanges = z.strictObject({
  dropped: z.array(Pointer),
  added: z.array(Pointer),
  changed: z.array(Pointer),
  /** Changes beyond those listed. */
  more: Count.optional(),
});
export type ObservedChanges = z.infer<typeof ObservedChanges>;

const observedTool = {
  route: RawRoute,
  path: JsonPath,
  /** As the profile makes it, or as it is put together from the names of server and tool. */
  name: ModelName.optional(),
  /** `likeness`: the server's own text under a name that the profile does not make. */
  by: z.enum(['profile', 'likeness']).optional(),
  keys: z.array(KnownKey),
  otherKeys: Count,
  /** The keys behind `otherKeys`, as wire ids. */
  otherKeyIds: z.array(WireId).optional(),
  deferLoading: z.boolean(),
  description: z.enum(['verbatim', 'cut', 'changed', 'absent']),
  /** Of a description that is not the server's own. */
  descriptionDigest: WireId.optional(),
  descriptionChars: Count.optional(),
  schema: z.enum(['verbatim', 'reordered', 'rewritten', 'absent']),
  /** Of a schema that is not the server's own. */
  schemaDigest: WireId.optional(),
  schemaChanges: ObservedChanges.optional(),
};

const observedAs = <F extends string>(form: F) => z.strictObject({ ...observedTool, form: z.literal(form) });
const observedInNamespace = <F extends string>(form: F) =>
  z.strictObject({ ...observedTool, form: z.literal(form), namespace: ModelName.optional() });

/** A registered server's tool at one place of a model request, by the form in which it stood there. */
export const ObservedTool = z.discriminatedUnion('form', [
  /** One list of tools: Anthropic Messages, Responses. */
  observedAs('flat'),
  observedInNamespace('namespaced'),
  /** In the output of the client's search, as a definition. */
  observedInNamespace('searchResult'),
  /** Chat Completions. */
  observedAs('chatFunction'),
  /** Gemini. */
  observedAs('functionDeclaration'),
  /** As text in the answer to a search. */
  observedAs('searchText'),
  /** A search points to it by name. */
  observedAs('reference'),
  /** As code in the description of another tool. */
  observedAs('declaration'),
  observedAs('nameOnly'),
]);
export type ObservedTool = z.infer<typeof ObservedTool>;

/** A tool of the client itself that can carry MCP calls, from the profile's fixed list; of its text only booleans. */
export const ObservedEnvelope = z.strictObject({
  name: ModelName,
  role: z.enum(['exec', 'wait', 'search', 'agent', 'question', 'resource']).optional(),
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
