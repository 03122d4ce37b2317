import { describe, expect, it } from 'vitest';
import { externalAddress, isOwnAddress, signInAddress, startAddress } from './address.ts';

describe('isOwnAddress', () => {
  it('knows the start page and its places', () => {
    expect(isOwnAddress(startAddress)).toBe(true);
    expect(isOwnAddress(`${startAddress}#/timeline?x=1`)).toBe(true);
  });

  it.each([
    'app://throughline.evil.example/index.html',
    'app://evil/index.html',
    'app://throughline@evil/index.html',
    'app://throughline:8080/index.html',
    'https://throughline/index.html',
    'APP-x://throughline/',
    'file:///index.html',
    'about:blank',
    'data:text/html,app://throughline/',
    '',
  ])('does not take %j for one', (address) => {
    expect(isOwnAddress(address)).toBe(false);
  });
});

describe('externalAddress', () => {
  it('gives the spelling that will be opened', () => {
    expect(externalAddress('https://example.com/docs?q=1#top')).toBe('https://example.com/docs?q=1#top');
    expect(externalAddress('HTTPS://EXAMPLE.com')).toBe('https://example.com/');
    expect(externalAddress('https://exämple.com/')).toBe('https://xn--exmple-cua.com/');
  });

  it.each([
    'http://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'smb://server/share',
    'ms-msdt:/id',
    'vscode://file/x',
    'data:text/html,x',
    'https://login.example.com@evil.example/',
    'https://user:pass@example.com/',
    'https://',
    'example.com',
    ' ',
  ])('refuses %j', (address) => {
    expect(externalAddress(address)).toBeUndefined();
  });
});

describe('signInAddress', () => {
  it.each([
    'https://a.test/authorize?x=1',
    'http://127.0.0.1:8080/authorize',
    'http://localhost/',
    'http://[::1]:1/',
  ])('opens %j', (address) => {
    expect(signInAddress(address)).toBe(address);
  });

  it.each([
    'http://a.test/authorize',
    'http://127.0.0.1.a.test/',
    'http://localhost.a.test/',
    'http://user@127.0.0.1/',
    'https://user:word@a.test/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '',
  ])('does not open %j', (address) => {
    expect(signInAddress(address)).toBeUndefined();
  });
});
