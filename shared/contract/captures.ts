import * as z from 'zod';
import { ModelClass } from './clients.ts';

/** The probe that a capture recorded. What is absent was not known, or has not happened yet. */
export const CaptureRun = z.strictObject({
  /** A client, or `builtin-` and the host that was played. */
  client: z.string(),
  version: z.string().optional(),
  /** Real clients only. */
  origin: z.enum(['pinned', 'path']).optional(),
  scenario: z.string(),
  modelClass: ModelClass.optional(),
  exit: z.int().optional(),
  /** Why it did not go as expected. */
  code: z.string().optional(),
});
export type CaptureRun = z.infer<typeof CaptureRun>;

/** One row of the Captures view. Times are ISO-8601 and milliseconds. */
export const CaptureSummary = z.strictObject({
  capture: z.string(),
  name: z.string(),
  note: z.string(),
  startedAt: z.string(),
  live: z.boolean(),
  origin: z.enum(['session', 'probe', 'imported', 'sample']),
  durationMs: z.number(),
  events: z.int(),
  threads: z.int(),
  calls: z.int(),
  attributed: z.int(),
  abstained: z.int(),
  bytes: z.int(),
  run: CaptureRun.optional(),
});
export type CaptureSummary = z.infer<typeof CaptureSummary>;

/** What leaves with an export: counts by kind. Payloads never do. */
export const ExportPreview = z.strictObject({
  events: z.int(),
  bytes: z.int(),
  kinds: z.array(z.strictObject({ kind: z.string(), count: z.int() })),
});
export type ExportPreview = z.infer<typeof ExportPreview>;

/** What a capture can be exported as: `json` is the capture itself, `shapes` and `markdown` what it says of the client. */
export const ExportFormat = z.enum(['json', 'shapes', 'markdown']);
export type ExportFormat = z.infer<typeof ExportFormat>;
