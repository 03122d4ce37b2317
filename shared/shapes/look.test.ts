import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveHost, type HostTool } from '../hosts/index.ts';
import { parseJson } from '../json.ts';
import { schemaChanges } from './compare.ts';
import { lookAt } from './look.ts';
import type { RawSighting, Registered, RequestBody } from './sight.ts';
import { jsonInText, namedObject } from './text-json.ts';

const schema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'Synthetic query.' },
    limit: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
  },
  required: ['query'],
  additionalProperties: false,
};
const lookup: HostTool = {
  server: 'shape_probe',
  tool: 'lookup',
  title: 'Synthetic Lookup',
  description: 'Looks up one synthetic record.',
  inputSchema: schema,
};
const description = lookup.description;

const registered = (host: string, modelClass: 'exec' | 'search' | 'direct' | 'flat'): Registered => {
  const resolved = resolveHost(host);
  if (resolved === undefined) throw new Error(host);
  const tools = [lookup];
  return { profile: resolved.profile, tools, plan: resolved.profile.plan(tools, { modelClass }) };
};
const claude = registered('claude', 'flat');
const codex = registered('codex', 'exec');
const foreign = { name: 'Bash', description: 'Runs a command.', input_schema: { type: 'object' } };

const forms = (body: RequestBody, of: Registered) =>
  lookAt(body, of).sightings.map(({ form, path, name }) => `${form} ${path} ${name}`);
const first = (body: RequestBody, of: Registered): RawSighting | undefined => lookAt(body, of).sightings[0];

describe('what a model request shows of a registered tool', () => {
  it('flat, in one list of tools', () => {
    const body = {
      tools: [foreign, { name: 'mcp__shape_probe__lookup', description, input_schema: schema }],
    };
    expect(forms(body, claude)).toEqual(['flat $.tools[1] mcp__shape_probe__lookup']);
    expect(first(body, claude)).toMatchObject({
      by: 'profile',
      keys: ['name', 'description', 'input_schema'],
      deferLoading: false,
      description: 'verbatim',
      schema: 'verbatim',
    });
    expect(lookAt(body, claude).toolCount).toBe(2);
  });

  it('by name only at first, then flat and deferred, with a reference in the answer to the search', () => {
    const named = {
      tools: [{ ...foreign, name: 'ToolSearch' }],
      messages: [{ role: 'user', content: [{ type: 'text', text: 'Deferred: mcp__shape_probe__lookup.' }] }],
    };
    expect(forms(named, claude)).toEqual(['nameOnly $.messages[0].content[0].text mcp__shape_probe__lookup']);
    const reference = { type: 'tool_reference', tool_name: 'mcp__shape_probe__lookup' };
    const loaded = {
      tools: [{ name: 'mcp__shape_probe__lookup', description, input_schema: schema, defer_loading: true }],
      messages: [
        ...named.messages,
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [reference] }] },
      ],
    };
    expect(forms(loaded, claude)).toEqual([
      'flat $.tools[0] mcp__shape_probe__lookup',
      'reference $.messages[1].content[0].content[0] mcp__shape_probe__lookup',
    ]);
    expect(first(loaded, claude)).toMatchObject({ deferLoading: true });
  });

  it('namespaced, in the list or in the output of a search, with the places where the schema changed', () => {
    const { limit: _limit, ...rest } = schema.properties;
    const parameters = { ...schema, properties: { limit: { type: 'integer' }, ...rest } };
    const spec = { type: 'function', name: 'lookup', description, strict: false, parameters };
    const space = { type: 'namespace', name: 'mcp__shape_probe', tools: [spec] };
    const direct = { tools: [{ type: 'function', name: 'shell', parameters: {} }, space] };
    expect(forms(direct, codex)).toEqual(['namespaced $.tools[1].tools[0] lookup']);
    expect(first(direct, codex)).toMatchObject({
      namespace: 'mcp__shape_probe',
      schema: 'rewritten',
      changes: {
        dropped: [
          ['properties', 'limit', 'minimum'],
          ['properties', 'limit', 'maximum'],
          ['properties', 'limit', 'default'],
        ],
        added: [],
        changed: [],
        more: 0,
      },
    });
    const found = { input: [{ type: 'tool_search_output', call_id: 'c', tools: [space] }] };
    expect(forms(found, codex)).toEqual(['searchResult $.input[0].tools[0].tools[0] lookup']);
  });

  it('nothing of it behind exec, whose place and role are known', () => {
    const exec = { type: 'custom', name: 'exec', description: 'Use tools.x and ALL_TOOLS.' };
    const body = {
      input: [
        {
          type: 'additional_tools',
          role: 'developer',
          tools: [{ type: 'namespace', name: 'functions', tools: [exec] }],
        },
      ],
    };
    const sight = lookAt(body, codex);
    expect(sight.sightings).toEqual([]);
    expect(sight.envelopes).toMatchObject([
      { path: '$.input[0].tools[0].tools[0]', envelope: { name: 'exec', role: 'exec' } },
    ]);
  });

  it('as code in the description of exec', () => {
    const text = 'declare const tools: { mcp__shape_probe__lookup(args: {}): Promise<CallToolResult> };';
    const body = { tools: [{ type: 'custom', name: 'exec', description: text }] };
    expect(forms(body, codex)).toEqual(['declaration $.tools[0].description mcp__shape_probe__lookup']);
  });

  it('as a function of Chat Completions', () => {
    const body = {
      tools: [
        { type: 'function', function: { name: 'shell', parameters: {} } },
        { type: 'function', function: { name: 'mcp__shape_probe__lookup', description, parameters: schema } },
      ],
    };
    expect(forms(body, claude)).toEqual(['chatFunction $.tools[1].function mcp__shape_probe__lookup']);
    expect(first(body, claude)).toMatchObject({ keys: ['name', 'description', 'parameters'] });
  });

  it('as a function declaration of Gemini, with what the client added', () => {
    const parametersJsonSchema = {
      ...schema,
      properties: { ...schema.properties, wait_for_previous: { type: 'boolean' } },
    };
    const declared = { name: 'mcp__shape_probe__lookup', description, parametersJsonSchema };
    const body = { tools: [{ functionDeclarations: [{ name: 'read_file' }, declared] }] };
    expect(forms(body, claude)).toEqual([
      'functionDeclaration $.tools[0].functionDeclarations[1] mcp__shape_probe__lookup',
    ]);
    expect(first(body, claude)).toMatchObject({
      changes: { added: [['properties', 'wait_for_previous']], dropped: [] },
    });
    expect(lookAt(body, claude).toolCount).toBe(2);
  });

  it('as text in the answer to a search, when the text holds its definition', () => {
    const definition = { name: 'mcp__shape_probe__lookup', description, parameters: schema };
    const answer = (text: string) => ({
      messages: [
        { role: 'user', content: 'There is also mcp__shape_probe__lookup.' },
        { role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'tool_search', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'c', content: text },
      ],
    });
    const body = answer(`<functions>\n${JSON.stringify(definition)}\n</functions>`);
    expect(forms(body, claude)).toEqual(['searchText $.messages[2].content mcp__shape_probe__lookup']);
    expect(first(body, claude)).toMatchObject({ description: 'verbatim', schema: 'verbatim' });
    // A name alone says only that a search found something.
    expect(forms(answer('mcp__shape_probe__lookup was found'), claude)).toEqual([
      'nameOnly $.messages[0].content mcp__shape_probe__lookup',
    ]);
  });

  it('under a name that the profile does not make, known by what its server says of it', () => {
    const body = { tools: [foreign, { name: 'shape_probe-lookup', description, input_schema: schema }] };
    expect(forms(body, claude)).toEqual(['flat $.tools[1] shape_probe-lookup']);
    expect(first(body, claude)).toMatchObject({ by: 'likeness' });
    expect(lookAt(body, claude).callables.get('shape_probe\0lookup')).toEqual({ name: 'shape_probe-lookup' });
  });

  it('nothing, where model output, tool results or another server speak of it', () => {
    const name = 'mcp__shape_probe__lookup';
    const body = {
      tools: [{ ...foreign, name: 'mcp__other__lookup' }],
      messages: [
        { role: 'assistant', content: [{ type: 'text', text: name }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: name }] },
      ],
    };
    expect(forms(body, claude)).toEqual([]);
  });

  it('a cut description is told from another one', () => {
    const shown = (text: string) =>
      first(
        { tools: [{ name: 'mcp__shape_probe__lookup', description: text, input_schema: schema }] },
        claude,
      );
    expect(shown('Looks up one… [truncated]')).toMatchObject({ description: 'cut' });
    expect(shown('Looks elsewhere.')).toMatchObject({ description: 'changed' });
  });
});

describe('changes of a schema', () => {
  it('are none for the same value in another order', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), value), (one) => {
        const turned = Object.fromEntries(Object.entries(one).toReversed());
        expect(schemaChanges(one, turned)).toEqual({ dropped: [], added: [], changed: [], more: 0 });
      }),
    );
  });

  it('are turned around when the schemas are', () => {
    const value = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        const there = schemaChanges(one, other);
        const back = schemaChanges(other, one);
        expect(new Set(there.dropped)).toEqual(new Set(back.added));
        expect(new Set(there.changed)).toEqual(new Set(back.changed));
      }),
    );
  });

  it('are counted only, beyond a hundred', () => {
    const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`k${index}`, index]));
    const changes = schemaChanges(many, {});
    expect([changes.dropped.length, changes.more]).toEqual([100, 30]);
  });
});

describe('JSON in a text', () => {
  const valuesIn = (text: string) => [...jsonInText(text)].map(({ value }) => value);

  it('is found among other words, and nothing else is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.stringMatching(/^[a-z .<>]*$/),
        (value, words) => {
          expect(valuesIn(`${words}${JSON.stringify(value)} ${words}`)).toEqual([
            parseJson(JSON.stringify(value)),
          ]);
        },
      ),
    );
    expect(valuesIn('a } b { "c" ')).toEqual([]);
  });

  it('is searched for an object of one name', () => {
    const wanted = { name: 'x', more: 1 };
    expect(namedObject([{ function: wanted }], 'x')).toBe(wanted);
    expect(namedObject({ a: { b: { c: { d: wanted } } } }, 'x')).toBeUndefined();
  });
});
