import { describe, expect, it } from 'vitest';
import { isLocalName, mayLead, reachOf } from './reach.ts';

describe('how far away an address is', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.31.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['172.32.0.1', 'public'],
    ['8.8.8.8', 'public'],
    ['2001:4860:4860::8888', 'public'],
    ['169.254.169.254', 'refused'],
    ['::ffff:169.254.169.254', 'refused'],
    ['::ffff:a9fe:a9fe', 'refused'],
    ['64:ff9b::a9fe:a9fe', 'refused'],
    ['fd00:ec2::254', 'refused'],
    ['100.100.100.200', 'refused'],
    ['fe80::1', 'refused'],
    ['0.0.0.0', 'refused'],
    ['::', 'refused'],
    ['224.0.0.1', 'refused'],
    ['255.255.255.255', 'refused'],
    ['not an address', 'refused'],
  ])('%s is %s', (ip, expected) => {
    expect(reachOf(ip)).toBe(expected);
  });

  it('lets nobody point nearer than it is itself', () => {
    expect(mayLead('public', 'public')).toBe(true);
    expect(mayLead('public', 'private')).toBe(false);
    expect(mayLead('public', 'loopback')).toBe(false);
    expect(mayLead('private', 'loopback')).toBe(false);
    expect(mayLead('private', 'public')).toBe(true);
    expect(mayLead('loopback', 'loopback')).toBe(true);
    expect(mayLead('loopback', 'refused')).toBe(false);
    expect(mayLead('refused', 'public')).toBe(false);
  });

  it('knows names of this machine', () => {
    expect(['localhost', 'as.localhost', 'notlocalhost', 'localhost.test'].map(isLocalName)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
