import * as z from 'zod';
import { command } from './command.ts';

/** Arguments of one tool, kept under a name. They are content: they stand in one file of their own, never in a capture. */
export const SavedRequest = z.strictObject({
  name: z.string().trim().min(1).max(100),
  /** JSON text of an object; absent sends no arguments at all. */
  argumentsJson: z.string().max(1_000_000).optional(),
  /** ISO 8601. */
  savedAt: z.string(),
});
export type SavedRequest = z.infer<typeof SavedRequest>;

const ofTool = { server: z.string().max(200), tool: z.string().max(1000) };
const list = z.strictObject({
  requests: z.array(SavedRequest),
  /** Where they stand, in the clear. */
  file: z.string(),
});

export const savedCommands = {
  'saved.list': command('The requests that are saved for a tool, by name.', z.strictObject(ofTool), list),
  'saved.save': command(
    'Save the arguments of a tool under a name.',
    z.strictObject({
      ...ofTool,
      name: SavedRequest.shape.name,
      argumentsJson: SavedRequest.shape.argumentsJson,
      /** Takes the place of another one of that name. */
      replace: z.boolean(),
    }),
    list,
  ),
  'saved.rename': command(
    'Give a saved request another name.',
    z.strictObject({ ...ofTool, name: z.string(), to: SavedRequest.shape.name }),
    list,
  ),
  'saved.remove': command('Remove a saved request.', z.strictObject({ ...ofTool, name: z.string() }), list),
} as const;
