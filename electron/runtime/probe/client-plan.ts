import type { ClientProbeRequest, ServerConfig } from '../../../shared/contract.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { HostRef } from '../../../shared/event.ts';
import { resolveHost, type ModelClass } from '../../../shared/hosts/index.ts';
import type { Scenario } from '../../../shared/scenario.ts';
import {
  exactVersion,
  inexact,
  ON_PATH,
  recipeOf,
  type ClientRecipe,
  type ClientWay,
} from '../clients/index.ts';
import { playsReally, type Scenarios } from './scenarios.ts';

/** Played when none is named. */
const DEFAULT_SCENARIO = 'lookup';

/** What one probe of a real client is going to do; made before anything is started. */
export interface ClientPlan {
  readonly recipe: ClientRecipe;
  readonly way: ClientWay;
  /** As the client ships when left out. */
  readonly modelClass: ModelClass | undefined;
  readonly scenario: Scenario;
  /** The server of the user's choice; the bundled one when left out. */
  readonly server: ServerConfig | undefined;
}

/** Checks a request against what is known of the client, the scenario and the server. */
export function planClientProbe(
  request: ClientProbeRequest,
  scenarios: Scenarios,
  servers: (name: string) => ServerConfig | undefined,
): Result<ClientPlan> {
  const recipe = recipeOf(request.client);
  if (recipe === undefined) return fail('client-unknown', `There is no client "${request.client}".`);
  const { version } = request;
  if (version !== undefined && version !== ON_PATH && !exactVersion.test(version))
    return { ok: false, fault: inexact(recipe, version) };
  const found = scenarios.get(request.scenario ?? DEFAULT_SCENARIO);
  if (!found.ok) return found;
  const unfit = notForClient(found.value, recipe);
  if (unfit !== undefined) return { ok: false, fault: unfit };
  const scenario = recipe.children === 'after-reply' ? withoutMeetings(found.value) : found.value;
  const way = chooseWay(recipe, request);
  if (!way.ok) return way;
  const modelClass = request.modelClass ?? usualClass(scenario, recipe);
  if (modelClass !== undefined && !recipe.modelClasses.includes(modelClass)) {
    return fail('model-class-unknown', `${recipe.title} cannot be told to use the class "${modelClass}".`, {
      next:
        recipe.modelClasses.length === 0
          ? 'It shows tools in one form only; leave the class out.'
          : `Choose one of: ${recipe.modelClasses.join(', ')}.`,
    });
  }
  const server = request.server === undefined ? undefined : servers(request.server);
  if (request.server !== undefined && server === undefined) {
    return fail('server-unknown', `No server is registered as "${request.server.slice(0, 200)}".`, {
      next: 'Add it first, or leave the server out.',
    });
  }
  if (server?.transport.kind === 'http') {
    return fail(
      'server-not-stdio',
      `${server.name} is reached by a URL; a real client can be probed with a server that is started by a command.`,
      {
        cause:
          'What is called and when is measured in front of the server’s command, and a run has no network.',
        next: 'Leave the client out to probe it with the built-in host, or name the command that starts it.',
      },
    );
  }
  return ok({ recipe, way: way.value, modelClass, scenario, server });
}

/** The host that the client of this version is held to be; undefined where its model class is not known beforehand. */
export function hostOfPlan({ recipe, modelClass }: ClientPlan, version: string): HostRef | undefined {
  const profile = resolveHost(recipe.id, version)?.profile;
  if (profile === undefined) return undefined;
  const only = profile.modelClasses.length === 1 ? profile.defaultModelClass : undefined;
  const known = modelClass ?? recipe.asShipped?.[version] ?? only;
  if (known === undefined) return undefined;
  return HostRef.parse({ host: profile.id, version: profile.version, modelClass: known });
}

/** The version of the client that a request asks for; undefined for a program that has to be asked first. */
export const plannedVersion = ({ version }: ClientProbeRequest, { recipe }: ClientPlan): string | undefined =>
  version === ON_PATH ? undefined : (version ?? recipe.versions.at(-1));

function notForClient(scenario: Scenario, recipe: ClientRecipe): Fault | undefined {
  if (!playsReally(scenario)) {
    return fault('scenario-not-for-clients', `The scenario "${scenario.id}" needs the built-in host.`, {
      next: 'It changes what only that host lets be changed; choose another one.',
    });
  }
  const { id } = recipe;
  const isPlayed = id === 'claude' || id === 'codex';
  const spawns = Object.keys(scenario.roles).length > 1;
  const why =
    isPlayed && !scenario.hosts.includes(id)
      ? { next: `It plays on: ${scenario.hosts.join(', ')}.` }
      : spawns && typeof recipe.children === 'object'
        ? { cause: recipe.children.none, next: 'Choose a scenario with one thread.' }
        : undefined;
  return (
    why &&
    fault('scenario-not-for-host', `The scenario "${scenario.id}" is not made for ${recipe.title}.`, why)
  );
}

/** A child that starts when the reply is over cannot be met within it. */
const withoutMeetings = (scenario: Scenario): Scenario => ({
  ...scenario,
  roles: Object.fromEntries(
    Object.entries(scenario.roles).map(([role, turns]) => [
      role,
      turns.map((turn) => turn.filter(({ do: what }) => what !== 'meet')).filter((turn) => turn.length > 0),
    ]),
  ),
});

function usualClass(scenario: Scenario, { id }: ClientRecipe): ModelClass | undefined {
  return id === 'claude' || id === 'codex' ? scenario.modelClass[id] : undefined;
}

/** The first way of the client that fits what was asked for. */
function chooseWay(recipe: ClientRecipe, wanted: ClientProbeRequest): Result<ClientWay> {
  const fits = recipe.ways.find(
    (way) =>
      (wanted.wire === undefined || way.wire === wanted.wire) &&
      (wanted.transport === undefined || way.transport === wanted.transport) &&
      (wanted.login === undefined || way.login === wanted.login),
  );
  if (fits !== undefined) return ok(fits);
  return fail('way-unknown', `${recipe.title} does not talk to a provider in that way.`, {
    next: `It has: ${recipe.ways.map(describeWay).join('; ')}.`,
  });
}

const describeWay = ({ wire, transport, login }: ClientWay): string =>
  `${wire} over ${transport} with ${login}`;
