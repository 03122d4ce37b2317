import { isObject } from '../../shared/json.ts';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  array: 'list',
  object: 'object',
  null: 'null',
};

/** The branches of a union, each with a title of its own: the server's, or what tells it from the others. */
export function titledBranches(options: readonly unknown[]): readonly unknown[] {
  const titles = options.map(titleOf);
  return options.map((option, at) => {
    if (!isObject(option)) return option;
    const title = titles[at] ?? '';
    const same = titles.slice(0, at).filter((other) => other === title).length;
    return { ...option, title: same === 0 ? title : `${title} (${same + 1})` };
  });
}

function titleOf(schema: unknown): string {
  if (!isObject(schema)) return schema === true ? 'anything' : 'nothing';
  const { title, $ref, properties, type } = schema;
  if (typeof title === 'string' && title !== '') return title;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? $ref;
  if (isObject(properties)) {
    const single = Object.entries(properties).flatMap(([name, member]) => {
      const value = singleOf(member);
      return value === undefined ? [] : [`${name}: ${value}`];
    });
    const names = Object.keys(properties);
    if (single.length > 0) return single.join(', ');
    if (names.length > 0) return `with ${names.slice(0, 3).join(', ')}`;
  }
  if (isObject(schema['items']) && type === 'array') return `list of ${titleOf(schema['items'])}`;
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].slice(0, 3).map(String).join(', ')}`;
  return typeof type === 'string' ? (typeWords[type] ?? type) : 'anything';
}

function singleOf(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  const list: unknown = 'const' in schema ? [schema['const']] : schema['enum'];
  const values: readonly unknown[] = Array.isArray(list) ? list : [];
  const [value] = values;
  if (value === undefined || values.length > 1) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
