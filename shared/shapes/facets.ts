import { escapePointer } from '../json.ts';
import type { Envelope, ToolRoute } from '../hosts/index.ts';
import type { Shape, ShapeField } from './document.ts';
import { isDefinition, type RawSight, type RawSighting } from './sight.ts';
import { sightingsOf } from './look.ts';

/** One tool in one request, field by field, in words that can be compared. */
export type Facets = Readonly<Record<ShapeField, string | null>>;

const NOTHING: Facets = {
  form: null,
  name: null,
  namespace: null,
  path: null,
  keys: null,
  description: null,
  schema: null,
  deferral: null,
  behind: null,
};

/** Positions in a client's list depend on its other tools: nobody can predict them. */
export const pathPattern = (path: string): string => path.replaceAll(/\[\d+\]/g, '[N]');

const sorted = (words: readonly string[]): string => words.toSorted().join(', ');

interface Changes {
  readonly dropped: readonly string[];
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly more?: number | undefined;
}

/** The same value in another order is the same schema. */
function schemaWords(fate: string, changes: Changes | undefined): string {
  if (fate === 'verbatim' || fate === 'reordered') return 'same';
  if (changes === undefined) return fate;
  const parts = [
    ...changes.dropped.map((place) => `-${place}`),
    ...changes.added.map((place) => `+${place}`),
    ...changes.changed.map((place) => `~${place}`),
  ].toSorted();
  return [fate, ...parts, ...((changes.more ?? 0) > 0 ? [`and ${changes.more} more`] : [])].join(' ');
}

/** What a document says of a tool in a request. Of several places the definition counts. */
export function facetsOfShape(shape: Shape): Facets {
  switch (shape.form) {
    case 'carried':
      return { ...NOTHING, form: 'carried' };
    case 'absent':
      return { ...NOTHING, form: 'absent', deferral: shape.deferral, behind: shape.behind };
    case 'reference':
    case 'declaration':
    case 'nameOnly':
      return {
        ...NOTHING,
        form: shape.form,
        name: shape.name,
        path: pathPattern(shape.path),
        deferral: shape.deferral,
        behind: shape.behind,
      };
    case 'flat':
    case 'namespaced':
    case 'searchResult':
    case 'chatFunction':
    case 'functionDeclaration':
    case 'searchText':
      return {
        form: shape.form,
        name: shape.name,
        namespace: shape.form === 'namespaced' || shape.form === 'searchResult' ? shape.namespace : null,
        path: pathPattern(shape.path),
        keys: sorted([...shape.kept, ...shape.otherKeys]),
        description: shape.description,
        schema: schemaWords(shape.schema, shape.schemaChanges),
        deferral: shape.deferral,
        behind: null,
      };
  }
}

/** The same of a request that a profile makes up. */
export function facetsOfSight(sight: RawSight, route: ToolRoute): Facets {
  const [seen] = sightingsOf(sight, route);
  const behind = standsBehind([...sight.own.values()]);
  if (seen === undefined) return { ...NOTHING, form: 'absent', ...behind };
  return facetsOfSighting(seen, behind);
}

function facetsOfSighting(seen: RawSighting, behind: Pick<Facets, 'deferral' | 'behind'>): Facets {
  const place = { form: seen.form, name: seen.name, path: pathPattern(seen.path) };
  if (!isDefinition(seen)) return { ...NOTHING, ...place, ...behind };
  const searched = seen.form === 'searchResult' || seen.form === 'searchText';
  const { changes } = seen;
  const pointers = (places: readonly (readonly string[])[]) =>
    places.map((keys) => keys.map((key) => `/${escapePointer(key)}`).join(''));
  return {
    ...place,
    namespace: seen.namespace ?? null,
    keys: sorted(seen.keys),
    description: seen.description,
    schema: schemaWords(
      seen.schema,
      changes && {
        dropped: pointers(changes.dropped),
        added: pointers(changes.added),
        changed: pointers(changes.changed),
        more: changes.more,
      },
    ),
    deferral: seen.deferLoading ? 'deferLoading' : searched ? 'search' : 'none',
    behind: null,
  };
}

/** What leads to a tool that a request does not define: a search first, then a program. */
function standsBehind(envelopes: readonly Envelope[]): Pick<Facets, 'deferral' | 'behind'> {
  const search = envelopes.find(({ role }) => role === 'search');
  if (search !== undefined) return { deferral: 'search', behind: search.name };
  const exec = envelopes.find(({ role }) => role === 'exec');
  if (exec !== undefined) return { deferral: 'exec', behind: exec.name };
  return { deferral: 'unreachable', behind: null };
}
