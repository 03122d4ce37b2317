import { isObject } from '../../json.ts';
import type { HostFinding, LostKeyword, SchemaResult } from '../types.ts';

const COMBINATORS = ['anyOf', 'oneOf', 'allOf'] as const;

/** Unchanged (CC-90.03), except that combinators at the root are flattened (CC-4.07). */
export function claudeSchema(schema: unknown): SchemaResult {
  const rules = ['CC-4.07', 'CC-90.03'] as const;
  if (!isObject(schema)) {
    const finding: HostFinding = {
      code: 'schema-missing',
      severity: 'warning',
      message: 'There is no usable input schema; the model is shown an object without properties.',
      rules: ['CC-4.07'],
    };
    return { schema: { type: 'object', properties: {} }, lost: [], findings: [finding], rules };
  }
  const used = COMBINATORS.filter((keyword) => Object.hasOwn(schema, keyword));
  if (used.length === 0) return { schema, lost: [], findings: [], rules };
  return {
    schema: flattened(schema, used),
    lost: used.map((keyword): LostKeyword => ({ path: '', keyword })),
    findings: [
      {
        code: 'schema-flattened',
        severity: 'warning',
        message: `Claude Code flattens ${used.join(', ')} at the root and says so in the description. How exactly is not known; shown here is the union of the properties.`,
        rules: ['CC-4.07'],
      },
    ],
    rules,
  };
}

function flattened(schema: Record<string, unknown>, used: readonly string[]): Record<string, unknown> {
  const members = used.flatMap((keyword) => {
    const list: unknown = schema[keyword];
    return Array.isArray(list) ? list.filter(isObject) : [];
  });
  const properties = [...members, schema].flatMap((one) =>
    isObject(one['properties']) ? Object.entries(one['properties']) : [],
  );
  const rest = Object.entries(schema).filter(([key]) => !used.includes(key) && key !== 'properties');
  return { type: 'object', ...Object.fromEntries(rest), properties: Object.fromEntries(properties) };
}
