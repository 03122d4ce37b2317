import * as z from 'zod';
import {
  AbstainReason,
  Code,
  Count,
  Evidence,
  HeaderName,
  HostRef,
  InstanceId,
  JsonPath,
  KnownKey,
  LocalId,
  Millis,
  ModelName,
  ObservedChanges,
  ObservedEnvelope,
  Outcome,
  RawRoute,
  Route,
  ServerName,
  Tier,
  ToolName,
  Version,
  WireId,
  clientEvents,
} from '../event.ts';

/** The version of the shapes document. A reader refuses a newer one. */
export const SHAPES_VERSION = 1;

const Wire = z.enum(['anthropic', 'responses', 'chat', 'gemini']);
const Transport = z.enum(['http', 'websocket']);

const tool = { server: ServerName, tool: ToolName };

/** How the model comes to a definition: at once, flagged, after a search, by a program, or not at all. */
export const Deferral = z.enum(['none', 'deferLoading', 'search', 'exec', 'unreachable']);
export type Deferral = z.infer<typeof Deferral>;

const place = { ...tool, path: JsonPath, name: ModelName.nullable(), by: z.enum(['profile', 'likeness']) };

const definition = {
  ...place,
  /** Keys of the definition that are on the list of known ones. */
  kept: z.array(KnownKey),
  /** Digests of the others. */
  otherKeys: z.array(WireId),
  /** Members that the server's own definition has and this one has under no name. */
  dropped: z.array(KnownKey),
  deferral: Deferral,
  description: z.enum(['verbatim', 'cut', 'changed', 'absent']),
  descriptionDigest: WireId.optional(),
  descriptionChars: Count.optional(),
  schema: z.enum(['verbatim', 'reordered', 'rewritten', 'absent']),
  schemaDigest: WireId.optional(),
  schemaChanges: ObservedChanges.optional(),
};

const defined = <F extends string>(form: F) => z.strictObject({ ...definition, form: z.literal(form) });
const inNamespace = <F extends string>(form: F) =>
  z.strictObject({ ...definition, form: z.literal(form), namespace: ModelName.nullable() });
const mentioned = <F extends string>(form: F) =>
  z.strictObject({ ...place, form: z.literal(form), deferral: Deferral, behind: ModelName.nullable() });

/**
 * One registered tool in one model request: the successor of "flat, or deferred behind exec". Every form that a client was
 * seen to use is a member; `absent` says what the tool stood behind, `carried` that an earlier request of the chain holds it.
 */
export const Shape = z.discriminatedUnion('form', [
  defined('flat'),
  inNamespace('namespaced'),
  inNamespace('searchResult'),
  defined('chatFunction'),
  defined('functionDeclaration'),
  defined('searchText'),
  mentioned('reference'),
  mentioned('declaration'),
  mentioned('nameOnly'),
  z.strictObject({ ...tool, form: z.literal('absent'), deferral: Deferral, behind: ModelName.nullable() }),
  z.strictObject({ ...tool, form: z.literal('carried'), request: Count }),
]);
export type Shape = z.infer<typeof Shape>;

export const RequestShape = z.strictObject({
  /** In order of arrival, from 1. */
  number: Count,
  exchange: LocalId,
  /** Number of the thread; null for a request of none. */
  thread: Count.nullable(),
  t: z.number(),
  method: KnownKey,
  route: Route,
  wire: Wire.nullable(),
  transport: Transport.nullable(),
  bytes: Count,
  /** All tools in it, ours or not. */
  toolCount: Count,
  prewarm: z.boolean(),
  /** The client asked for itself. */
  side: z.boolean(),
  /** Holds only what is new since the response that it names. */
  continues: z.boolean(),
  /** Outputs of calls that it carries. */
  outputs: Count,
  tools: z.array(Shape),
  envelopes: z.array(ObservedEnvelope),
  answer: z.strictObject({
    state: z.enum(['completed', 'failed', 'cut', 'none']),
    code: Code.nullable(),
    status: Count.nullable(),
  }),
});
export type RequestShape = z.infer<typeof RequestShape>;

const Endpoint = {
  method: KnownKey,
  route: Route,
  wire: Wire.nullable(),
  transport: Transport.nullable(),
};

/** What an id that the client put on the MCP wire was equal to on the provider's. */
export const JoinTarget = z.enum(['thread', 'parentThread', 'item', 'callId', 'nothing']);
export type JoinTarget = z.infer<typeof JoinTarget>;

export const JoinKey = z.enum(['threadId', 'itemId', 'callId', 'toolUseId', 'turnId', 'parentThreadId']);
export type JoinKey = z.infer<typeof JoinKey>;

export const CallShape = z.strictObject({
  number: Count,
  ...tool,
  instance: InstanceId.nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  state: z.union([Outcome, z.enum(['seen', 'waiting', 'approved', 'refused', 'running'])]),
  /** Calls that ran at the same time, by number. */
  overlaps: z.array(Count),
  keys: z.array(z.strictObject({ key: JoinKey, id: WireId, equals: z.array(JoinTarget) })),
  verdict: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('attributed'),
      tier: Tier,
      agrees: z.array(Tier),
      thread: Count.nullable(),
    }),
    z.strictObject({ kind: z.literal('abstained'), reason: AbstainReason }),
    z.strictObject({ kind: z.literal('none') }),
  ]),
});
export type CallShape = z.infer<typeof CallShape>;

export const ShapeField = z.enum([
  'form',
  'name',
  'namespace',
  'path',
  'keys',
  'description',
  'schema',
  'deferral',
  'behind',
]);
export type ShapeField = z.infer<typeof ShapeField>;

export const PredictionRow = z.strictObject({
  ...tool,
  /** `first` request of the root thread that declares tools; `searched`, the first that shows the tool after a search. */
  stage: z.enum(['first', 'searched']),
  field: ShapeField,
  predicted: z.string().nullable(),
  observed: z.string().nullable(),
  verdict: z.enum(['equal', 'different', 'notPredicted', 'notObserved']),
});
export type PredictionRow = z.infer<typeof PredictionRow>;

export const Prediction = z.strictObject({
  /** Null when there is no profile of this client. */
  profile: HostRef.nullable(),
  /** The version asked for has no profile of its own; this is the nearest one. */
  nearest: z.boolean(),
  /** `asked`: the run was made for this model class; `derived`: it is the class that fits best. */
  modelClass: z.enum(['asked', 'derived']).nullable(),
  rows: z.array(PredictionRow),
});
export type Prediction = z.infer<typeof Prediction>;

export const ShapeFinding = z.strictObject({
  code: Code,
  severity: z.enum(['info', 'warning', 'error']),
  field: ShapeField.optional(),
  /** Tools that it is about alike. */
  tools: z.array(RawRoute).optional(),
});
export type ShapeFinding = z.infer<typeof ShapeFinding>;

/** What one run showed, as one sanitized document. Times are milliseconds since the capture's start. */
export const ShapesDocument = z.strictObject({
  throughline: z.literal('shapes'),
  schema: z.int().min(1),
  run: z.strictObject({
    writer: Version.nullable(),
    simulated: z.boolean(),
    client: Code.nullable(),
    version: Version.nullable(),
    modelClass: HostRef.shape.modelClass.nullable(),
    scenario: Code.nullable(),
    metaWithheld: z.boolean(),
    wires: z.array(z.strictObject({ wire: Wire, transport: Transport })),
    platform: z.enum(['linux', 'darwin', 'win32', 'other']).nullable(),
    arch: z.enum(['x64', 'arm64', 'other']).nullable(),
    /** Null when nothing was said about it. */
    networkIsolated: z.boolean().nullable(),
  }),
  requests: z.array(RequestShape),
  counts: z.array(z.strictObject({ ...Endpoint, prewarm: z.boolean(), count: Count })),
  /** Every set of header names that occurred, and in how many requests. */
  headers: z.array(z.strictObject({ ...Endpoint, names: z.array(HeaderName), count: Count })),
  servers: z.array(
    z.strictObject({
      server: ServerName,
      /** Tools that it listed. */
      tools: Count,
      instances: z.array(
        z.strictObject({
          instance: InstanceId.nullable(),
          era: z.enum(['legacy', 'modern']).nullable(),
          protocolVersion: Version.nullable(),
          /** Methods in order, calls apart; `tookMs` until the answer. */
          messages: z.array(
            z.strictObject({
              direction: z.enum(['toServer', 'fromServer']),
              method: KnownKey,
              at: z.number(),
              tookMs: Millis.nullable(),
            }),
          ),
        }),
      ),
    }),
  ),
  threads: z.array(
    z.strictObject({
      number: Count,
      role: z.enum(['root', 'child', 'unknown']),
      /** `assumed`: the client names no threads. */
      evidence: Evidence,
      parent: Count.nullable(),
      parentEvidence: z.enum(['measured', 'derived']).nullable(),
      requests: Count,
    }),
  ),
  calls: z.array(CallShape),
  /** What the client's own log said, counted. */
  reported: z.array(z.strictObject({ what: clientEvents[0].shape.what, count: Count })),
  end: z
    .strictObject({
      exit: z.int(),
      turnCompleted: z.boolean(),
      finalEquals: z.boolean(),
      code: Code.nullable(),
      wallMs: Millis,
    })
    .nullable(),
  prediction: Prediction,
  findings: z.array(ShapeFinding),
});
export type ShapesDocument = z.infer<typeof ShapesDocument>;
