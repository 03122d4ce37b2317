import { randomBytes } from 'node:crypto';
import {
  type CallMeta,
  Code,
  Event,
  FactId,
  HeaderName,
  InstanceId,
  JsonPath,
  Keyword,
  KnownKey,
  LocalId,
  ModelName,
  Pointer,
  ServerName,
  ToolName,
  Version,
  WireId,
  type Draft,
  type ToolDefinition,
} from '../../shared/event.ts';
import { mintOf } from '../../shared/check.ts';
import { isAuthName } from '../../shared/auth-names.ts';
import { isEvent } from '../../shared/event-check.ts';
import { canonicalJson, isObject } from '../../shared/json.ts';
import type { Sanitized } from '../../shared/sanitized.ts';
import { pickDefinition } from './sanitize/definition.ts';
import { keyedHash } from './sanitize/keyed-hash.ts';
import { isKeyword, isKnownKey } from './sanitize/known-keys.ts';
import { routeTemplate, type RouteFacts } from './sanitize/route.ts';

/** Kinds of ids that Throughline counts up itself within a capture. */
export type LocalKind =
  | 'call'
  | 'window'
  | 'exchange'
  | 'approval'
  | 'elicitation'
  | 'sampling'
  | 'step'
  | 'snapshot'
  | 'manager'
  | 'list'
  | 'projection'
  | 'probe'
  | 'thread'
  | 'response'
  | 'item'
  | 'digest';

/**
 * The one gate. A raw observation goes in, an allow-listed fact comes out; facts are picked, never blanked out of a
 * copy. It alone mints the branded strings of an event, and `seal` alone makes a draft that the bus accepts.
 */
export interface Gate {
  /** The same raw id gives the same value within a capture and another one in every other capture. */
  wireId(raw: string): WireId;
  /** A digest of arguments by value: key order and spacing do not matter. */
  argumentsDigest(value: unknown): WireId;
  local(kind: LocalKind): LocalId;
  /** Registers a server with this capture; without its brand no tool name can be made. */
  server(name: string): ServerName;
  instance(server: ServerName, number: number): InstanceId;
  tool(server: ServerName, raw: string): ToolName;
  definition(server: ServerName, raw: unknown, bytes: number): ToolDefinition;
  /**
   * A name made by a host profile for a registered tool, or put together from the names of server and tool alone, or an
   * envelope of the profile's fixed list.
   */
  modelName(name: string): ModelName;
  fact(id: string): FactId;
  /** A word from code. Throws on anything that does not look like one. */
  code(word: string): Code;
  version(text: string): Version;
  /** A revision of MCP is a date; whatever else a server answers is `unknown`. */
  protocolVersion(text: string): Version;
  headerNames(raw: readonly string[]): HeaderName[];
  route(url: string): RouteFacts;
  /** The names of a hop of an authorization; undefined for one that no specification defines. */
  authName(name: string): KnownKey | undefined;
  /** Undefined when the key is not on the list; the caller counts those. */
  knownKey(key: string): KnownKey | undefined;
  jsonPath(path: string): JsonPath;
  pointer(pointer: string): Pointer;
  /** May a key of a schema be named though no registered server wrote it: a keyword, or a client's fixed vocabulary? */
  isSchemaWord(key: string): boolean;
  /** A keyword of JSON Schema; a vendor's own becomes `other`. */
  keyword(word: string): Keyword;
  /** Joins from `_meta` of a tools/call, by exact key. Never the object. */
  callMeta(meta: unknown): CallMeta | undefined;
  seal(draft: Draft): Event & Sanitized<Draft>;
}

const mint = {
  code: mintOf(Code),
  fact: mintOf(FactId),
  instance: mintOf(InstanceId),
  jsonPath: mintOf(JsonPath),
  key: mintOf(KnownKey),
  keyword: mintOf(Keyword),
  local: mintOf(LocalId),
  model: mintOf(ModelName),
  pointer: mintOf(Pointer),
  server: mintOf(ServerName),
  tool: mintOf(ToolName),
  wire: mintOf(WireId),
};

/** So many digests are remembered before all are forgotten. */
const REMEMBERED_IDS = 20_000;

/** `secret` makes the ids of two captures unrelated; it lives in memory only. */
export function createGate(secret: Buffer = randomBytes(32)): Gate {
  const counters = new Map<LocalKind, number>();
  const hash = keyedHash(secret);
  const digest = (prefix: string, text: string): WireId => mint.wire(`${prefix}_${hash(text).slice(0, 16)}`);
  // A client names the same thread and items again and again.
  const known = new Map<string, WireId>();
  const wireId = (raw: string): WireId => {
    const before = known.get(raw);
    if (before !== undefined) return before;
    if (known.size >= REMEMBERED_IDS) known.clear();
    const id = digest('id', raw);
    known.set(raw, id);
    return id;
  };

  return {
    wireId,
    argumentsDigest: (value) => digest('ar', canonicalJson(value)),
    local: (kind) => {
      const next = (counters.get(kind) ?? 0) + 1;
      counters.set(kind, next);
      return mint.local(`${kind}:${next}`);
    },
    server: (name) => mint.server(name.slice(0, 200)),
    instance: (server, number) => mint.instance(`${server}#${number}`),
    tool: (_server, raw) => mint.tool(raw.slice(0, 1024)),
    definition: (_server, raw, bytes) => pickDefinition(raw, bytes),
    modelName: (name) => mint.model(name.slice(0, 1200)),
    fact: (id) => mint.fact(id),
    code: (word) => mint.code(word),
    version: (text) => {
      const parsed = Version.safeParse(text);
      return parsed.success ? parsed.data : Version.parse('unknown');
    },
    protocolVersion: (text) => Version.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : 'unknown'),
    headerNames: (raw) => {
      const names = new Set<HeaderName>();
      for (const name of raw) {
        const parsed = HeaderName.safeParse(name.toLowerCase());
        if (parsed.success) names.add(parsed.data);
      }
      return [...names].toSorted();
    },
    route: routeTemplate,
    authName: (name) => (isAuthName(name) ? mint.key(name) : undefined),
    knownKey: (key) => (isKnownKey(key) ? mint.key(key) : undefined),
    jsonPath: (path) => mint.jsonPath(path),
    isSchemaWord: (key) => isKeyword(key) || isKnownKey(key),
    keyword: (word) => mint.keyword(isKeyword(word) ? word : 'other'),
    pointer: (pointer) => mint.pointer(pointer.slice(0, 1000)),
    callMeta: (meta) => pickCallMeta(meta, wireId),
    seal: (draft) => {
      // The stamp is the bus's to give. The schema wants one, so what is sealed carries a zero stamp until it is published.
      const event = { ...draft, seq: 0, t: 0 };
      // What the check refuses goes through the schema once more, for its words.
      if (!isEvent(event)) Event.parse(event);
      // The only place that brands a draft: what the strict schema let through is what the schema allows.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return event as Event & Sanitized<Draft>;
    },
  };
}

/** Key names by client: docs/hosts.md CX-7 (Codex) and CC-7 (Claude Code). */
function pickCallMeta(meta: unknown, wireId: (raw: string) => WireId): CallMeta | undefined {
  if (!isObject(meta)) return undefined;
  const turn = meta['x-codex-turn-metadata'];
  const turnFacts = isObject(turn) ? turn : {};
  const picked: CallMeta = {};
  const put = (key: keyof CallMeta, value: unknown): void => {
    if (typeof value === 'string' && value !== '' && value.length <= 512) picked[key] = wireId(value);
  };
  put('threadId', meta['threadId']);
  put('itemId', meta['itemId']);
  put('callId', meta['callId']);
  put('toolUseId', meta['claudecode/toolUseId']);
  put('turnId', turnFacts['turn_id']);
  put('parentThreadId', turnFacts['parent_thread_id']);
  return Object.keys(picked).length === 0 ? undefined : picked;
}
