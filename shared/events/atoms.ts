import * as z from 'zod';
import { HOST_IDS } from '../hosts/ids.ts';

// Every string in an event is one of these atoms or a literal of a closed list. There is no free text: a prompt, a
// header value or an error message has no field that it could travel in. Only the gate mints the branded ones.

/** An id that stood on a wire, as a per-capture HMAC: two equal ids stay equal, none can be read. */
export const WireId = z
  .string()
  .regex(/^[a-z]{1,4}_[0-9a-f]{16}$/)
  .brand<'WireId'>();
export type WireId = z.infer<typeof WireId>;

/** An id that Throughline counts up itself (`call:3`, `window:1`, `exchange:12`), unique within a capture. */
export const LocalId = z
  .string()
  .regex(/^[a-z]{1,12}:\d{1,12}$/)
  .brand<'LocalId'>();
export type LocalId = z.infer<typeof LocalId>;

/** A thread, response or item: named by the client (WireId) or, for a client without ids, by us (LocalId). */
export const AnyId = z.union([WireId, LocalId]);
export type AnyId = z.infer<typeof AnyId>;

/** The name under which the user registered a server. */
export const ServerName = z.string().min(1).max(200).brand<'ServerName'>();
export type ServerName = z.infer<typeof ServerName>;

/** One running process or connection of a server: `shape_probe#2`. */
export const InstanceId = z.string().min(1).max(220).brand<'InstanceId'>();
export type InstanceId = z.infer<typeof InstanceId>;

/** A tool's raw name as a registered server listed it. */
export const ToolName = z.string().max(1024).brand<'ToolName'>();
export type ToolName = z.infer<typeof ToolName>;

/**
 * A name that a host profile made for a registered server's tool, or one put together from the names of server and tool
 * alone, or an envelope on the profile's fixed list.
 */
export const ModelName = z.string().max(1200).brand<'ModelName'>();
export type ModelName = z.infer<typeof ModelName>;

/** A fact of docs/hosts.md, with an optional step: `CX-6.1/2`. */
export const FactId = z
  .string()
  .regex(/^[A-Z]{2}-\d+(\.\d+)?(\/\w{1,8})?$/)
  .brand<'FactId'>();
export type FactId = z.infer<typeof FactId>;

/** A stable word from a list in code: a reason, a finding, a step. Never built from input. */
export const Code = z
  .string()
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+){0,9}$/)
  .max(80)
  .brand<'Code'>();
export type Code = z.infer<typeof Code>;

export const HeaderName = z
  .string()
  .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/)
  .brand<'HeaderName'>();
export type HeaderName = z.infer<typeof HeaderName>;

/** A path as a template of known segments: `/v1/messages`, `/v1beta/models/{…}`. */
export const Route = z
  .string()
  .regex(/^\/[A-Za-z0-9_.:{}…/-]{0,200}$/)
  .brand<'Route'>();
export type Route = z.infer<typeof Route>;

/** A key of a query string or of a JSON object, from a known list; others are counted only. */
export const KnownKey = z
  .string()
  .regex(/^[A-Za-z0-9_.:/-]{1,80}$/)
  .brand<'KnownKey'>();
export type KnownKey = z.infer<typeof KnownKey>;

/** Where in a request body something stood: `$.tools[23]`, `$.input[0].tools[0]`. */
export const JsonPath = z
  .string()
  .regex(/^\$(\.[A-Za-z_]\w{0,60}|\[\d{1,6}\]){0,20}$/)
  .brand<'JsonPath'>();
export type JsonPath = z.infer<typeof JsonPath>;

/** A JSON Schema keyword as the specification spells it, or what else of a definition can be lost: `field`, `cut`, `other`. */
export const Keyword = z
  .string()
  .regex(/^\$?[A-Za-z]{1,40}$/)
  .brand<'Keyword'>();
export type Keyword = z.infer<typeof Keyword>;

/** An RFC 6901 pointer into a registered server's own tool definition. */
export const Pointer = z
  .string()
  .max(1000)
  .regex(/^(\/[^/]*)*$/)
  .brand<'Pointer'>();
export type Pointer = z.infer<typeof Pointer>;

/** Bytes, milliseconds, counts. */
export const Count = z.int().min(0);
export const Millis = z.number().min(0);

export const Version = z
  .string()
  .regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,60}$/)
  .brand<'Version'>();
export type Version = z.infer<typeof Version>;

/** Which host profile, in which version and model class, a fact is about. */
export const HostRef = z.strictObject({
  host: z.enum(HOST_IDS),
  version: Version,
  modelClass: z.enum(['direct', 'search', 'exec', 'flat']),
});
export type HostRef = z.infer<typeof HostRef>;

/** The raw address of a tool: what `tools/call` is sent to. */
export const RawRoute = z.strictObject({ server: ServerName, tool: ToolName });
export type RawRoute = z.infer<typeof RawRoute>;

export const Source = z.enum(['mcp', 'provider', 'host', 'tap', 'client', 'correlator', 'user']);
export type Source = z.infer<typeof Source>;

export const Evidence = z.enum(['measured', 'reported', 'derived', 'assumed']);
export type Evidence = z.infer<typeof Evidence>;

/**
 * One kind of event: its name and facts under the stamp that every event carries.
 * `seq` is dense from 0 in order of arrival; `t` is milliseconds since the capture's start on a monotonic clock, kept to
 * a microsecond; `clockUncertainty` (ms) is present when the time was measured by another process.
 */
export const defineEvent = <K extends string, F extends z.ZodRawShape>(kind: K, facts: F) =>
  z.strictObject({
    seq: Count,
    t: z.number(),
    kind: z.literal(kind),
    source: Source,
    evidence: Evidence,
    instance: InstanceId.optional(),
    clockUncertainty: Millis.optional(),
    ...facts,
  });
