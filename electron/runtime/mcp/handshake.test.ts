import { describe, expect, it } from 'vitest';
import type { McpFinding } from './findings.ts';
import { repairDiscover, repairInitialize } from './handshake.ts';

const codes = (serverInfo: unknown): string[] => {
  const odd: McpFinding[] = [];
  repairInitialize({ protocolVersion: '2025-06-18', capabilities: {}, serverInfo }, odd);
  return odd.map(({ code }) => code);
};

describe('a handshake', () => {
  it.each(['codex-mcp-server', 'claude/tengu'])('tells that %s is a client turned server', (name) => {
    expect(codes({ name, title: 'Any', version: '1.0.0' })).toEqual(['server-is-client']);
  });

  it('takes no other name for a client', () => {
    for (const name of ['codex-mcp-client', 'codex', 'shape-probe', 'constructor']) {
      expect(codes({ name, version: '1.0.0' })).toEqual([]);
    }
  });

  it('finds the same in the newer era', () => {
    const odd: McpFinding[] = [];
    const _meta = {
      'io.modelcontextprotocol/serverInfo': { name: 'codex-mcp-server', version: '0.144.6' },
    };
    repairDiscover({ supportedVersions: ['2026-07-28'], capabilities: {}, _meta }, odd);
    expect(odd.map(({ code }) => code)).toEqual(['server-is-client']);
  });
});
