import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isObject } from '../../shared/json.ts';
import {
  resolveHost,
  routeKey,
  type ExposureRow,
  type HostPlan,
  type HostTool,
  type ToolRoute,
} from '../../shared/hosts/index.ts';
import {
  HOSTILE,
  INSTRUCTIONS,
  MEETING,
  PRINTED,
  torturePages,
  type TortureTool,
} from '../fixtures/servers/torture-list.ts';
import { brief, partsOf } from './seen.ts';

/** What pinned clients made of the torture lists, against what their profiles say. `record.ts` made the recordings. */

const Seen = z.object({
  server: z.string(),
  tool: z.string(),
  request: z.number(),
  path: z.string(),
  namespace: z.string().optional(),
  namespaceDescription: z.array(z.string()).optional(),
  keys: z.array(z.string()),
  name: z.string(),
  description: z.array(z.string()),
  schema: z.unknown().optional(),
  declaration: z.unknown().optional(),
});
type Seen = z.infer<typeof Seen>;
const Observed = z.object({
  host: z.enum(['codex', 'claude']),
  version: z.string(),
  modelClass: z.enum(['direct', 'search', 'exec', 'flat']),
  list: z.enum(['torture', 'meeting', 'hostile', 'printed']),
  tools: z.array(Seen),
});
type Observed = z.infer<typeof Observed>;

const folder = join(import.meta.dirname, '../fixtures/torture');
const runs = readdirSync(folder).map((file) =>
  Observed.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
);

const SERVER = 'torture-srv';
const given = (server: string, page: number, tool: TortureTool): HostTool => {
  const { name, description, _meta: meta } = tool;
  return {
    server,
    tool: name,
    description: typeof description === 'string' ? description : undefined,
    // A schema that is missing is told from one that was not given.
    inputSchema: Object.hasOwn(tool, 'inputSchema') ? tool['inputSchema'] : null,
    outputSchema: tool['outputSchema'],
    ...(isObject(meta) ? { meta } : {}),
    page,
  };
};
const lists = { torture: {}, meeting: MEETING, hostile: HOSTILE, printed: PRINTED };
const toolsOf = (list: Observed['list']): HostTool[] =>
  list === 'torture'
    ? torturePages().flatMap((tools, page) => tools.map((tool) => given(SERVER, page, tool)))
    : Object.entries(lists[list]).flatMap(([server, tools]) => tools.map((tool) => given(server, 0, tool)));
const ours = (list: Observed['list']) => [
  INSTRUCTIONS,
  ...[...toolsOf('torture'), ...toolsOf(list)].flatMap(({ description }) =>
    description === undefined || description === '' ? [] : [description],
  ),
];

function planOf({ host, version, modelClass, list }: Observed): HostPlan {
  const profile = resolveHost(host, version)?.profile;
  if (profile?.version !== version) throw new Error(`no profile of ${host} ${version}`);
  return profile.plan(toolsOf(list), { modelClass, servers: { [SERVER]: { instructions: INSTRUCTIONS } } });
}

/** Rows where two servers meet in one name: which of them is kept is not sure (CC-90.10). */
const isUnsure = ({ assumed }: ExposureRow): boolean => assumed.includes('name-collision-order');

const keyOf = ({ server, tool }: ToolRoute): string => `${server} / ${tool}`;

/** The name by which a run shows a tool. */
const shownName = (row: ExposureRow, modelClass: Observed['modelClass']): string | undefined =>
  modelClass === 'exec'
    ? row.codeMode
    : row.namespace === undefined
      ? row.name
      : `${row.namespace} ${row.name}`;
const seenName = ({ namespace, name }: Seen): string =>
  namespace === undefined ? name : `${namespace} ${name}`;

/** A path of ours with its positions left out, as recordings have it. */
const placeOf = (path: string): string => path.replaceAll(/\[\d+\]/g, '[]');

describe.each(runs.map((run) => [`${run.host} ${run.version} ${run.modelClass} ${run.list}`, run] as const))(
  '%s',
  (_title, run) => {
    const plan = planOf(run);
    const rows = plan.rows.filter(
      (row) => row.exposure !== 'absent' && row.reach !== 'none' && !isUnsure(row),
    );
    const unsure = new Set(plan.rows.filter(isUnsure).map(keyOf));
    const seen = run.tools.filter((one) => !unsure.has(keyOf(one)));
    const pairs = seen.flatMap((one) => {
      const row = rows.find((candidate) => keyOf(candidate) === keyOf(one));
      return row === undefined ? [] : [{ one, row }];
    });

    it('shows the tools that were shown, under their names', () => {
      expect(Object.fromEntries(rows.map((row) => [keyOf(row), shownName(row, run.modelClass)]))).toEqual(
        Object.fromEntries(seen.map((one) => [keyOf(one), seenName(one)])),
      );
    });

    it('sends the schemas that were sent, or declares them as they were declared', () => {
      const own = (row: ExposureRow): unknown =>
        run.modelClass === 'exec' ? declarationOf(plan.codeModeText(row)) : brief(plan.losses(row)?.schema);
      expect(pairs.map(({ one, row }) => [keyOf(one), own(row)])).toEqual(
        seen.map((one) => [keyOf(one), one.declaration ?? one.schema]),
      );
    });

    it('sends the descriptions that were sent', () => {
      const texts = ours(run.list);
      const own = (row: ExposureRow): readonly string[] =>
        run.modelClass === 'exec'
          ? partsOf(plan.codeModeText(row) ?? '', texts)
          : partsOf(plan.losses(row)?.description.shown ?? '', texts);
      expect(pairs.map(({ one, row }) => [keyOf(one), own(row)])).toEqual(
        seen.map((one) => [keyOf(one), one.description]),
      );
    });

    it('declares or loads each tool in its place, with its keys', () => {
      const { body, paths, base } = shownBy(plan, run, rows);
      // A search of words need not find every tool.
      const placed = pairs.filter(({ row }) => paths.has(routeKey(row)));
      expect(placed.length).toBeGreaterThan(run.modelClass === 'exec' ? -1 : 5);
      expect(
        placed.map(({ row }) => {
          const path = paths.get(routeKey(row)) ?? '';
          const keys = Object.keys(asObject(valueAt(body, path))).toSorted();
          return [keyOf(row), `${base}${placeOf(path).slice(1)}`, keys];
        }),
      ).toEqual(placed.map(({ one }) => [keyOf(one), one.path, one.keys.toSorted()]));
    });
  },
);

/** Where the profile shows the tools of a run: declared, loaded by a search, or in the answer of one. */
function shownBy(plan: HostPlan, { host, modelClass }: Observed, rows: readonly ExposureRow[]) {
  if (modelClass === 'search' && host === 'codex') {
    const { output, paths } = plan.search({ query: 'torture listed lookup', limit: 100 });
    return { body: { tools: output }, paths, base: '$.input[]' };
  }
  return { ...plan.declare({ loaded: rows }), base: '$' };
}

function declarationOf(text: string | undefined): unknown {
  return brief(/declare const tools: [\s\S]*\};$/.exec(text ?? '')?.[0]);
}

const asObject = (value: unknown): object => (isObject(value) ? value : {});

function valueAt(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const [, member, position] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, member ?? position ?? '');
  }
  return current;
}

describe('servers that meet in one name', () => {
  it('are told to be unsure by Claude Code, and nothing else is', () => {
    const claude = runs.filter(({ host, list }) => host === 'claude' && list === 'meeting');
    expect(claude).toHaveLength(2);
    for (const run of claude) {
      expect(planOf(run).rows.filter(isUnsure).map(keyOf)).toEqual([
        'a / b__c',
        'a__b / c',
        'srv_ / go',
        'srv / _go',
      ]);
    }
  });
});
