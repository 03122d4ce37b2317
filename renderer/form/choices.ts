import { canonicalJson, isObject } from '../../shared/json.ts';
import { ENUM_TITLES, valueText } from './formSchema.ts';

export interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** The values that a drawn schema lists, as people read them; what the form library knows where it lists none. */
export function choicesOf(schema: unknown, known: readonly Choice[] | undefined): readonly Choice[] {
  const values: unknown = isObject(schema) ? schema['enum'] : undefined;
  if (!Array.isArray(values)) return known ?? [];
  const titles: unknown = isObject(schema) ? schema[ENUM_TITLES] : undefined;
  const list: readonly unknown[] = Array.isArray(titles) ? titles : [];
  return values.map((value: unknown, at) => {
    const title = list[at];
    return { value, label: typeof title === 'string' ? title : valueText(value) };
  });
}

/** Values are the same when their JSON is, whichever object holds them. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (isContainer(a) && isContainer(b) && canonicalJson(a) === canonicalJson(b));

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;
