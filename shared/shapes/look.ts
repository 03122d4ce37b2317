import {
  routeKey,
  type Envelope,
  type HostTool,
  type ObservedCallable,
  type ToolRoute,
} from '../hosts/index.ts';
import { compareDescription, compareSchema } from './compare.ts';
import { allEntries, nameOf, schemaOf, type Entry } from './entries.ts';
import {
  isDefinition,
  type DefinitionFacts,
  type EnvelopeSight,
  type RawSight,
  type RawSighting,
  type Registered,
  type RequestBody,
} from './sight.ts';
import { hostTexts, searchAnswers, toolReferences } from './texts.ts';
import { jsonInText, namedObject } from './text-json.ts';

/** What a request is searched for; made once for a list of tools. */
interface Index {
  readonly byRoute: ReadonlyMap<string, HostTool>;
  /** Composed names, which are no words by chance, and code-mode names. */
  readonly byName: ReadonlyMap<string, ToolRoute>;
  readonly byDescription: ReadonlyMap<string, readonly HostTool[]>;
}

const indices = new WeakMap<Registered, Index>();

function indexOf(registered: Registered): Index {
  const known = indices.get(registered);
  if (known !== undefined) return known;
  const byName = new Map<string, ToolRoute>();
  for (const { server, tool, flat, codeMode } of registered.plan.rows) {
    for (const name of [flat, codeMode]) {
      if (name !== undefined && name !== tool && /[_-]/.test(name)) byName.set(name, { server, tool });
    }
  }
  const described = registered.tools.filter((tool) => (tool.description ?? '') !== '');
  const index = {
    byRoute: new Map(registered.tools.map((tool) => [routeKey(tool), tool])),
    byName,
    byDescription: Map.groupBy(described, (tool) => tool.description ?? ''),
  };
  indices.set(registered, index);
  return index;
}

/**
 * The normalisation boundary: looks for registered tools in every form that a client was seen to use, and for the profile's
 * envelopes. Of every other tool it keeps only that it was there.
 */
export function lookAt(body: RequestBody, registered: Registered): RawSight {
  const { plan, profile } = registered;
  const index = indexOf(registered);
  const sightings: RawSighting[] = [];
  const envelopes: EnvelopeSight[] = [];
  const callables = new Map<string, ObservedCallable>();
  const own = new Map<string, Envelope>();
  const ours = new Set<string>();
  let toolCount = 0;

  const define = (sighting: RawSighting, callable: ObservedCallable): void => {
    const key = routeKey(sighting.route);
    sightings.push(sighting);
    if (!callables.has(key) || sighting.form !== 'searchText') callables.set(key, callable);
    ours.add(sighting.path);
  };

  for (const entry of allEntries(body)) {
    toolCount += 1;
    const name = nameOf(entry.spec);
    if (name === undefined) continue;
    const { path, form, namespace } = entry;
    const callable: ObservedCallable = { name, ...(namespace === undefined ? {} : { namespace }) };
    const answer = plan.routesOf(callable);
    if (answer.kind === 'tool') {
      const tool = index.byRoute.get(routeKey(answer.route));
      if (tool === undefined) continue;
      const { route } = answer;
      define({ route, path, name, by: 'profile', form, namespace, ...factsOf(entry.spec, tool) }, callable);
    } else if (answer.kind === 'exec' || answer.kind === 'envelope') {
      const envelope = profile.envelopes.find(
        (one) =>
          one.name === name &&
          (namespace === undefined || one.namespace === undefined || one.namespace === namespace),
      );
      if (envelope === undefined) continue;
      own.set(name, namespace === undefined ? withoutNamespace(envelope) : { ...envelope, namespace });
      envelopes.push({ envelope, path, description: textOf(entry.spec['description']) });
    } else if (answer.kind === 'unknown') {
      const tool = likeness(entry, name, index);
      if (tool === undefined) continue;
      const route = { server: tool.server, tool: tool.tool };
      define({ route, path, name, by: 'likeness', form, namespace, ...factsOf(entry.spec, tool) }, callable);
    }
  }
  for (const found of searchTexts(body, registered, index)) define(found, { name: found.name });
  for (const { name, path } of toolReferences(body)) {
    const answer = plan.routesOf({ name });
    const seen = sightings.some((one) => one.form === 'reference' && one.name === name);
    if (answer.kind === 'tool' && !seen)
      sightings.push({ route: answer.route, path, name, by: 'profile', form: 'reference' });
  }
  if (index.byName.size > 0) sightings.push(...mentions(body, index, ours, callables));
  return { toolCount, sightings, envelopes, callables, own };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** An envelope as it was declared: outside of any namespace, whatever the profile expects. */
function withoutNamespace({ name, role, opensWindow }: Envelope): Envelope {
  return { name, role, opensWindow };
}

function factsOf(spec: Record<string, unknown>, tool: HostTool): DefinitionFacts {
  const description = compareDescription(spec['description'], tool);
  const isOther = description === 'cut' || description === 'changed';
  return {
    keys: Object.keys(spec),
    deferLoading: spec['defer_loading'] === true,
    description,
    ...(isOther ? { otherDescription: textOf(spec['description']) } : {}),
    ...compareSchema(schemaOf(spec), tool),
  };
}

const letters = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/g, '_').toLowerCase();

/** A tool that the profile has no such name for, known by its server's own description and by its name within the name. */
function likeness({ spec }: Entry, name: string, { byDescription }: Index): HostTool | undefined {
  const candidates = byDescription.get(textOf(spec['description'])) ?? [];
  const [tool, ...others] = candidates.filter((one) => letters(name).includes(letters(one.tool)));
  return others.length === 0 ? tool : undefined;
}

const SEARCH_NAME = /^tool_?search/i;

function* searchTexts(body: RequestBody, { plan }: Registered, index: Index) {
  const isSearch = (name: string): boolean => {
    const answer = plan.routesOf({ name });
    return (answer.kind === 'envelope' && answer.role === 'search') || SEARCH_NAME.test(name);
  };
  const found = new Set<string>();
  for (const { text, path } of searchAnswers(body, isSearch)) {
    let values: unknown[] | undefined;
    for (const { name, route } of namesIn(text, index)) {
      const key = routeKey(route);
      const tool = index.byRoute.get(key);
      if (tool === undefined || found.has(key)) continue;
      values ??= [...jsonInText(text)].map(({ value }) => value);
      const spec = namedObject(values, name);
      if (spec === undefined) continue;
      found.add(key);
      yield {
        route,
        path,
        name,
        by: 'profile',
        form: 'searchText',
        ...factsOf(spec, tool),
      } satisfies RawSighting;
    }
  }
}

function* namesIn(text: string, { byName }: Index): Generator<{ name: string; route: ToolRoute }> {
  for (const [name] of text.matchAll(/[A-Za-z_$][A-Za-z0-9_$-]{3,1200}/g)) {
    const route = byName.get(name);
    if (route !== undefined) yield { name, route };
  }
}

/** Tools whose name stands in the host's own text, and that are not defined in this request; each with its first place. */
function mentions(
  body: RequestBody,
  index: Index,
  ours: ReadonlySet<string>,
  defined: ReadonlyMap<string, unknown>,
): RawSighting[] {
  const found = new Map<string, RawSighting>();
  for (const { text, path } of hostTexts(body, ours)) {
    for (const { name, route } of namesIn(text, index)) {
      const key = routeKey(route);
      if (found.has(key) || defined.has(key)) continue;
      const isDeclared = text.includes(`${name}(`) && text.includes('declare const');
      found.set(key, {
        route,
        path,
        name,
        by: 'profile',
        form: isDeclared ? 'declaration' : 'nameOnly',
      });
    }
  }
  return [...found.values()];
}

/** The sightings of one tool, definitions first. */
export function sightingsOf(sight: RawSight, route: ToolRoute): readonly RawSighting[] {
  const own = sight.sightings.filter((one) => routeKey(one.route) === routeKey(route));
  return own.toSorted((left, right) => Number(isDefinition(right)) - Number(isDefinition(left)));
}
