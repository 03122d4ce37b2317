import { resolveHost, type HostTool, type ModelClass } from '../../../shared/hosts/index.ts';
import type { PredictionRow, ShapesDocument } from '../../../shared/shapes/document.ts';
import { facetsOfSight, type Facets } from '../../../shared/shapes/facets.ts';
import { lookAt } from '../../../shared/shapes/look.ts';

/** How a client shows one tool: in its first request, and after a search where there was one. */
export interface ShownFacts {
  readonly first: Partial<Facets>;
  readonly searched: Partial<Facets> | undefined;
  /** Which id of a call was equal to which on the provider's wire; absent where nothing was called. */
  readonly joins: readonly string[];
}

const SERVER = 'shape_probe';
const TOOL = 'lookup';

/** A tool like those of the bundled server: what is left out or put in shows. */
const sample: HostTool = {
  server: SERVER,
  tool: TOOL,
  title: 'Synthetic Lookup',
  description: 'Looks up a synthetic record.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
};

/** What the profile of a version says that the model is shown of a tool, without any run. */
export function predictedFacts(
  id: string,
  version: string | undefined,
  modelClass?: ModelClass,
): ShownFacts | undefined {
  const profile = resolveHost(id, version)?.profile;
  if (profile === undefined) return undefined;
  const plan = profile.plan([sample], { modelClass: modelClass ?? profile.defaultModelClass });
  const sight = lookAt(plan.declare().body, { profile, plan, tools: [sample] });
  return { first: facetsOfSight(sight, sample), searched: undefined, joins: [] };
}

/** What a run showed of a tool that was searched for, else of the one that the sample stands for, else of the first. */
export function observedFacts({ prediction, calls }: ShapesDocument): ShownFacts | undefined {
  const tools = Map.groupBy(prediction.rows, ({ server, tool }) => `${server} ${tool}`);
  const searchedFor = [...tools.values()].find((own) => own.some(({ stage: at }) => at === 'searched'));
  const rows = searchedFor ?? tools.get(`${SERVER} ${TOOL}`) ?? [...tools.values()][0];
  if (rows === undefined) return undefined;
  const stage = (wanted: PredictionRow['stage']): Partial<Facets> =>
    Object.fromEntries(
      rows.filter((row) => row.stage === wanted).map(({ field, observed }) => [field, observed]),
    );
  const searched = stage('searched');
  const joins = calls.flatMap(({ keys }) =>
    keys.flatMap(({ key, equals }) => {
      const targets = equals.filter((target) => target !== 'nothing');
      return targets.length === 0 ? [] : [`${key} = ${targets.join(', ')}`];
    }),
  );
  return {
    first: stage('first'),
    searched: searched.form === undefined ? undefined : searched,
    joins: [...new Set(joins)],
  };
}

/** The form as one phrase: `deferred behind exec`, `namespaced`, `absent, then searchResult`. */
export function formPhrase({ first, searched }: ShownFacts): string {
  const { form, deferral, behind } = first;
  if (form === undefined || form === null) return 'not shown';
  const how =
    form === 'absent' && behind !== undefined && behind !== null
      ? `behind ${behind}`
      : deferral === 'deferLoading'
        ? `${form}, deferred`
        : form;
  const later = searched?.form;
  return later === undefined || later === null || later === form ? how : `${how}, then ${later}`;
}

/** What became of the schema, counted: `verbatim`, `3 dropped, 1 added`. */
export function schemaPhrase(schema: string | null | undefined): string {
  if (schema === undefined || schema === null) return '–';
  if (!schema.startsWith('rewritten')) return schema;
  const count = (mark: string): number => schema.split(' ').filter((word) => word.startsWith(mark)).length;
  const parts = [
    [count('-/'), 'dropped'],
    [count('+/'), 'added'],
    [count('~/'), 'changed'],
  ] as const;
  return parts.flatMap(([many, word]) => (many === 0 ? [] : [`${many} ${word}`])).join(', ') || 'rewritten';
}
