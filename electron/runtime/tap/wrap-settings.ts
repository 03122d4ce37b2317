import * as z from 'zod';

/** What a wrapped server gets besides what its client gives it; it stands in a file, out of every command line. */
export const WrapSettings = z.strictObject({
  env: z.record(z.string(), z.string()),
  cwd: z.string().optional(),
});
export type WrapSettings = z.infer<typeof WrapSettings>;
