import { isObject } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import type { JsonObject, ServerIdentity } from './types.ts';

const incomplete = (detail: string): McpFinding => finding('handshake-incomplete', { detail });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Capabilities are objects; servers also send true, null, and hints of other types. */
const readCapabilities = (raw: unknown, odd: McpFinding[]): JsonObject => {
  if (!isObject(raw)) {
    odd.push(incomplete('capabilities is not an object'));
    return {};
  }
  const capabilities: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value === false || value === null || value === undefined) continue;
    if (!isObject(value)) odd.push(incomplete(`capabilities.${name} is not an object`));
    const member: Record<string, unknown> = isObject(value) ? { ...value } : {};
    for (const hint of ['listChanged', 'subscribe']) {
      if (member[hint] !== undefined && typeof member[hint] !== 'boolean') {
        odd.push(incomplete(`capabilities.${name}.${hint} is not a boolean`));
        delete member[hint];
      }
    }
    capabilities[name] = member;
  }
  return capabilities;
};

/** What the server says of itself; members of the wrong type are left out. */
export const readIdentity = (raw: unknown): ServerIdentity => {
  if (!isObject(raw)) return {};
  const [name, title, version] = [text(raw['name']), text(raw['title']), text(raw['version'])];
  return {
    ...(name === undefined ? {} : { name }),
    ...(title === undefined ? {} : { title }),
    ...(version === undefined ? {} : { version }),
  };
};

/** Clients that also serve their own agent over MCP, by the name under which they do. */
const agentServers: ReadonlyMap<string, string> = new Map([
  ['codex-mcp-server', 'Codex'],
  ['claude/tengu', 'Claude Code'],
]);

const readServerInfo = (raw: unknown, odd: McpFinding[]): JsonObject => {
  const identity = readIdentity(raw);
  if (identity.name === undefined || identity.version === undefined)
    odd.push(incomplete('serverInfo lacks name or version'));
  const client = agentServers.get(identity.name ?? '');
  if (client !== undefined)
    odd.push(finding('server-is-client', { detail: `${client}, as ${identity.name}` }));
  return { name: '', version: '', ...identity };
};

const readInstructions = (raw: unknown, odd: McpFinding[]): JsonObject => {
  if (raw === undefined) return {};
  if (typeof raw === 'string') return { instructions: raw };
  odd.push(incomplete('instructions is not a string'));
  return {};
};

/** A form of an initialize result that a strict reader accepts; what had to be repaired is pushed to `odd`. */
export const repairInitialize = (result: JsonObject, odd: McpFinding[]): JsonObject => ({
  protocolVersion: text(result['protocolVersion']) ?? '',
  capabilities: readCapabilities(result['capabilities'], odd),
  serverInfo: readServerInfo(result['serverInfo'], odd),
  ...readInstructions(result['instructions'], odd),
});

const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** The same for a server/discover result; its identity stands in `_meta` and may be missing. */
export const repairDiscover = (result: JsonObject, odd: McpFinding[]): JsonObject => {
  const versions = result['supportedVersions'];
  const meta = isObject(result['_meta']) ? result['_meta'][serverInfoKey] : undefined;
  return {
    resultType: 'complete',
    supportedVersions: Array.isArray(versions)
      ? versions.filter((version) => typeof version === 'string')
      : [],
    capabilities: readCapabilities(result['capabilities'], odd),
    ...readInstructions(result['instructions'], odd),
    ...(meta === undefined ? {} : { _meta: { [serverInfoKey]: readServerInfo(meta, odd) } }),
    ttlMs: 0,
    cacheScope: 'private',
  };
};
