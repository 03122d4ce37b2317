import { BlockList, isIP } from 'node:net';

/** How far away an address is. `refused` is never called: link-local and cloud metadata addresses, and nobody's. */
export type Reach = 'loopback' | 'private' | 'public' | 'refused';

const listOf = (subnets: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [net = '', prefix = ''] = subnet.split('/');
    list.addSubnet(net, Number(prefix), net.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
};

const refused = listOf([
  '0.0.0.0/8',
  '169.254.0.0/16',
  // Metadata services that stand outside of the link-local range.
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
  // The same behind NAT64 (RFC 6052).
  '64:ff9b::a9fe:0/112',
]);
const loopback = listOf(['127.0.0.0/8', '::1/128']);
const closed = listOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7']);

/** How far away an IP address is; IPv4 inside IPv6 counts as what it holds. */
export const reachOf = (ip: string): Reach => {
  const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(ip) === 0 || refused.check(ip, family)) return 'refused';
  if (loopback.check(ip, family)) return 'loopback';
  return closed.check(ip, family) ? 'private' : 'public';
};

const rank = { loopback: 0, private: 1, public: 2 } as const;

/**
 * Whether an address that a server at `from` named may be called. A server can only point at networks as far away as its own
 * or farther: one on the internet must not make this machine ask its own services or its neighbours'.
 */
export const mayLead = (from: Reach, to: Reach): boolean =>
  from !== 'refused' && to !== 'refused' && rank[to] >= rank[from];

/** A host name that always means this machine (RFC 6761), whatever the resolver thinks. */
export const isLocalName = (host: string): boolean => /(^|\.)localhost$/i.test(host);
