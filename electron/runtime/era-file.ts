import { join } from 'node:path';
import * as z from 'zod';
import type { Fault } from '../../shared/fault.ts';
import { fault } from '../../shared/fault.ts';
import { readFileIfThere, writeFileAtomic } from './files.ts';
import type { EraMemory } from './mcp/era-memory.ts';

const Remembered = z.object({
  era: z.enum(['legacy', 'modern']),
  reason: z.enum([
    'configured',
    'discover',
    'discover-error',
    'discover-exit',
    'discover-silence',
    'discover-http',
    'remembered',
  ]),
  at: z.string(),
});
const EraFile = z.record(z.string(), Remembered);

/** So many verdicts are kept; the oldest go first. */
const maxVerdicts = 500;

/** Verdicts in `eras.json`. It is only a memory: a damaged file is as good as none. */
export async function openEraFile(home: string, report: (notice: Fault) => void): Promise<EraMemory> {
  const path = join(home, 'eras.json');
  const read = async (): Promise<z.infer<typeof EraFile>> => {
    try {
      return EraFile.parse(JSON.parse((await readFileIfThere(path)) ?? '{}'));
    } catch {
      return {};
    }
  };
  const verdicts = new Map(Object.entries(await read()));
  let writing: Promise<void> = Promise.resolve();

  const save = (): void => {
    writing = writing
      .then(() => writeFileAtomic(path, `${JSON.stringify(Object.fromEntries(verdicts), undefined, 2)}\n`))
      .catch((error: unknown) =>
        report(
          fault('era-file-unwritable', `What is known of servers cannot be kept in ${path}.`, {
            cause: error instanceof Error ? error.message : undefined,
            next: 'Look whether the folder can be written.',
          }),
        ),
      );
  };

  return {
    get: (key) => verdicts.get(key),
    set: (key, verdict) => {
      const known = verdicts.get(key);
      verdicts.delete(key);
      verdicts.set(key, verdict);
      const [oldest] = verdicts.keys();
      if (verdicts.size > maxVerdicts && oldest !== undefined) verdicts.delete(oldest);
      if (known?.era !== verdict.era || known.reason !== verdict.reason) save();
    },
    forget: (key) => {
      if (verdicts.delete(key)) save();
    },
  };
}
