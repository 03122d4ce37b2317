import { join } from 'node:path';
import * as z from 'zod';
import { fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { formatJson } from '../../../shared/json.ts';
import { readFileIfThere, writeFileAtomic } from '../files.ts';
import { withFileLock } from './file-lock.ts';

const Consents = z.strictObject({
  version: z.literal(1),
  agreed: z.array(z.string().regex(/^[0-9a-f]{64}$/)),
});

/** Command lines that the user agreed to, by digest. A file that cannot be read counts as no consent at all. */
export const openConsents = async (home: string, report: (notice: Fault) => void) => {
  const path = join(home, 'consents.json');

  const read = async (): Promise<Set<string>> => {
    const text = await readFileIfThere(path).catch(() => undefined);
    if (text === undefined) return new Set();
    try {
      return new Set(Consents.parse(JSON.parse(text)).agreed);
    } catch {
      report(
        fault('consents-unreadable', `"${path}" cannot be read; every command will be asked for again.`, {
          next: 'Agree again where you want to.',
        }),
      );
      return new Set();
    }
  };

  let agreed = await read();
  return {
    has: (digest: string): boolean => agreed.has(digest),
    add: (digest: string): Promise<Result<void>> =>
      withFileLock(path, async () => {
        agreed = (await read()).add(digest);
        await writeFileAtomic(path, `${formatJson({ version: 1, agreed: [...agreed].toSorted() }, 2)}\n`);
        return ok(undefined);
      }),
  };
};
