import {
  Code,
  InstanceId,
  LocalId,
  ModelName,
  ServerName,
  ToolName,
  WireId,
  type AnyId,
  type Carrier,
} from '../../event.ts';

// Names a test can read, as the ids that an event carries.

/** The same name gives the same id; FNV-1a over 64 bits. */
export function wire(name: string): WireId {
  let hash = 0xcbf29ce484222325n;
  for (const char of name)
    hash = BigInt.asUintN(64, (hash ^ BigInt(char.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return WireId.parse(`id_${hash.toString(16).padStart(16, '0')}`);
}

export const isWire = (id: AnyId): id is WireId => WireId.safeParse(id).success;

export const local = (kind: string, number: number): LocalId => LocalId.parse(`${kind}:${number}`);
export const server = (name: string): ServerName => ServerName.parse(name);
export const tool = (name: string): ToolName => ToolName.parse(name);
export const instance = (name: string, number: number): InstanceId => InstanceId.parse(`${name}#${number}`);
export const code = (word: string): Code => Code.parse(word);

export const exec: Carrier = { kind: 'exec' };
export const none: Carrier = { kind: 'none' };
export const envelope = (name: string): Carrier => ({ kind: 'envelope', name: ModelName.parse(name) });
/** An item that calls `tool` of `server` by its own name. */
export const calls = (toolName: string, serverName = 'shape_probe'): Carrier => ({
  kind: 'tool',
  route: { server: server(serverName), tool: tool(toolName) },
});
