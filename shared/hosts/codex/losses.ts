import { lostFields } from '../losses.ts';
import type { HostTool, ToolLosses } from '../types.ts';
import { codexSchema, type SchemaRules } from './schema.ts';

const FIELD_RULES = ['CX-5.20', 'CX-90.04'] as const;

/** What Codex keeps from the model of one tool; the description stays as it is (CX-5.20, CX-90.04). */
export function codexLosses(tool: HostTool, rules: SchemaRules): ToolLosses {
  const schema = codexSchema(tool.inputSchema, rules);
  const description = tool.description ?? '';
  return {
    ...schema,
    fields: lostFields(tool, FIELD_RULES),
    description: { original: description, shown: description, cut: false, rules: ['CX-90.04'] },
  };
}
