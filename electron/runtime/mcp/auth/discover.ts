import { fail, fault, ok, type Fault, type Result } from '../../../../shared/fault.ts';
import type { FindingCode } from '../../../../shared/findings.ts';
import type { Challenge } from './challenge.ts';
import type { Hop } from './hop.ts';
import { ResourceMetadata, ServerMetadata } from './metadata.ts';
import { resourceMetadataPlaces, resourceOf, serverMetadataPlaces, speaksFor } from './places.ts';
import { placeOf } from './trail.ts';

/** Who hands out tokens for a server, and how to ask. */
export interface Discovery {
  /** What a token is for (RFC 8707). */
  readonly resource: string;
  readonly issuer: string;
  readonly scopes: readonly string[] | undefined;
  readonly metadata: ServerMetadata;
  readonly authorizationEndpoint: URL | undefined;
  readonly tokenEndpoint: URL;
  readonly registrationEndpoint: URL | undefined;
  /** Found as revision 2025-03-26 did, at the server's own origin; that revision knew fewer checks. */
  readonly isOld: boolean;
}

interface Found {
  readonly metadata: ResourceMetadata;
}

/** How many of a server's authorization servers are asked before giving up. */
const maxServers = 3;

interface Where {
  readonly url: URL;
  readonly way: string;
  /** What it means that nothing stands here. */
  readonly missing?: FindingCode;
  /** What it means that something does. */
  readonly present?: FindingCode;
  /** What is known already when this place is asked. */
  readonly known?: FindingCode;
}

const placesFor = (server: URL, challenge: Challenge): Where[] => {
  const [first, root] = resourceMetadataPlaces(server);
  const linked =
    challenge.resourceMetadata === undefined ? null : URL.parse(challenge.resourceMetadata, server);
  const places: Where[] = [
    ...(linked === null
      ? []
      : [{ url: linked, way: 'named', missing: 'auth-resource-metadata-link-broken' } as const]),
    ...(first === undefined ? [] : [{ url: first, way: root === undefined ? 'root' : 'path' }]),
    ...(root === undefined
      ? []
      : [{ url: root, way: 'root', present: 'auth-resource-metadata-at-root' } as const]),
  ];
  return places.filter(({ url }, at) => places.findIndex((other) => other.url.href === url.href) === at);
};

/** Asks one place for a metadata document. Undefined: nothing stands there. */
const read = async (
  hop: Hop,
  kind: 'resource-metadata' | 'server-metadata',
  { url, way, missing, present, known }: Where,
) => {
  const { step, answer } = await hop(kind, { url, way });
  if (known !== undefined) step.find(known);
  if (!answer.ok) return { kind: 'failed', ...step.fail(answer.fault) } as const;
  const { status, body } = answer.value;
  if (status !== 200 || body === undefined) {
    if (status === 200) step.find('auth-metadata-not-json');
    if (missing !== undefined) step.find(missing);
    step.end();
    return { kind: 'missing' } as const;
  }
  if (present !== undefined) step.find(present);
  return { kind: 'found', body, step } as const;
};

const isWeb = (address: string): boolean => /^https?:$/.test(URL.parse(address)?.protocol ?? '');

const resourceMetadata = async (
  hop: Hop,
  server: URL,
  challenge: Challenge,
): Promise<Result<Found | undefined>> => {
  let failure: Fault | undefined;
  for (const where of placesFor(server, challenge)) {
    const seen = await read(hop, 'resource-metadata', where);
    if (seen.kind === 'failed') failure ??= seen.fault;
    if (seen.kind !== 'found') continue;
    const metadata = ResourceMetadata.parse(seen.body);
    if (metadata.resource !== undefined && !speaksFor(metadata.resource, server)) {
      return seen.step.fail(
        fault('auth-resource-mismatch', 'The metadata of the server is about another resource.', {
          cause: `It stands at ${placeOf(where.url)}.`,
          next: `Its "resource" has to be ${resourceOf(server)}, or an address above it at the same origin.`,
        }),
      );
    }
    if (metadata.authorization_servers?.some((issuer) => !isWeb(issuer)) === true) {
      return seen.step.fail(
        fault('auth-address-refused', 'The server names an authorization server that is no web address.', {
          next: 'Its "authorization_servers" has to hold https addresses.',
        }),
      );
    }
    seen.step.end();
    return ok({ metadata });
  }
  return failure === undefined ? ok(undefined) : { ok: false, fault: failure };
};

/** RFC 8414, 3.3: the metadata has to name the very issuer that led to it. One needless slash is let pass. */
const isSame = (named: string | undefined, issuer: string): boolean =>
  named !== undefined && (named === issuer || `${named}/` === issuer || named === `${issuer}/`);

interface Server {
  readonly metadata: ServerMetadata;
  readonly issuer: string;
}

const serverMetadata = async (
  hop: Hop,
  issuer: string,
  isOld: boolean,
  known?: FindingCode,
): Promise<Result<Server | undefined>> => {
  const base = new URL(issuer);
  let failure: Fault | undefined;
  const places = serverMetadataPlaces(base);
  for (const [index, url] of places.entries()) {
    const way = url.pathname.includes('openid-configuration') ? 'openid' : 'oauth';
    const first = index === 0 && known !== undefined ? { known } : {};
    const last =
      isOld && index === places.length - 1 ? { missing: 'auth-server-metadata-missing' as const } : {};
    const seen = await read(hop, 'server-metadata', { url, way, ...first, ...last });
    if (seen.kind === 'failed') failure ??= seen.fault;
    if (seen.kind !== 'found') continue;
    const metadata = ServerMetadata.parse(seen.body);
    if (!isSame(metadata.issuer, issuer)) {
      if (!isOld)
        return seen.step.fail(
          fault('auth-issuer-mismatch', 'The metadata of the authorization server names another issuer.', {
            cause: `It was found for ${placeOf(base)}.`,
            next: 'The "issuer" of the metadata and the address in "authorization_servers" have to be equal.',
          }),
        );
      seen.step.find('auth-issuer-unchecked');
    }
    seen.step.end();
    return ok({ metadata, issuer: metadata.issuer ?? issuer });
  }
  return failure === undefined ? ok(undefined) : { ok: false, fault: failure };
};

const endpoint = (named: string | undefined, fallback?: URL): URL | undefined =>
  (named === undefined ? null : URL.parse(named)) ?? fallback;

const discovered = (
  server: URL,
  resource: ResourceMetadata | undefined,
  { metadata, issuer }: Server,
  isOld: boolean,
): Result<Discovery> => {
  // Revision 2025-03-26, "Fallbacks for Servers without Metadata Discovery".
  const old = (path: string): URL | undefined => (isOld ? new URL(path, server.origin) : undefined);
  const tokenEndpoint = endpoint(metadata.token_endpoint, old('/token'));
  if (tokenEndpoint === undefined)
    return fail('auth-metadata-missing', 'The authorization server names no token endpoint.', {
      next: 'Its metadata needs a "token_endpoint".',
    });
  return ok({
    resource: resource?.resource ?? resourceOf(server),
    issuer,
    scopes: resource?.scopes_supported,
    metadata,
    authorizationEndpoint: endpoint(metadata.authorization_endpoint, old('/authorize')),
    tokenEndpoint,
    registrationEndpoint: endpoint(
      metadata.registration_endpoint,
      metadata.issuer === undefined ? old('/register') : undefined,
    ),
    isOld,
  });
};

/**
 * Finds out who hands out tokens for a server: the metadata that it names or that stands at the known places, then that of
 * the authorization server. `wanted` is the issuer that the user chose.
 */
export const discoverServer = async (
  hop: Hop,
  server: URL,
  challenge: Challenge,
  wanted?: string,
): Promise<Result<Discovery>> => {
  const resource = await resourceMetadata(hop, server, challenge);
  if (!resource.ok) return resource;
  const named = resource.value?.metadata.authorization_servers ?? [];
  if (wanted !== undefined && named.length > 0 && !named.some((issuer) => isSame(issuer, wanted))) {
    return fail(
      'auth-issuer-mismatch',
      'The server does not name the authorization server that was chosen.',
      {
        next: 'Correct the issuer in the settings of the server, or leave it out.',
      },
    );
  }
  const isOld = wanted === undefined && named.length === 0;
  const issuers = wanted === undefined ? (isOld ? [server.origin] : named.slice(0, maxServers)) : [wanted];
  let failure: Fault | undefined;
  for (const issuer of issuers) {
    const missing = isOld && resource.value === undefined ? 'auth-resource-metadata-missing' : undefined;
    const found = await serverMetadata(hop, issuer, isOld, missing);
    if (!found.ok) {
      // A server that is led to the wrong place is not led on to the next one.
      if (!found.fault.code.startsWith('auth-connection') && found.fault.code !== 'auth-no-answer')
        return found;
      failure ??= found.fault;
    } else if (found.value !== undefined) {
      return discovered(server, resource.value?.metadata, found.value, isOld);
    }
  }
  if (failure !== undefined) return { ok: false, fault: failure };
  if (isOld)
    return discovered(
      server,
      resource.value?.metadata,
      { metadata: ServerMetadata.parse({}), issuer: server.origin },
      true,
    );
  return fail('auth-metadata-missing', 'The authorization server has no metadata.', {
    cause: `It was looked for at the known places of ${issuers.join(', ')}.`,
    next: 'It has to stand at /.well-known/oauth-authorization-server or /.well-known/openid-configuration.',
  });
};
