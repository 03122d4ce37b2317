import { createInterface } from 'node:readline/promises';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { isInteractive, note, type Io } from './io.ts';
import { plainLine } from './plain.ts';

/**
 * Shows the exact command that would run (or the address that would be called) and asks. `--yes` agrees in advance; where
 * no terminal can ask, nothing runs without it.
 */
export async function consent(
  io: Io,
  what: { readonly line: string; readonly yes: boolean },
): Promise<Result<void>> {
  note(io, plainLine(what.line));
  if (what.yes) return ok(undefined);
  if (!isInteractive(io)) {
    return fail('consent-needed', 'This server runs only after you agreed to the line above.', {
      next: 'Add --yes to agree.',
    });
  }
  return (await ask(io, 'Run it? [y/N] '))
    ? ok(undefined)
    : fail('consent-refused', 'Not run: you did not agree.');
}

async function ask(io: Io, question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(question, { signal: io.signal })).trim());
  } catch {
    // The question was interrupted.
    return false;
  } finally {
    terminal.close();
  }
}
