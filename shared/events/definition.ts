import * as z from 'zod';

/** JSON as a value; big integers keep their digits. */
export type Json =
  | null
  | boolean
  | number
  | string
  | bigint
  | readonly Json[]
  | { readonly [key: string]: Json };

const JsonValue: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.string(),
    z.bigint(),
    z.array(JsonValue),
    z.record(z.string(), JsonValue),
  ]),
);

export const Annotations = z.strictObject({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type Annotations = z.infer<typeof Annotations>;

/**
 * What a registered server says of one of its tools, picked field by field from the wire. Keys outside this list are
 * counted in `otherKeys`; the wire's bytes stay in the vault. A tool that broke the rules keeps what could be read.
 */
export const ToolDefinition = z
  .strictObject({
    title: z.string().optional(),
    description: z.string().optional(),
    inputSchema: JsonValue.optional(),
    outputSchema: JsonValue.optional(),
    annotations: Annotations.optional(),
    taskSupport: z.enum(['forbidden', 'optional', 'required']).optional(),
    uiVisibility: z.array(z.enum(['model', 'app', 'other'])).optional(),
    alwaysLoad: z.boolean().optional(),
    requiresUserInteraction: z.boolean().optional(),
    maxResultSizeChars: z.number().optional(),
    otherKeys: z.int().min(0).optional(),
    bytes: z.int().min(0),
  })
  .brand<'ToolDefinition'>();
export type ToolDefinition = z.infer<typeof ToolDefinition>;
