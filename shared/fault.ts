import * as z from 'zod';

/** A failure as a value: what happened, what caused it, what to do next. `code` is stable; the texts may change. */
export const Fault = z.strictObject({
  code: z.string(),
  message: z.string(),
  cause: z.string().optional(),
  next: z.string().optional(),
});
export type Fault = z.infer<typeof Fault>;

/** The outcome of anything that can fail across a boundary. */
export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: Fault };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });

/** `next` tells the reader what to do; `cause` names the deeper reason when there is one. */
export const fail = (
  code: string,
  message: string,
  more: { cause?: string | undefined; next?: string | undefined } = {},
): Result<never> => ({ ok: false, fault: fault(code, message, more) });

export const fault = (
  code: string,
  message: string,
  more: { cause?: string | undefined; next?: string | undefined } = {},
): Fault => ({
  code,
  message,
  ...(more.cause === undefined ? {} : { cause: more.cause }),
  ...(more.next === undefined ? {} : { next: more.next }),
});

/** One line for a terminal or a log: message, cause, next step. */
export const faultLine = (f: Fault): string =>
  [f.message, f.cause, f.next].filter((part) => part !== undefined && part !== '').join(' ');
