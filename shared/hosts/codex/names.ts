import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { RouteMap } from '../route.ts';
import { NO_FINDINGS } from '../rows.ts';
import { compareBytes } from '../text.ts';
import type { HostFinding, HostSettings, NameRow, ToolRoute } from '../types.ts';

/** Why a name carries a hash. */
type HashCause = 'namespace-collision' | 'tool-collision' | 'too-long' | 'joined-collision';

interface Callable {
  route: ToolRoute;
  /** Bytes that stand for the tool in hashes and in the sort (CX-4.2 step 3). */
  identity: string;
  namespaceIdentity: string;
  namespace: string;
  name: string;
  /** The two spellings in which distinct tools can coincide; known when the names are final. */
  codeMode: string;
  hook: string;
  causes: readonly HashCause[];
}

const NO_CAUSES: readonly HashCause[] = [];

/** One `_` for every scalar outside ASCII letters, digits and `_`; never empty (CX-4.2 step 1). */
export function sanitise(text: string): string {
  return text === '' ? '_' : text.replaceAll(/[^A-Za-z0-9_]/gu, '_');
}

function hashSuffix(identity: string): string {
  return `_${bytesToHex(sha1(utf8ToBytes(identity))).slice(0, 12)}`;
}

/** The spelling that JavaScript inside `exec` uses (CX-4.1). */
function codeModeName(namespace: string, name: string): string {
  const delimiter = namespace.endsWith('_') || name.startsWith('_') ? '' : '__';
  return `${namespace}${delimiter}${name}`.replaceAll(/[^A-Za-z0-9_$]/gu, '_').replace(/^[^A-Za-z_$]/u, '_');
}

/** The spelling that hooks see (CX-4.1). */
function hookName(namespace: string, name: string): string {
  const joined = `${namespace.replace(/_+$/, '')}__${name.replace(/^_+/, '')}`;
  return joined.startsWith('mcp__') ? joined : `mcp__${joined}`;
}

/** The spelling of telemetry and of the "unsupported call" text; it is never sent as a name (CX-4.1). */
export function joinedName(namespace: string, name: string): string {
  return `${namespace}${name}`;
}

/**
 * Model-visible names of a whole tool set (CX-4.2). Names are a function of the set: one tool more can rename another
 * server's tools, and a tool that the model never sees takes part as well.
 */
export function codexNames(
  tools: readonly ToolRoute[],
  settings: HostSettings,
  defaultLimit: number,
): NameRow[] {
  const limit = settings.nameLimit ?? defaultLimit;
  const byRoute = new RouteMap<Callable>();
  const callables: Callable[] = [];
  const rows = tools.map((route) => {
    const before = byRoute.get(route);
    if (before !== undefined) return { own: before, dropped: true };
    const own = callable(route, settings);
    byRoute.set(route, own);
    callables.push(own);
    return { own, dropped: false };
  });
  hashNamespaceCollisions(callables);
  hashToolCollisions(callables);
  callables.sort((left, right) => compareBytes(left.identity, right.identity));
  fitAndDistinguish(callables, limit);

  for (const own of callables) {
    own.codeMode = codeModeName(own.namespace, own.name);
    const hook = hookName(own.namespace, own.name);
    // Nearly always they are one text; then it stands once.
    own.hook = hook === own.codeMode ? own.codeMode : hook;
  }
  const collapses: Collapses = {
    codeMode: sharing(callables, (one) => one.codeMode),
    hook: sharing(callables, (one) => one.hook),
  };
  return rows.map(({ own, dropped }) => row(own, dropped, collapses, limit));
}

/** Callables by a spelling, when any two of them share one; else nothing. */
function sharing(
  callables: readonly Callable[],
  spelling: (one: Callable) => string,
): ReadonlyMap<string, readonly Callable[]> {
  const distinct = new Set(callables.map(spelling));
  return distinct.size === callables.length ? new Map() : Map.groupBy(callables, spelling);
}

function callable(route: ToolRoute, settings: HostSettings): Callable {
  const server = sanitise(route.server);
  const bare = settings.unprefixed === true || settings.servers?.[route.server]?.unprefixed === true;
  // The last part is the connector id, which only host-owned apps have.
  const namespaceIdentity = `${route.server}\0${route.server}\0`;
  return {
    route,
    namespaceIdentity,
    identity: `${namespaceIdentity}\0${route.tool}\0${route.tool}`,
    namespace: bare || server.startsWith('mcp__') ? server : `mcp__${server}`,
    name: sanitise(route.tool),
    codeMode: '',
    hook: '',
    causes: NO_CAUSES,
  };
}

function hashNamespaceCollisions(callables: readonly Callable[]): void {
  for (const group of Map.groupBy(callables, (one) => one.namespace).values()) {
    if (new Set(group.map((one) => one.namespaceIdentity)).size < 2) continue;
    const suffixes = new Map<string, string>();
    for (const one of group) {
      const suffix = suffixes.get(one.namespaceIdentity) ?? hashSuffix(one.namespaceIdentity);
      suffixes.set(one.namespaceIdentity, suffix);
      one.namespace = one.namespace.endsWith('__')
        ? `${one.namespace.slice(0, -2)}${suffix}__`
        : `${one.namespace}${suffix}`;
      one.causes = [...one.causes, 'namespace-collision'];
    }
  }
}

function hashToolCollisions(callables: readonly Callable[]): void {
  const named = sharing(callables, (one) => `${one.namespace}\0${one.name}`);
  for (const group of named.values()) {
    if (group.length < 2) continue;
    for (const one of group) {
      one.name = `${one.name}${hashSuffix(one.identity)}`;
      one.causes = [...one.causes, 'tool-collision'];
    }
  }
}

/** CX-4.2 step 7. All sanitised text is ASCII, so its length is its length in bytes. */
function fitAndDistinguish(callables: readonly Callable[], limit: number): void {
  const used = new Set<string>();
  for (const one of callables) {
    const fits = one.namespace.length + one.name.length + 2 <= limit;
    if (!fits || used.has(joinedName(one.namespace, one.name))) {
      one.causes = [...one.causes, fits ? 'joined-collision' : 'too-long'];
      let identity = one.identity;
      let shortened = shorten(one.namespace, one.name, hashSuffix(identity), limit);
      for (let attempt = 1; used.has(joinedName(shortened.namespace, shortened.name)); attempt += 1) {
        identity = `${one.identity}\0${attempt}`;
        shortened = shorten(one.namespace, one.name, hashSuffix(identity), limit);
      }
      one.namespace = shortened.namespace;
      one.name = shortened.name;
    }
    used.add(joinedName(one.namespace, one.name));
  }
}

function shorten(
  namespace: string,
  name: string,
  suffix: string,
  limit: number,
): { namespace: string; name: string } {
  const room = limit - namespace.length - 2;
  if (room >= suffix.length) return { namespace, name: `${name.slice(0, room - suffix.length)}${suffix}` };
  return { namespace: namespace.slice(0, Math.max(0, limit - suffix.length - 2)), name: suffix };
}

interface Collapses {
  codeMode: ReadonlyMap<string, readonly Callable[]>;
  hook: ReadonlyMap<string, readonly Callable[]>;
}

function row(own: Callable, dropped: boolean, collapses: Collapses, limit: number): NameRow {
  const { route, namespace, name, codeMode, hook } = own;
  const { server, tool } = route;
  if (dropped) {
    return { server, tool, namespace, name, codeMode, hook, dropped, findings: [duplicateFinding()] };
  }
  return { server, tool, namespace, name, codeMode, hook, findings: findings(own, collapses, limit) };
}

function duplicateFinding(): HostFinding {
  return {
    code: 'name-duplicate-dropped',
    severity: 'warning',
    message: 'The server lists this name twice. Codex keeps the first and drops this one.',
    rules: ['CX-4.2/4'],
  };
}

const HASH_CAUSES: Record<HashCause, { message: string; rules: HostFinding['rules'] }> = {
  'namespace-collision': {
    message: 'Another server name becomes the same namespace, so both namespaces carry a hash.',
    rules: ['CX-4.2/5'],
  },
  'tool-collision': {
    message: 'Another tool becomes the same name in this namespace, so both names carry a hash.',
    rules: ['CX-4.2/6'],
  },
  'too-long': {
    message: 'Namespace and name pass the byte limit, so the name is cut and carries a hash.',
    rules: ['CX-4.2/7'],
  },
  'joined-collision': {
    message:
      'Namespace and name, written together, equal those of another tool, so this name carries a hash.',
    rules: ['CX-4.2/7'],
  },
};

function findings(own: Callable, collapses: Collapses, limit: number): readonly HostFinding[] {
  const { codeMode, hook } = own;
  const found: HostFinding[] = own.causes.map((cause) => ({
    code: 'name-hashed',
    severity: 'info',
    ...HASH_CAUSES[cause],
  }));
  const bytes = own.namespace.length + own.name.length + 2;
  if (limit > 64 && bytes > 64) {
    found.push({
      code: 'name-over-64',
      severity: 'info',
      message: `Namespace and name take ${bytes} bytes. Codex up to 0.148.0 would cut this name at 64.`,
      rules: ['CX-4.2/7'],
    });
  }
  if (!/^[A-Za-z0-9_-]+$/.test(own.route.server)) {
    found.push({
      code: 'server-name-refused',
      severity: 'error',
      message:
        'Codex refuses to start a server whose name has characters other than A-Z a-z 0-9 _ and -. Rename the server.',
      rules: ['CX-1.18'],
    });
  }
  const sharedCode = collapses.codeMode.get(codeMode) ?? [];
  const keeper = sharedCode[0] === own ? 'this tool' : 'the other tool';
  pushCollapse(
    found,
    own,
    sharedCode,
    `Code mode spells both ${codeMode}; ${keeper} is registered first and keeps it.`,
  );
  pushCollapse(found, own, collapses.hook.get(hook) ?? [], `Hooks see both as ${hook}.`);
  return found.length === 0 ? NO_FINDINGS : found;
}

function pushCollapse(
  found: HostFinding[],
  own: Callable,
  group: readonly Callable[],
  consequence: string,
): void {
  const other = group.find((one) => one !== own)?.route;
  if (other === undefined) return;
  found.push({
    code: 'name-collapses',
    severity: 'warning',
    message: `Distinct on the wire from ${other.server} / ${other.tool}, but one spelling is shared. ${consequence}`,
    rules: ['CX-4.1', 'CX-4.3'],
  });
}
