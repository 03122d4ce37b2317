import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { isObject } from '../json.ts';
import { resolveHost, routeKey, type HostPlan, type HostTool } from './index.ts';
import { atPath } from './testing.ts';

/** What pinned clients made of lists of ours, against what their profiles say they would. */

const Tool = z.looseObject({
  name: z.string(),
  description: z.unknown().optional(),
  inputSchema: z.unknown().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});
const Seen = z.strictObject({
  name: z.string(),
  description: z.unknown().optional(),
  schema: z.unknown().optional(),
});
const Observed = z.object({
  lists: z.record(z.string(), z.array(z.array(Tool))),
  runs: z.array(
    z.object({
      host: z.string(),
      wire: z.enum(['messages', 'responses', 'chat', 'gemini']),
      server: z.string(),
      list: z.string(),
      settings: z.object({
        interactive: z.boolean().optional(),
        trust: z.boolean().optional(),
        allowed: z.boolean().optional(),
      }),
      tools: z.record(z.string(), Seen),
    }),
  ),
});

const file = new URL('../../tests/fixtures/host-observed.json', import.meta.url);
const { lists, runs } = Observed.parse(JSON.parse(readFileSync(file, 'utf8')));

/** `{repeat: [character, count]}` stands for a long text. */
function unfold(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unfold);
  if (!isObject(value)) return value;
  const { repeat } = value;
  if (Array.isArray(repeat)) return String(repeat[0]).repeat(Number(repeat[1]));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unfold(one)]));
}

function toolsOf(server: string, list: string): HostTool[] {
  return (lists[list] ?? []).flatMap((tools, page) =>
    tools.map(({ name, description, inputSchema, _meta }): HostTool => {
      const text = unfold(description);
      return {
        server,
        tool: name,
        description: typeof text === 'string' ? text : undefined,
        inputSchema: unfold(inputSchema),
        meta: _meta,
        page,
      };
    }),
  );
}

type Run = (typeof runs)[number];

function planOf({ host, wire, server, list, settings }: Run): HostPlan {
  const { interactive, trust, allowed } = settings;
  const profile = resolveHost(host)?.profile;
  if (profile === undefined) throw new Error(`no profile of ${host}`);
  return profile.plan(toolsOf(server, list), {
    wire,
    interactive,
    trustedFolder: true,
    servers: { [server]: { trust, allowed } },
  });
}

/** The host's own words in a property of its own are not ours to repeat. */
function withoutOwnWords(schema: unknown): unknown {
  const properties = isObject(schema) ? schema['properties'] : undefined;
  if (!isObject(schema) || !isObject(properties) || properties['wait_for_previous'] === undefined) {
    return schema;
  }
  return { ...schema, properties: { ...properties, wait_for_previous: { type: 'boolean' } } };
}

describe.each(runs.map((run) => [`${run.host} ${run.wire} ${run.server} ${run.list}`, run] as const))(
  '%s',
  (_title, run) => {
    const plan = planOf(run);

    it('offers the tools that were offered, under the same names', () => {
      const predicted = plan.rows
        .filter(({ dispatchable }) => dispatchable)
        .map(({ tool, name }) => [tool, name]);
      const names = Object.entries(run.tools).map(([tool, { name }]) => [tool, name]);
      expect(Object.fromEntries(predicted)).toEqual(Object.fromEntries(names));
    });

    const seen = Object.entries(run.tools);
    const lossesOf = (tool: string) => plan.losses({ server: run.server, tool });

    it('sends the schemas that were sent', () => {
      const told = seen.filter(([, { schema }]) => schema !== undefined);
      expect(told.map(([tool]) => [tool, withoutOwnWords(lossesOf(tool)?.schema)])).toEqual(
        told.map(([tool, { schema }]) => [tool, schema === 'none' ? undefined : unfold(schema)]),
      );
    });

    it('sends the descriptions that were sent', () => {
      const told = seen.filter(([, { description }]) => description !== undefined && description !== null);
      expect(told.map(([tool]) => [tool, lossesOf(tool)?.description.shown])).toEqual(
        told.map(([tool, { description }]) => [tool, unfold(description)]),
      );
    });

    it('declares each tool where its path says', () => {
      const { body, paths } = plan.declare();
      for (const row of plan.rows.filter(({ declared }) => declared)) {
        expect(atPath(body, paths.get(routeKey(row)) ?? '')).toMatchObject({ name: row.name });
      }
      expect(paths.size).toBe(plan.rows.filter(({ declared }) => declared).length);
    });
  },
);
