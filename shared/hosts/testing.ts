import type { HostProfile, HostTool } from './types.ts';
import { resolveHost } from './index.ts';

/** The probe tool of the published captures. */
export const LOOKUP: HostTool = {
  server: 'shape_probe',
  tool: 'lookup',
  title: 'Synthetic Lookup',
  description: 'Looks up one synthetic record.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Synthetic query.' },
      limit: { type: 'integer', minimum: 1, maximum: 3, default: 1 },
    },
    required: ['query'],
    additionalProperties: false,
  },
  annotations: {
    title: 'Synthetic Lookup',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
};

export function profileOf(id: string, version?: string): HostProfile {
  const resolved = resolveHost(id, version);
  if (resolved === undefined) throw new Error(`no profile of ${id}`);
  return resolved.profile;
}

/** The value at a JSON path made of members and positions, as profiles write them. */
export function atPath(value: unknown, path: string): unknown {
  let current: unknown = value;
  for (const [, member, position] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = Reflect.get(current, member ?? position ?? '');
  }
  return current;
}
