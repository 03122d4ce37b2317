import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import { toRoots } from './roots.ts';

describe('roots', () => {
  it('are addresses with the names of their folders; what is no plain character is encoded', () => {
    expect(toRoots(['/home/ada/a b#c', 'file:///srv/data/', 'file://nas/share/x', '/'])).toEqual([
      { uri: 'file:///home/ada/a%20b%23c', name: 'a b#c' },
      { uri: 'file:///srv/data/', name: 'data' },
      { uri: 'file://nas/share/x', name: 'x' },
      { uri: 'file:///' },
    ]);
  });

  it.each(['work', './work', 'https://example.com/', 'file:work', ''])('are whole: not %s', (root) => {
    const transport = { kind: 'stdio', command: 'x', args: [], env: {} };
    expect(ServerConfig.safeParse({ name: 'x', transport, roots: [root] }).success).toBe(false);
  });
});
