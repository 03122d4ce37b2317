import * as z from 'zod';
import type { ApprovalInput, ApprovalResult } from '../../../shared/hosts/index.ts';
import { checkShape } from '../check.ts';
import { hostOf } from '../host.ts';
import { inputName, readInput, readJson } from '../input.ts';
import { print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { table } from '../table.ts';

export interface ApprovalOptions {
  readonly as: string;
  readonly json?: true;
}

const names = z.array(z.string()).optional();
const told = z.string().optional();

/** All that one decision depends on. What is left out takes the host's default and is named in `assumed`. */
const Input: z.ZodType<ApprovalInput> = z.strictObject({
  annotations: z
    .looseObject({
      title: z.string().optional(),
      readOnlyHint: z.boolean().optional(),
      destructiveHint: z.boolean().optional(),
      idempotentHint: z.boolean().optional(),
      openWorldHint: z.boolean().optional(),
    })
    .optional(),
  mode: z
    .enum([
      ...(['auto', 'prompt', 'writes', 'approve'] as const),
      ...(['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions'] as const),
      ...(['autoEdit', 'auto-edit', 'yolo', 'normal', 'smart_approve', 'chat'] as const),
    ])
    .optional(),
  policy: z.enum(['untrusted', 'on-failure', 'on-request', 'granular', 'never']).optional(),
  sandbox: z.enum(['disabled', 'external', 'read-only', 'workspace-write', 'full-disk-write']).optional(),
  rules: z.strictObject({ deny: names, ask: names, allow: names }).optional(),
  session: z.boolean().optional(),
  route: z.strictObject({ server: z.string(), tool: z.string() }).optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
  arguments: z.unknown().optional(),
  hook: hookAnswer(),
  preToolUse: hookAnswer(),
  matchers: z.strictObject({ preToolUse: names, permissionRequest: names }).optional(),
  reviewer: z.enum(['user', 'auto_review']).optional(),
  guardian: z
    .union([
      z.literal('pending'),
      z.strictObject({ choice: z.enum(['approved', 'approved-session', 'timeout', 'abort']) }),
      z.strictObject({ choice: z.literal('denied'), message: told }),
    ])
    .optional(),
  elicitation: z.boolean().optional(),
  interactive: z.boolean().optional(),
  answer: z
    .union([
      z.strictObject({ choice: z.enum(['accept', 'acceptForSession', 'acceptAndRemember', 'cancel']) }),
      z.strictObject({ choice: z.literal('decline'), message: told }),
    ])
    .optional(),
  strictReview: z.boolean().optional(),
  trust: z.boolean().optional(),
  allowed: z.boolean().optional(),
  trustedFolder: z.boolean().optional(),
  autoApprove: z.boolean().optional(),
});

function hookAnswer() {
  return z
    .union([
      z.literal('pending'),
      z.strictObject({ choice: z.enum(['allow', 'none']) }),
      z.strictObject({ choice: z.literal('deny'), message: told }),
    ])
    .optional();
}

/** The decision path for one call under one policy. */
export async function approval(
  io: Io,
  file: string | undefined,
  options: ApprovalOptions,
): Promise<ExitCode> {
  const host = hostOf(io, options.as);
  if (!host.ok) return refused(io, host.fault);
  const text = await readInput(io, file);
  if (!text.ok) return refused(io, text.fault);
  const json = readJson(text.value, inputName(file), 'input-not-json');
  if (!json.ok) return refused(io, json.fault);
  const input = checkShape(Input, json.value, inputName(file), 'docs/cli.md lists the members.');
  if (!input.ok) return refused(io, input.fault);

  const result = host.value.profile.approve(input.value);
  if (options.json === true) {
    printJson(io, { decision: result.decision, path: result.path, assumed: result.assumed });
  } else printResult(io, result);
  return 0;
}

function printResult(io: Io, result: ApprovalResult): void {
  const { question } = result;
  print(io, styled(io, 'bold', result.decision));
  const rows = [
    ['decided by', result.by],
    ['path', result.path.join(' → ')],
    ['assumed', result.assumed.length === 0 ? 'nothing' : result.assumed.join(', ')],
    ...(result.outcome === undefined ? [] : [['outcome', result.outcome]]),
    ...(question === undefined
      ? []
      : [
          [
            '  asks',
            question.kind === 'user' ? `the user, via ${question.via}: ${question.why}` : question.kind,
          ],
        ]),
    ...(question?.kind === 'user' ? [['offers', question.offers.join(', ')]] : []),
    ...(result.message === undefined ? [] : [['model reads', result.message]]),
  ];
  for (const line of table(rows, { indent: 2 })) print(io, line);
}
