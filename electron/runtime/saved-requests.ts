import { join } from 'node:path';
import * as z from 'zod';
import { SavedRequest, type CommandArgs, type CommandReply } from '../../shared/contract.ts';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { formatJson } from '../../shared/json.ts';
import { readArguments } from './arguments-json.ts';
import { notWritten, readFileIfThere, writeFileAtomic } from './files.ts';
import { withFileLock } from './servers/file-lock.ts';

type List = CommandReply<'saved.list'>;
type OfTool = CommandArgs<'saved.list'>;

/** Named arguments in `saved-requests.json`: written whole, read again before each change, readable by their owner only. */
export interface SavedRequests {
  list(of: OfTool): Promise<Result<List>>;
  save(request: CommandArgs<'saved.save'>): Promise<Result<List>>;
  rename(request: CommandArgs<'saved.rename'>): Promise<Result<List>>;
  remove(request: CommandArgs<'saved.remove'>): Promise<Result<List>>;
}

const Entry = z.strictObject({ server: z.string(), tool: z.string(), ...SavedRequest.shape });
type Entry = z.infer<typeof Entry>;
const File = z.object({ version: z.literal(1), requests: z.array(Entry) });

/** So many are kept of one tool. */
const maxOfTool = 200;

const isOf = (entry: Entry, { server, tool }: OfTool): boolean =>
  entry.server === server && entry.tool === tool;
const isNamed = (entry: Entry, of: OfTool, name: string): boolean => isOf(entry, of) && entry.name === name;

export function createSavedRequests(home: string): SavedRequests {
  const path = join(home, 'saved-requests.json');

  const read = async (): Promise<Result<readonly Entry[]>> => {
    try {
      const text = await readFileIfThere(path);
      return ok(text === undefined ? [] : File.parse(JSON.parse(text)).requests);
    } catch (error) {
      return fail('saved-unreadable', `The saved requests in "${path}" cannot be read.`, {
        cause: error instanceof z.ZodError ? 'It has another shape.' : undefined,
        next: 'Correct the file, or move it away. It was not changed.',
      });
    }
  };

  const listOf = (entries: readonly Entry[], of: OfTool): List => ({
    file: path,
    requests: entries
      .filter((entry) => isOf(entry, of))
      .map(({ server: _server, tool: _tool, ...request }) => request)
      .toSorted((a, b) => a.name.localeCompare(b.name)),
  });

  const change = (
    of: OfTool,
    edit: (entries: readonly Entry[]) => Result<readonly Entry[]>,
  ): Promise<Result<List>> =>
    withFileLock(path, async () => {
      const before = await read();
      if (!before.ok) return before;
      const after = edit(before.value);
      if (!after.ok) return after;
      try {
        await writeFileAtomic(path, `${formatJson({ version: 1, requests: after.value }, 2)}\n`);
      } catch (error) {
        return notWritten(path, error);
      }
      return ok(listOf(after.value, of));
    });

  const unknown = (name: string): Result<never> =>
    fail('saved-unknown', `Nothing is saved as "${name.slice(0, 100)}".`, {
      next: 'It may have been renamed or removed meanwhile.',
    });
  const taken = (name: string): Result<never> =>
    fail('saved-exists', `Another request of this tool is saved as "${name}".`, {
      next: 'Choose another name, or replace that one.',
    });

  return {
    list: async (of) => {
      const entries = await read();
      return entries.ok ? ok(listOf(entries.value, of)) : entries;
    },

    save: async ({ server, tool, name, argumentsJson, replace }) => {
      const args = argumentsJson === undefined ? ok(undefined) : readArguments(argumentsJson);
      if (!args.ok) return args;
      const of = { server, tool };
      return change(of, (entries) => {
        const isSame = (entry: Entry): boolean => isNamed(entry, of, name);
        if (!replace && entries.some(isSame)) return taken(name);
        const others = entries.filter((entry) => !isSame(entry));
        if (others.filter((entry) => isOf(entry, of)).length >= maxOfTool)
          return fail('saved-full', `There are ${maxOfTool} saved requests of this tool already.`, {
            next: 'Remove some first.',
          });
        const savedAt = new Date().toISOString();
        const request = { ...of, name, savedAt, ...(argumentsJson === undefined ? {} : { argumentsJson }) };
        return ok([...others, request]);
      });
    },

    rename: ({ server, tool, name, to }) => {
      const of = { server, tool };
      return change(of, (entries) => {
        if (!entries.some((entry) => isNamed(entry, of, name))) return unknown(name);
        if (name !== to && entries.some((entry) => isNamed(entry, of, to))) return taken(to);
        return ok(entries.map((entry) => (isNamed(entry, of, name) ? { ...entry, name: to } : entry)));
      });
    },

    remove: ({ server, tool, name }) => {
      const of = { server, tool };
      return change(of, (entries) => {
        const rest = entries.filter((entry) => !isNamed(entry, of, name));
        return rest.length === entries.length ? unknown(name) : ok(rest);
      });
    },
  };
}
