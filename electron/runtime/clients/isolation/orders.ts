import * as z from 'zod';

// What the runtime and the first process of a run's namespaces say to each other.

export const InitMessage = z.discriminatedUnion('what', [
  /** The listener on the provider's address comes with it, where one was wanted. */
  z.object({ what: z.literal('ready') }),
  z.object({ what: z.literal('spawned') }),
  z.object({ what: z.literal('asked'), name: z.string() }),
  z.object({ what: z.literal('exited'), code: z.int().nullable(), signal: z.string().nullable() }),
  /** `left`: processes that the client left behind; they are ended now. */
  z.object({ what: z.literal('ended'), left: z.int().min(0) }),
  z.object({ what: z.literal('failed'), cause: z.string() }),
]);
export type InitMessage = z.infer<typeof InitMessage>;

export type InitOrder =
  | {
      readonly what: 'launch';
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly what: 'signal'; readonly signal: NodeJS.Signals };
