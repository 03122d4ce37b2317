import type { HostTraits } from '../types.ts';

/** What changes from one Claude Code version to another; a further version is one more entry. */
export interface ClaudeVersion {
  version: string;
  /** Behind a base URL that is not first-party, with ENABLE_TOOL_SEARCH unset (CC-4.02, CC-90.06). */
  behindProxy: 'flat' | 'search';
  /** Characters of a description that the model gets, declared at once or loaded by a search (CC-90.02). */
  descriptionMax: { declared: number; loaded: number };
  /** Characters of a server's instructions (CC-90.13). */
  instructionsMax: number;
  /** A name that the provider would refuse: sent all the same, or the tool is left out (CC-90.12). */
  overlongNames: 'sent' | 'left-out';
  /** Does an array under `_meta.ui.visibility` without "model" keep the tool from the model (CC-4.08)? */
  hidesAppTools: boolean;
  /** A combinator at the root of a schema: the tool is left out, or the root is flattened (CC-90.11). */
  rootCombinators: 'left-out' | 'flattened';
  /** Must every property be an object, or the whole list cannot be read (CC-90.14)? */
  strictProperties: boolean;
  /** Is a tool whose schema is not valid left out (CC-90.15)? */
  checksSchemas: boolean;
  traits: HostTraits;
}

const traits: HostTraits = {
  pages: 'all',
  followsListChanged: true,
  waitsForServers: 'bounded',
  startupTimeoutMs: 30_000,
  toolTimeoutMs: 100_000_000,
};

export const CLAUDE_VERSIONS: readonly ClaudeVersion[] = [
  {
    version: '2.1.268',
    behindProxy: 'flat',
    descriptionMax: { declared: 2048, loaded: 2048 },
    instructionsMax: 2048,
    overlongNames: 'sent',
    hidesAppTools: false,
    rootCombinators: 'left-out',
    strictProperties: true,
    checksSchemas: false,
    traits,
  },
  {
    version: '2.1.332',
    behindProxy: 'search',
    descriptionMax: { declared: 4096, loaded: Infinity },
    instructionsMax: 4096,
    overlongNames: 'left-out',
    hidesAppTools: true,
    rootCombinators: 'flattened',
    strictProperties: false,
    checksSchemas: true,
    traits,
  },
];
