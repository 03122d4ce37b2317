import * as z from 'zod';

export type Check = (value: unknown) => boolean;

/** Takes a text that the schema accepts as what the schema makes of it; throws the schema's error on any other. */
export function mintOf<S extends z.ZodType<string>>(schema: S): (text: string) => z.infer<S> {
  const accepts = compileCheck(schema);
  // A brand is a type alone: the text that passes is the value that the schema would give.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (text) => (accepts(text) ? (text as z.infer<S>) : schema.parse(text));
}

/**
 * A schema as plain closures that answer yes or no. Every event passes the gate's schema; building the library's report and
 * copy for each, though nearly all are right, was the largest part of the work of recording. Accepts exactly what the
 * schema accepts; kinds of schema that events do not use are left to the schema itself.
 */
export function compileCheck(schema: z.core.$ZodType): Check {
  if (schema instanceof z.ZodObject && schema.def.catchall instanceof z.ZodNever)
    return strictObject(schema.shape);
  if (schema instanceof z.ZodString) return withConditions(schema, isText);
  if (schema instanceof z.ZodNumber) return withConditions(schema, isFinite);
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodLiteral) return oneOf(schema.values);
  if (schema instanceof z.ZodEnum) return oneOf(new Set(schema.options));
  if (schema instanceof z.ZodArray) return list(compileCheck(schema.element));
  if (schema instanceof z.ZodOptional) return optional(compileCheck(schema.unwrap()));
  if (schema instanceof z.ZodDiscriminatedUnion) return byTag(schema);
  if (schema instanceof z.ZodUnion) return anyOf(schema.options.map(compileCheck));
  return (value) => z.safeParse(schema, value).success;
}

function strictObject(shape: Readonly<Record<string, z.core.$ZodType>>): Check {
  const members = new Map(
    Object.entries(shape).map(([key, member]) => [
      key,
      { check: compileCheck(member), required: !(member instanceof z.ZodOptional) },
    ]),
  );
  const required = members.values().reduce((count, member) => count + Number(member.required), 0);
  return (value) => {
    if (!isPlain(value)) return false;
    let found = 0;
    // Of a plain object these are its own keys, and the engine reads such a loop faster than any list of keys.
    for (const key in value) {
      const member = members.get(key);
      if (member === undefined || !member.check(value[key])) return false;
      if (member.required) found++;
    }
    return found === required;
  };
}

/** What JSON and object literals make. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isText: Check = (value) => typeof value === 'string';
const isFinite: Check = Number.isFinite;

/** The schema's own conditions after its type. One that is not known here leaves the whole to the schema. */
function withConditions(schema: z.ZodString | z.ZodNumber, isType: Check): Check {
  const conditions: Check[] = [isType];
  if (schema instanceof z.ZodNumberFormat) conditions.push(Number.isSafeInteger);
  for (const condition of schema.def.checks ?? []) {
    const compiled = compileCondition(condition);
    if (compiled === undefined) return (value) => z.safeParse(schema, value).success;
    conditions.push(compiled);
  }
  return conditions.reduce((before, holds) => (value) => before(value) && holds(value));
}

const Pattern = z.object({ check: z.literal('string_format'), pattern: z.instanceof(RegExp) });
const Length = z.object({
  check: z.enum(['min_length', 'max_length']),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const AtLeast = z.object({ check: z.literal('greater_than'), value: z.number(), inclusive: z.literal(true) });
const Condition = z.union([Pattern, Length, AtLeast]);

function compileCondition({ _zod }: z.core.$ZodCheck): Check | undefined {
  const known = Condition.safeParse(_zod.def);
  if (!known.success) return undefined;
  const def = known.data;
  switch (def.check) {
    case 'string_format': {
      const { pattern } = def;
      return (value) => typeof value === 'string' && pattern.test(value);
    }
    case 'min_length':
    case 'max_length': {
      const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = def;
      return (value) => typeof value === 'string' && value.length >= minimum && value.length <= maximum;
    }
    case 'greater_than':
      return (value) => typeof value === 'number' && value >= def.value;
  }
}

const oneOf =
  (values: ReadonlySet<unknown>): Check =>
  (value) =>
    values.has(value);

const list =
  (element: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return false;
    // Not `every`, which would pass over a hole.
    for (const one of value as readonly unknown[]) if (!element(one)) return false;
    return true;
  };

const optional =
  (inner: Check): Check =>
  (value) =>
    value === undefined || inner(value);

const anyOf =
  (checks: readonly Check[]): Check =>
  (value) =>
    checks.some((check) => check(value));

/** The tag picks the one member that may accept. */
function byTag(schema: z.ZodDiscriminatedUnion): Check {
  const { discriminator } = schema.def;
  const members = new Map<unknown, Check>();
  for (const option of schema.options) {
    const tag: unknown = option instanceof z.ZodObject ? option.shape[discriminator] : undefined;
    if (!(tag instanceof z.ZodLiteral)) return (value) => z.safeParse(schema, value).success;
    for (const word of tag.values) members.set(word, compileCheck(option));
  }
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    members.get(Reflect.get(value, discriminator))?.(value) === true;
}
