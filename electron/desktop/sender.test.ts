import { describe, expect, it } from 'vitest';
import { startAddress } from './address.ts';
import { isTrustedSender } from './sender.ts';

describe('isTrustedSender', () => {
  it('trusts the top frame of our page', () => {
    expect(isTrustedSender({ url: startAddress, parent: null })).toBe(true);
  });

  it('trusts no frame inside another', () => {
    expect(isTrustedSender({ url: startAddress, parent: { url: startAddress, parent: null } })).toBe(false);
  });

  it('trusts no foreign page, and none that looks like ours', () => {
    expect(isTrustedSender({ url: 'https://example.com/', parent: null })).toBe(false);
    expect(isTrustedSender({ url: 'app://throughline.example/', parent: null })).toBe(false);
    expect(isTrustedSender({ url: '', parent: null })).toBe(false);
  });

  it('trusts no frame that is gone', () => {
    expect(isTrustedSender(null)).toBe(false);
  });
});
