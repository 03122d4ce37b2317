import type { CaptureSummary } from '../../../shared/contract.ts';
import { inputName, readInput } from '../input.ts';
import { failed, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { withRuntime } from '../runtime.ts';
import { table } from '../table.ts';

interface JsonOption {
  readonly json?: true;
}

/** The captures in the library, newest first. */
export async function listCaptures(io: Io, options: JsonOption): Promise<ExitCode> {
  return withRuntime(io, async (client) => {
    const rows = await new Promise<CaptureSummary[]>((resolve) => {
      client.subscribe('captures', {}, resolve, () => resolve([]));
    });
    if (options.json === true) printJson(io, rows);
    else if (rows.length === 0) print(io, 'There are no captures yet.');
    else {
      const lines = table([
        ['id', 'started', 'events', 'threads', 'calls', 'attributed', 'name'],
        ...rows.map((row) => [
          row.capture,
          row.startedAt,
          String(row.events),
          String(row.threads),
          String(row.calls),
          String(row.attributed),
          row.name,
        ]),
      ]);
      for (const [index, line] of lines.entries()) print(io, index === 0 ? styled(io, 'bold', line) : line);
    }
    return 0;
  });
}

/** Adds a capture file to the library. `salvage` keeps what stands before the first unreadable line. */
export async function importCapture(
  io: Io,
  file: string,
  options: JsonOption & { readonly salvage?: true },
): Promise<ExitCode> {
  const text = await readInput(io, file);
  if (!text.ok) return refused(io, text.fault);
  return withRuntime(io, async (client) => {
    const added = await client.request('captures.import', {
      fileName: inputName(file),
      text: text.value,
      salvage: options.salvage ?? false,
    });
    if (!added.ok) return refused(io, added.fault);
    if (options.json === true) printJson(io, added.value);
    else print(io, `${added.value.capture}  ${added.value.events} events`);
    return 0;
  });
}

/** Moves a capture to the trash folder. */
export async function removeCapture(io: Io, capture: string): Promise<ExitCode> {
  return withRuntime(io, async (client) => {
    const removed = await client.request('captures.remove', { capture });
    return removed.ok ? 0 : failed(io, removed.fault);
  });
}
