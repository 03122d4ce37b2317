import { describe, expect, it } from 'vitest';
import { resourceMetadataPlaces, resourceOf, serverMetadataPlaces, speaksFor } from './places.ts';

const hrefs = (urls: readonly URL[]): string[] => urls.map(({ href }) => href);

describe('where metadata stands', () => {
  it('asks for a resource with its path first, then at the root', () => {
    expect(hrefs(resourceMetadataPlaces(new URL('https://a.test/public/mcp?tenant=1')))).toEqual([
      'https://a.test/.well-known/oauth-protected-resource/public/mcp?tenant=1',
      'https://a.test/.well-known/oauth-protected-resource',
    ]);
    expect(hrefs(resourceMetadataPlaces(new URL('https://a.test/')))).toEqual([
      'https://a.test/.well-known/oauth-protected-resource',
    ]);
  });

  it('asks for an issuer with a path in three places', () => {
    expect(hrefs(serverMetadataPlaces(new URL('https://a.test/tenant/one/')))).toEqual([
      'https://a.test/.well-known/oauth-authorization-server/tenant/one',
      'https://a.test/.well-known/openid-configuration/tenant/one',
      'https://a.test/tenant/one/.well-known/openid-configuration',
    ]);
    expect(hrefs(serverMetadataPlaces(new URL('https://a.test')))).toEqual([
      'https://a.test/.well-known/oauth-authorization-server',
      'https://a.test/.well-known/openid-configuration',
    ]);
  });
});

describe('the resource', () => {
  it('is the address of the server', () => {
    expect(resourceOf(new URL('https://A.test:443/mcp#x'))).toBe('https://a.test/mcp');
    expect(resourceOf(new URL('https://a.test/'))).toBe('https://a.test');
  });

  it.each([
    ['https://a.test/mcp', true],
    ['https://a.test/mcp/', true],
    ['https://a.test', true],
    ['https://a.test/mc', false],
    ['https://a.test/mcp/more', false],
    ['http://a.test/mcp', false],
    ['https://b.test/mcp', false],
    ['mcp', false],
  ])('%s: speaks for the server: %s', (resource, expected) => {
    expect(speaksFor(resource, new URL('https://a.test/mcp'))).toBe(expected);
  });
});
