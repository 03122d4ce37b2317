import type { HostTraits } from '../types.ts';

/** What changes from one Codex version to another; a further version is one more entry. */
export interface CodexVersion {
  version: string;
  /** Bytes of namespace + name + 2 (CX-4.2 step 7). */
  nameLimit: number;
  /** Bytes of compact JSON (CX-5.6). */
  schemaMaxBytes: number;
  /** May a server have a budget of its own, `tool_input_schema_max_bytes` (CX-5.36)? */
  serverSchemaBudget: boolean;
  /** Does `minItems` stay in a schema (CX-90.04)? */
  keepsMinItems: boolean;
  /** Policy `never` that reaches the user stage: refused with a text, or asked and then cancelled (CX-6.01). */
  neverAtUserStage: 'deny' | 'ask';
  /** Top-level tools of a Lite request stand inside a namespace `functions` (CX-5.24). */
  wrapsTopLevel: boolean;
  /** Can a server keep its tools from a surface (CX-5.3)? */
  omitsSurfaces: boolean;
  /** Does the description of `tool_search` list what can be searched (CX-90.14)? */
  listsSearchSources: boolean;
  /** In `ALL_TOOLS`: does the tool's own description come before the server's instructions (CX-90.12)? */
  codeModeText: 'tool-first' | 'server-first';
  /** Does a declaration in code mode write references out (CX-90.13)? */
  writesReferences: boolean;
  /** Which id is the prompt cache key (CX-9.02). */
  cacheKey: 'session' | 'thread';
  /** Does `tools/call` carry the model's call id and item id (CX-7.1, CX-90.05)? */
  callIdsInMeta: boolean;
  /** Bytes of a result that history keeps (CX-7.20); as the model got it when absent. */
  historyMaxBytes?: number;
  traits: HostTraits;
}

const traits = {
  followsListChanged: false,
  startupTimeoutMs: 30_000,
  toolTimeoutMs: 300_000,
} as const;

export const CODEX_VERSIONS: readonly CodexVersion[] = [
  {
    version: '0.144.6',
    nameLimit: 64,
    schemaMaxBytes: 5000,
    serverSchemaBudget: false,
    keepsMinItems: false,
    neverAtUserStage: 'ask',
    wrapsTopLevel: false,
    omitsSurfaces: false,
    listsSearchSources: true,
    codeModeText: 'server-first',
    writesReferences: false,
    cacheKey: 'thread',
    callIdsInMeta: false,
    traits: { ...traits, nameLimit: 64, pages: 'first', waitsForServers: 'all' },
  },
  {
    version: '0.154.0',
    nameLimit: 128,
    schemaMaxBytes: 5000,
    serverSchemaBudget: false,
    keepsMinItems: true,
    neverAtUserStage: 'deny',
    wrapsTopLevel: true,
    omitsSurfaces: true,
    listsSearchSources: true,
    codeModeText: 'server-first',
    writesReferences: true,
    cacheKey: 'session',
    callIdsInMeta: true,
    traits: { ...traits, nameLimit: 128, pages: 'first', waitsForServers: 'required' },
  },
  {
    version: '0.171.0',
    nameLimit: 128,
    schemaMaxBytes: 5000,
    serverSchemaBudget: true,
    keepsMinItems: true,
    neverAtUserStage: 'deny',
    wrapsTopLevel: true,
    omitsSurfaces: true,
    listsSearchSources: false,
    codeModeText: 'tool-first',
    writesReferences: true,
    cacheKey: 'session',
    callIdsInMeta: true,
    historyMaxBytes: 65_536,
    traits: { ...traits, nameLimit: 128, pages: 'all', waitsForServers: 'required' },
  },
];
