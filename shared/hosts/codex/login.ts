import type { RuleRef, TokenSource, TokenSources } from '../types.ts';

/** What Codex logs in with, strongest first (CX-3.03). */
export function codexToken(sources: TokenSources): { source: TokenSource; rules: readonly RuleRef[] } {
  return { source: sourceOf(sources), rules: ['CX-3.03'] };
}

function sourceOf(sources: TokenSources): TokenSource {
  if (sources.bearerTokenEnvVar) return 'bearer-env';
  if (sources.authorizationHeader) return 'header';
  if (sources.chatgpt) return 'chatgpt';
  if (!sources.storedOauth) return 'none';
  return sources.metadata ? 'oauth' : 'stored-token';
}

/** Renewed tokens are kept after an operation that went well; after a handshake in any case (CX-3.04). */
export function codexKeepsTokens(operation: 'initialize' | 'other', succeeded: boolean): boolean {
  return succeeded || operation === 'initialize';
}
