import type { AnyId, EventOf, HostRef, LocalId, ModelIdentity, ObservedTool } from '../../../shared/event.ts';
import { routeKey, type Envelope, type HostTool } from '../../../shared/hosts/index.ts';
import type { Recorder } from '../recorder.ts';
import type { Gate } from '../sanitize.ts';
import type { Sight } from './observe.ts';

type Facts = Pick<EventOf<'tool.exposed'>, 'exposure' | 'reason' | 'identity' | 'path'>;

interface SeenRequest {
  readonly exchange: LocalId;
  readonly thread: AnyId;
  readonly tools: readonly HostTool[];
  readonly sight: Sight;
  /** It goes on from an earlier one, so that what is not in it may stand there. */
  readonly continues: boolean;
}

/** What a thread was shown by a request and those that it goes on from. */
interface Chain {
  readonly roles: ReadonlySet<Envelope['role']>;
  /** Tools, by `routeKey`. */
  readonly shown: ReadonlySet<string>;
}

export type Exposed = (request: SeenRequest) => void;

/** Records how each tool stood in the requests of a client, whenever that is other than before. All of it is measured. */
export function createExposed(recorder: Recorder, host: HostRef): Exposed {
  const { gate } = recorder;
  const said = new Map<string, string>();
  const chains = new Map<AnyId, Chain>();

  return ({ exchange, thread, tools, sight, continues }) => {
    const places = Map.groupBy(sight.observed, ({ route }) => routeKey(route));
    const before = continues ? chains.get(thread) : undefined;
    const chain: Chain = {
      roles: new Set([...(before?.roles ?? []), ...[...sight.own.values()].map(({ role }) => role)]),
      shown: new Set([...(before?.shown ?? []), ...places.keys()]),
    };
    chains.set(thread, chain);
    // A warm-up may declare nothing yet.
    if (sight.toolCount === 0 && chain.roles.size === 0 && chain.shown.size === 0) return;
    for (const [key, route] of new Map(tools.map((tool) => [routeKey(tool), tool]))) {
      const [first, ...others] = places.get(key) ?? [];
      // What it was shown before it still knows.
      if (first === undefined && chain.shown.has(key)) continue;
      const facts = first === undefined ? notThere(gate, chain) : standing(gate, [first, ...others]);
      const text = JSON.stringify(facts);
      if (said.get(key) === text) continue;
      said.set(key, text);
      const server = gate.server(route.server);
      recorder.emit({
        kind: 'tool.exposed',
        source: 'provider',
        evidence: 'measured',
        host,
        server,
        tool: gate.tool(server, route.tool),
        thread,
        exchange,
        rules: [],
        lost: [],
        assumed: [],
        ...facts,
      });
    }
  };
}

/** Of several places the definition counts. */
function standing(gate: Gate, [first, ...others]: readonly [ObservedTool, ...ObservedTool[]]): Facts {
  const seen = [first, ...others].find((one) => !isMention(one)) ?? first;
  const how = howSeen(seen);
  return {
    exposure: how === 'defined' ? 'direct' : 'deferred',
    reason: gate.code(`seen-${how}`),
    identity: identityOf(seen),
    path: seen.path,
  };
}

const isMention = ({ form }: ObservedTool): boolean =>
  form === 'reference' || form === 'declaration' || form === 'nameOnly';

function howSeen(seen: ObservedTool): 'defined' | 'loaded' | 'found' | 'named' {
  if (isMention(seen)) return 'named';
  if (seen.form === 'searchResult' || seen.form === 'searchText') return 'found';
  return seen.deferLoading ? 'loaded' : 'defined';
}

function identityOf(seen: ObservedTool): ModelIdentity {
  const namespace = 'namespace' in seen ? seen.namespace : undefined;
  return {
    ...(seen.name === undefined ? {} : { name: seen.name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** It stands nowhere; what stands there instead may lead to it. */
function notThere(gate: Gate, { roles }: Chain): Facts {
  const behind = roles.has('search') ? 'search' : roles.has('exec') ? 'exec' : undefined;
  return {
    exposure: behind === undefined ? 'absent' : 'deferred',
    reason: gate.code(behind === undefined ? 'seen-nowhere' : `seen-behind-${behind}`),
    identity: {},
  };
}
