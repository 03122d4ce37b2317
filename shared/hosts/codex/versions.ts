import type { HostTraits } from '../types.ts';

/** What changes from one Codex version to another; a further version is one more entry. */
export interface CodexVersion {
  version: string;
  /** Bytes of namespace + name + 2 (CX-4.2 step 7). */
  nameLimit: number;
  /** Bytes of compact JSON (CX-5.6). */
  schemaMaxBytes: number;
  /** Policy `never` that reaches the user stage: refused with a text, or asked and then cancelled (CX-6.01). */
  neverAtUserStage: 'deny' | 'ask';
  /** Top-level tools of a Lite request stand inside a namespace `functions` (CX-5.24). */
  wrapsTopLevel: boolean;
  /** Which id is the prompt cache key (CX-9.02). */
  cacheKey: 'session' | 'thread';
  /** Does `tools/call` carry the model's call id and item id (CX-7.1, CX-90.05)? */
  callIdsInMeta: boolean;
  traits: HostTraits;
}

export const CODEX_VERSIONS: readonly CodexVersion[] = [
  {
    version: '0.154.0',
    nameLimit: 128,
    schemaMaxBytes: 5000,
    neverAtUserStage: 'deny',
    wrapsTopLevel: true,
    cacheKey: 'session',
    callIdsInMeta: true,
    traits: {
      nameLimit: 128,
      pages: 'all',
      followsListChanged: false,
      waitsForServers: 'required',
      startupTimeoutMs: 30_000,
      toolTimeoutMs: 300_000,
    },
  },
];
