import { describe, expect, it } from 'vitest';
import { readView, viewAddress } from './readView.ts';

const mimeType = 'text/html;profile=mcp-app';
const read = (...contents: unknown[]) => readView(JSON.stringify({ contents }));

describe('a view', () => {
  it.each([
    [{ ui: { resourceUri: 'ui://a/b' } }, 'ui://a/b'],
    [{ 'ui/resourceUri': 'ui://old' }, 'ui://old'],
    [{ ui: { resourceUri: 'https://a.test/' } }, undefined],
    [{ ui: { resourceUri: 7 } }, undefined],
    [{ ui: [] }, undefined],
    [undefined, undefined],
  ])('stands at a ui: address (%#)', (meta, address) => {
    expect(viewAddress(meta)).toBe(address);
  });

  it('is text or base64, of its own type only', () => {
    expect(read({ mimeType, text: '<p>ü' })).toEqual({ ok: true, html: '<p>ü', wants: [] });
    expect(read({ mimeType, blob: Buffer.from('<p>ü').toString('base64') })).toMatchObject({ html: '<p>ü' });
    for (const other of [{ mimeType: 'text/html', text: '<p>' }, { mimeType }, { mimeType, blob: '*' }, 7])
      expect(read(other).ok).toBe(false);
    expect(read().ok).toBe(false);
    expect(readView('{"contents":{}}').ok).toBe(false);
    expect(read({ mimeType, text: 'x'.repeat(8_000_001) }).ok).toBe(false);
  });

  it('names what it wants to reach, each once, whatever the server wrote there', () => {
    const csp = {
      connectDomains: ['https://a', 7, 'https://a'],
      resourceDomains: 'x',
      frameDomains: ['https://b'],
    };
    expect(read({ mimeType, text: '', _meta: { ui: { csp } } })).toMatchObject({
      wants: ['https://a', 'https://b'],
    });
  });
});
