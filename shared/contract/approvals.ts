import * as z from 'zod';
import { Decision } from '../event.ts';

/** An approval that waits for the user. Ids are those of its `approval.requested` event. */
export const PendingApproval = z.strictObject({
  capture: z.string(),
  approval: z.string(),
  call: z.string(),
  server: z.string(),
  tool: z.string(),
  client: z.string(),
  thread: z.string().optional(),
  /** `view`: a view of the server itself asks (MCP Apps), no thread does. */
  threadRole: z.enum(['root', 'child', 'unknown', 'view']),
  rules: z.array(z.string()),
  reason: z.string(),
  offers: z.array(Decision),
  destructive: z.boolean(),
  requestedAt: z.string(),
  timeoutMs: z.number().optional(),
  /** The caller gave up; the request closes itself. */
  gone: z.boolean(),
});
export type PendingApproval = z.infer<typeof PendingApproval>;

/** Arguments are JSON text: integers beyond a double stay exact. */
export const ApprovalDetail = z.strictObject({
  argumentsJson: z.string(),
  /** The server's own hints, shown as "server says", never as a fact. */
  hints: z.array(z.strictObject({ hint: z.string(), value: z.boolean() })),
  ifDeclined: z.string(),
});
export type ApprovalDetail = z.infer<typeof ApprovalDetail>;

export const ApprovalAnswer = z.strictObject({
  capture: z.string(),
  approval: z.string(),
  decision: Decision,
  /** Told to the model when declined. Never recorded. */
  message: z.string().max(4000).optional(),
  editedArgumentsJson: z.string().optional(),
});
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;
