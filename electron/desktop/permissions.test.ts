import { describe, expect, it } from 'vitest';
import { startAddress } from './address.ts';
import { isPermitted } from './permissions.ts';

const own = { url: startAddress, isMainFrame: true };

describe('isPermitted', () => {
  it('lets our page copy text', () => {
    expect(isPermitted('clipboard-sanitized-write', own)).toBe(true);
  });

  it('lets nobody else do so', () => {
    expect(isPermitted('clipboard-sanitized-write', { ...own, isMainFrame: false })).toBe(false);
    expect(isPermitted('clipboard-sanitized-write', { ...own, url: 'https://example.com/' })).toBe(false);
    expect(isPermitted('clipboard-sanitized-write', { ...own, url: '' })).toBe(false);
  });

  it.each([
    'clipboard-read',
    'notifications',
    'geolocation',
    'media',
    'midi',
    'openExternal',
    'fileSystem',
    'hid',
    'serial',
    'usb',
    'fullscreen',
    'pointerLock',
    'unknown',
  ])('grants no %s', (permission) => {
    expect(isPermitted(permission, own)).toBe(false);
  });
});
