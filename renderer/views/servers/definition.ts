import { isObject, parseJson } from '../../../shared/json.ts';

/** A definition as the server wrote it: each part is taken only if it is what it should be. */
export interface Definition {
  readonly text: (key: string) => string | undefined;
  readonly member: (key: string) => unknown;
  /** The addresses of its icons. They are told, never fetched: whoever fetches tells the server of it. */
  readonly icons: readonly string[];
}

/** Reads the JSON text of a listed entry. */
export function readDefinition(json: string): Definition {
  const value = readable(json);
  const member = (key: string): unknown => (isObject(value) ? value[key] : undefined);
  const icons = member('icons');
  return {
    member,
    text: (key) => {
      const inner = member(key);
      return typeof inner === 'string' ? inner : undefined;
    },
    icons: Array.isArray(icons)
      ? icons.map((icon: unknown) =>
          isObject(icon) && typeof icon['src'] === 'string'
            ? icon['src'].slice(0, 200)
            : 'without an address',
        )
      : [],
  };
}

function readable(json: string): unknown {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

export interface PromptArgument {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly required: boolean;
}

/** The arguments that a prompt names; one without a name cannot be given and is left out. */
export function promptArguments(definition: Definition): readonly PromptArgument[] {
  const list = definition.member('arguments');
  if (!Array.isArray(list)) return [];
  const seen = new Set<string>();
  return list.flatMap((entry: unknown) => {
    if (!isObject(entry) || typeof entry['name'] !== 'string' || seen.has(entry['name'])) return [];
    seen.add(entry['name']);
    const text = (key: string): string | undefined =>
      typeof entry[key] === 'string' ? entry[key] : undefined;
    return [
      {
        name: entry['name'],
        title: text('title'),
        description: text('description'),
        required: entry['required'] === true,
      },
    ];
  });
}
