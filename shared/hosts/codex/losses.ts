import { lostFields } from '../losses.ts';
import type { ToolLosses } from '../types.ts';
import { codexSchema, type SchemaRules } from './schema.ts';
import type { PlannedTool } from './step.ts';

const FIELD_RULES = ['CX-5.20', 'CX-90.04'] as const;

/** What Codex keeps from the model of one tool; the description stays as it is (CX-5.20, CX-90.04). */
export function codexLosses({ tool, rewritten }: PlannedTool, schemaRules: SchemaRules): ToolLosses {
  const { schema, lost, findings, rules } = rewritten ?? codexSchema(tool.inputSchema, schemaRules);
  const description = tool.description ?? '';
  return {
    schema,
    lost,
    findings,
    rules,
    fields: lostFields(tool, FIELD_RULES),
    description: { original: description, shown: description, cut: false, rules: ['CX-90.04'] },
  };
}
