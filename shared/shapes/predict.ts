import { HostRef, type RawRoute } from '../event.ts';
import { hostTool } from '../hosts/host-tool.ts';
import {
  resolveHost,
  routeKey,
  type HostPlan,
  type HostProfile,
  type HostSettings,
  type HostTool,
  type ModelClass,
} from '../hosts/index.ts';
import {
  ShapeField,
  type Prediction,
  type PredictionRow,
  type RequestShape,
  type Shape,
} from './document.ts';
import { facetsOfShape, facetsOfSight, type Facets } from './facets.ts';
import { lookAt, sightingsOf } from './look.ts';
import type { Listed } from './requests.ts';
import { isDefinition, type RawSight, type Registered } from './sight.ts';

export interface PredictionInput {
  /** The client, as a host profile is named; undefined when nothing says which it was. */
  readonly host: string | undefined;
  readonly version: string | undefined;
  /** The class that the run was made for; the one that fits best when left out. */
  readonly modelClass: ModelClass | undefined;
  readonly tools: ReadonlyMap<string, Listed>;
  readonly requests: readonly RequestShape[];
}

const NO_PROFILE: Prediction = { profile: null, nearest: false, modelClass: null, rows: [] };

/** What the profile of the client says that its model is shown, beside what it was shown. */
export function predict(input: PredictionInput): Prediction {
  const resolved = input.host === undefined ? undefined : resolveHost(input.host, input.version);
  if (resolved === undefined) return NO_PROFILE;
  const { profile } = resolved;
  const tools = [...input.tools.values()].flatMap(({ route, definition }) =>
    definition === undefined ? [] : [hostTool(route.server, route.tool, definition)],
  );
  const { modelClass } = input;
  const classes = modelClass === undefined ? classesOf(profile) : [modelClass];
  const [best] = classes
    .map((one) => ({ modelClass: one, rows: rowsFor(input, profile, tools, one) }))
    .toSorted((left, right) => fit(right.rows) - fit(left.rows));
  if (best === undefined) return NO_PROFILE;
  return {
    profile: HostRef.parse({ host: profile.id, version: profile.version, modelClass: best.modelClass }),
    nearest: resolved.nearest === true,
    modelClass: modelClass === undefined ? 'derived' : 'asked',
    rows: best.rows,
  };
}

/** The usual class first: of two that fit alike it is taken. */
const classesOf = ({ defaultModelClass, modelClasses }: HostProfile): readonly ModelClass[] => [
  defaultModelClass,
  ...modelClasses.map(({ id }) => id).filter((id) => id !== defaultModelClass),
];

const fit = (rows: readonly PredictionRow[]): number =>
  rows.reduce((sum, { verdict }) => sum + (verdict === 'equal' ? 1 : -1), 0);

function rowsFor(
  { tools: listed, requests }: PredictionInput,
  profile: HostProfile,
  tools: readonly HostTool[],
  modelClass: ModelClass,
): PredictionRow[] {
  const first = firstRequest(requests);
  const settings = settingsFor(modelClass, first);
  const registered: Registered = { profile, tools, plan: profile.plan(tools, settings) };
  const { plan } = registered;
  const atFirst = lookAt(plan.declare().body, registered);
  const rows: PredictionRow[] = [];
  for (const { route, definition } of listed.values()) {
    if (definition === undefined) continue;
    const seen = first && shapeIn(first, route);
    rows.push(...compare(route, 'first', facetsOfSight(atFirst, route), seen && facetsOfShape(seen)));
    if (seen !== undefined && isDefined(seen)) continue;
    const later = requests
      .filter(({ thread, number }) => thread === first?.thread && number > first.number)
      .flatMap((request) => shapeIn(request, route) ?? [])
      .find(isDefined);
    // A tool that nobody searched for says nothing about what a search would show.
    if (later === undefined) continue;
    const predicted = afterSearch(registered, route);
    rows.push(
      ...compare(route, 'searched', predicted && facetsOfSight(predicted, route), facetsOfShape(later)),
    );
  }
  return rows;
}

const WIRES = { anthropic: 'messages', responses: 'responses', chat: 'chat', gemini: 'gemini' } as const;

function settingsFor(modelClass: ModelClass, request: RequestShape | undefined): HostSettings {
  const wire = request?.wire ?? undefined;
  return { modelClass, ...(wire === undefined ? {} : { wire: WIRES[wire] }) };
}

/** The first request of the root thread that declares tools, a warm-up included; side errands do not count. */
function firstRequest(requests: readonly RequestShape[]): RequestShape | undefined {
  return requests.find(({ side, toolCount }) => !side && toolCount > 0);
}

const isDefined = ({ form }: Shape): boolean =>
  form !== 'absent' &&
  form !== 'carried' &&
  form !== 'nameOnly' &&
  form !== 'reference' &&
  form !== 'declaration';

/** The tool's definition in the request, else what there is of it. */
function shapeIn(request: RequestShape, route: RawRoute): Shape | undefined {
  const own = request.tools.filter(({ server, tool }) => server === route.server && tool === route.tool);
  return own.find(isDefined) ?? own[0];
}

/** What the profile shows once the tool was searched for: among its declarations, or in the answer itself. */
function afterSearch(registered: Registered, route: RawRoute): RawSight | undefined {
  const { plan } = registered;
  const shows = (body: Readonly<Record<string, unknown>>): RawSight | undefined => {
    const sight = lookAt(body, registered);
    return sightingsOf(sight, route).some(isDefinition) ? sight : undefined;
  };
  return shows(plan.declare({ loaded: [route] }).body) ?? answerBodies(plan, route).map(shows).find(Boolean);
}

const SEARCH = 'tool_search';

function answerBodies(plan: HostPlan, route: RawRoute): Readonly<Record<string, unknown>>[] {
  const { output, hits } = plan.search({ query: route.tool });
  if (!hits.some((hit) => routeKey(hit.route) === routeKey(route))) return [];
  return [
    { input: [{ type: 'tool_search_output', tools: output }] },
    {
      messages: [
        { role: 'assistant', tool_calls: [{ id: 'search', function: { name: SEARCH } }] },
        { role: 'tool', tool_call_id: 'search', content: output },
      ],
    },
  ];
}

function compare(
  route: RawRoute,
  stage: PredictionRow['stage'],
  predicted: Facets | undefined,
  observed: Facets | undefined,
): PredictionRow[] {
  return ShapeField.options.flatMap((field): PredictionRow[] => {
    const expects = predicted?.[field] ?? null;
    const shows = observed?.[field] ?? null;
    if (expects === null && shows === null) return [];
    return [
      { ...route, stage, field, predicted: expects, observed: shows, verdict: verdictOf(expects, shows) },
    ];
  });
}

function verdictOf(predicted: string | null, observed: string | null): PredictionRow['verdict'] {
  if (predicted === null) return 'notPredicted';
  if (observed === null) return 'notObserved';
  return predicted === observed ? 'equal' : 'different';
}
