// Where metadata may stand: RFC 9728 section 3, RFC 8414 section 3, OpenID Connect Discovery section 4.

const trimmed = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Places of a protected resource's metadata, in the order to ask: the path inserted, then the root. */
export const resourceMetadataPlaces = (server: URL): readonly URL[] => {
  const name = '/.well-known/oauth-protected-resource';
  const root = new URL(name, server.origin);
  const path = trimmed(server.pathname);
  if (path === '') return [root];
  const inserted = new URL(name + path, server.origin);
  inserted.search = server.search;
  return [inserted, root];
};

/** Places of an authorization server's metadata, in the order to ask. */
export const serverMetadataPlaces = (issuer: URL): readonly URL[] => {
  const path = trimmed(issuer.pathname);
  const oauth = '/.well-known/oauth-authorization-server';
  const openid = '/.well-known/openid-configuration';
  const paths = path === '' ? [oauth, openid] : [oauth + path, openid + path, path + openid];
  return paths.map((each) => new URL(each, issuer.origin));
};

/** The address of a server as the `resource` that a token is for (RFC 8707): no fragment, no needless slash. */
export const resourceOf = (server: URL): string => {
  const url = new URL(server);
  url.hash = '';
  return url.pathname === '/' && url.search === '' ? url.origin : url.href;
};

/** Whether metadata that names `resource` may speak for `server`: the same origin, and its path or one above it. */
export const speaksFor = (resource: string, server: URL): boolean => {
  const named = URL.parse(resource);
  if (named === null || named.origin !== server.origin) return false;
  return `${trimmed(server.pathname)}/`.startsWith(`${trimmed(named.pathname)}/`);
};
