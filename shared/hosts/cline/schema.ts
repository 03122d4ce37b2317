import { isObject } from '../../json.ts';
import type { HostFinding, SchemaResult } from '../types.ts';

const RULES = ['CL-5.1', 'CL-5.2'] as const;

/** `$schema` goes, and the root has to be an object or to look like one (CL-5.1, CL-5.2). */
export function clineSchema(schema: unknown): SchemaResult {
  if (!isObject(schema)) return { schema: {}, lost: [], findings: [], rules: RULES };
  const { $schema: dialect, ...rest } = schema;
  const lost = dialect === undefined ? [] : [{ path: '', keyword: '$schema' }];
  const result = (root: unknown, findings: readonly HostFinding[] = []): SchemaResult => ({
    schema: root,
    lost,
    findings,
    rules: RULES,
  });
  if (typeof rest['type'] === 'string') return result(rest);
  const looks = ['properties', 'required', 'additionalProperties'].some((one) => Object.hasOwn(rest, one));
  if (looks) return result({ type: 'object', ...rest });
  const branches = branchesOf(rest);
  if (branches === undefined) return result(rest);
  if (branches.fits) return result({ type: 'object', ...rest });
  return result(null, [
    {
      code: 'schema-root-not-object',
      severity: 'error',
      message: `The branches of ${branches.keyword} at the root are not all objects, so the host takes no tools of this server.`,
      rules: ['CL-5.2'],
    },
  ]);
}

function branchesOf(schema: Record<string, unknown>): { keyword: string; fits: boolean } | undefined {
  const isObjectSchema = (one: unknown): boolean => isObject(one) && one['type'] === 'object';
  for (const keyword of ['oneOf', 'anyOf', 'allOf']) {
    const branches: unknown = schema[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const fits = keyword === 'allOf' ? branches.some(isObjectSchema) : branches.every(isObjectSchema);
    return { keyword, fits };
  }
  return undefined;
}
