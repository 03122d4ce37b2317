import type * as z from 'zod';

/** A command: name, what it does, its argument and reply shapes. UI, CLI and documentation derive from this list. */
export const command = <A extends z.ZodType, R extends z.ZodType>(does: string, args: A, reply: R) => ({
  does,
  args,
  reply,
});
