// URI templates, RFC 6570, all four levels.

interface Variable {
  readonly name: string;
  /** Take so many characters only. */
  readonly prefix?: number;
  readonly explode: boolean;
}

interface Operator {
  readonly first: string;
  readonly separator: string;
  /** Values are written `name=value`. */
  readonly named: boolean;
  /** What stands after the name of an empty value. */
  readonly ifEmpty: string;
  /** Reserved characters stay as they are. */
  readonly reserved: boolean;
}

const operators: Readonly<Record<string, Operator>> = {
  '': { first: '', separator: ',', named: false, ifEmpty: '', reserved: false },
  '+': { first: '', separator: ',', named: false, ifEmpty: '', reserved: true },
  '#': { first: '#', separator: ',', named: false, ifEmpty: '', reserved: true },
  '.': { first: '.', separator: '.', named: false, ifEmpty: '', reserved: false },
  '/': { first: '/', separator: '/', named: false, ifEmpty: '', reserved: false },
  ';': { first: ';', separator: ';', named: true, ifEmpty: '', reserved: false },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
};

const expression = /\{([+#./;?&]?)([^{}]*)\}/g;
const variable =
  /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(?::([1-9]\d{0,3})|(\*))?$/;

const readVariable = (text: string): Variable | undefined => {
  const [whole, name, prefix, explode] = variable.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  return {
    name,
    explode: explode === '*',
    ...(prefix === undefined ? {} : { prefix: Number(prefix) }),
  };
};

/** Whether every expression of a template can be read. */
export const isTemplate = (template: string): boolean => {
  const literals = template.replaceAll(expression, '');
  if (/[{}]/.test(literals)) return false;
  return [...template.matchAll(expression)].every(([, , list = '']) =>
    list.split(',').every((text) => readVariable(text) !== undefined),
  );
};

/** The names of a template's variables, each once, in order. */
export const templateVariables = (template: string): string[] => [
  ...new Set(
    [...template.matchAll(expression)].flatMap(([, , list = '']) =>
      list.split(',').flatMap((text) => readVariable(text)?.name ?? []),
    ),
  ),
];

const percent = (text: string): string =>
  [...new TextEncoder().encode(text)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');

const encode = (text: string, reserved: boolean): string =>
  [...text.matchAll(reserved ? /%[0-9A-Fa-f]{2}|[\s\S]/gu : /[\s\S]/gu)]
    .map(([part]) =>
      (reserved ? /^(%..|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=])$/ : /^[A-Za-z0-9\-._~]$/).test(part)
        ? part
        : percent(part),
    )
    .join('');

export type TemplateValue = string | readonly string[] | Readonly<Record<string, string>>;

const expandOne = ({ name, prefix, explode }: Variable, value: TemplateValue, by: Operator): string[] => {
  const write = (text: string): string => encode(text, by.reserved);
  const named = (key: string, text: string): string =>
    by.named ? `${key}${text === '' ? by.ifEmpty : `=${text}`}` : text;
  if (typeof value === 'string') {
    return [named(name, write(prefix === undefined ? value : Array.from(value).slice(0, prefix).join('')))];
  }
  const pairs: (readonly [string | undefined, string])[] = Array.isArray(value)
    ? value.map((entry: string) => [undefined, entry] as const)
    : Object.entries(value);
  if (pairs.length === 0) return [];
  if (!explode) {
    const flat = pairs.flatMap(([key, text]) =>
      key === undefined ? [write(text)] : [write(key), write(text)],
    );
    return [named(name, flat.join(','))];
  }
  return pairs.map(([key, text]) => {
    if (key === undefined) return named(name, write(text));
    return by.named ? named(write(key), write(text)) : `${write(key)}=${write(text)}`;
  });
};

/** Fills a template in. A variable without a value is left out; an expression that cannot be read stays as it is. */
export const expandTemplate = (
  template: string,
  values: Readonly<Record<string, TemplateValue | undefined>>,
): string =>
  template.replaceAll(expression, (whole, sign: string, list: string) => {
    const by = operators[sign];
    const variables = list.split(',').map(readVariable);
    if (by === undefined || variables.includes(undefined)) return whole;
    const parts = variables.flatMap((one) => {
      const value = one === undefined ? undefined : values[one.name];
      return one === undefined || value === undefined ? [] : expandOne(one, value, by);
    });
    return parts.length === 0 ? '' : by.first + parts.join(by.separator);
  });
