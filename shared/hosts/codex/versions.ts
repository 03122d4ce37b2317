import type { HostTraits, RuleRef } from '../types.ts';
import { compareVersions } from '../version-order.ts';

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

/** Something that changed between two versions that profiles exist of. */
export interface CodexChange {
  /** The first release that has it. */
  from: string;
  /** In words, for the sentence beside a profile that was made of another. */
  what: string;
  change: Partial<Omit<CodexVersion, 'version' | 'traits'>> & { traits?: Partial<HostTraits> };
  rules: readonly RuleRef[];
}

/**
 * Oldest first. Releases from 0.149.0 on have what stood in the public source of 2026-08-22. The source of that day reads
 * all pages and drops `minItems`; 0.154.0 was seen to do neither, so that neither is taken to have changed before it.
 */
export const CODEX_CHANGES: readonly CodexChange[] = [
  {
    from: '0.149.0',
    what: 'names of 128 bytes',
    change: { nameLimit: 128, traits: { nameLimit: 128 } },
    rules: ['CX-4.2'],
  },
  {
    from: '0.149.0',
    what: 'policy never denies instead of asking',
    change: { neverAtUserStage: 'deny' },
    rules: ['CX-6.01'],
  },
  {
    from: '0.149.0',
    what: 'top-level tools of a Lite request inside functions',
    change: { wrapsTopLevel: true },
    rules: ['CX-5.24'],
  },
  {
    from: '0.149.0',
    what: 'omit_tools_from',
    change: { omitsSurfaces: true },
    rules: ['CX-5.3'],
  },
  {
    from: '0.149.0',
    what: 'one second for servers that are not required',
    change: { traits: { waitsForServers: 'required' } },
    rules: ['CX-2.35'],
  },
  {
    from: '0.149.0',
    what: "the root's session id as cache key",
    change: { cacheKey: 'session' },
    rules: ['CX-9.02'],
  },
  {
    from: '0.158.0',
    what: 'a schema budget for each server',
    change: { serverSchemaBudget: true },
    rules: ['CX-5.36'],
  },
  {
    from: '0.162.0',
    what: 'all pages of a list',
    change: { traits: { pages: 'all' } },
    rules: ['CX-91.01'],
  },
  {
    from: '0.162.0',
    what: '64 KiB of a result in history',
    change: { historyMaxBytes: 65_536 },
    rules: ['CX-7.20'],
  },
];

/** A version without a profile of its own: an older one with every change that is known to lie between. */
export function codexBetween(
  base: CodexVersion,
  version: string,
): { version: CodexVersion; changes: readonly CodexChange[] } {
  const changes = CODEX_CHANGES.filter(
    ({ from }) => compareVersions(base.version, from) < 0 && compareVersions(from, version) <= 0,
  );
  const made = changes.reduce(
    (older, { change }) => ({ ...older, ...change, traits: { ...older.traits, ...change.traits } }),
    base,
  );
  return { version: made, changes };
}
