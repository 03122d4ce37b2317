import { existsSync } from 'node:fs';
import type { ExportFormat, RuntimeClient } from '../../../shared/contract.ts';
import { readCapture, writeCapture } from '../../../shared/capture.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { shapesMarkdown } from '../../../shared/shapes/markdown.ts';
import { shapesText } from '../../../shared/shapes/read.ts';
import { shapesOf } from '../../../shared/shapes/shapes.ts';
import { writeFileAtomic } from '../../runtime/files.ts';
import { readInput } from '../input.ts';
import { failed, note, refused, type ExitCode, type Io } from '../io.ts';
import { withRuntime } from '../runtime.ts';

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly out?: string;
}

/** A capture, by id or as a file, in another format. Goes to stdout where no file is named. */
export async function exportCapture(io: Io, capture: string, options: ExportOptions): Promise<ExitCode> {
  const text = existsSync(capture) ? await fromFile(io, capture, options.format) : undefined;
  if (text?.ok === false) return refused(io, text.fault);
  if (text !== undefined) return deliver(io, text.value, options.out);
  return withRuntime(io, async (client) => {
    const found = await fromLibrary(client, capture, options.format);
    return found.ok ? deliver(io, found.value, options.out) : failed(io, found.fault);
  });
}

/** Read and written anew, so that only a whole and valid capture comes out. */
async function fromFile(io: Io, file: string, format: ExportFormat): Promise<Result<string>> {
  const text = await readInput(io, file);
  if (!text.ok) return text;
  const read = readCapture(text.value);
  if (!read.ok) return read;
  switch (format) {
    case 'json':
      return ok(writeCapture(read.value));
    case 'shapes':
      return ok(shapesText(shapesOf(read.value.events)));
    case 'markdown':
      return ok(shapesMarkdown(shapesOf(read.value.events)));
  }
}

async function fromLibrary(
  client: RuntimeClient,
  capture: string,
  format: ExportOptions['format'],
): Promise<Result<string>> {
  const found = await client.request('captures.export', { capture, format });
  if (found.ok) return ok(found.value.text);
  return fail(found.fault.code, `There is no capture and no file "${capture}".`, {
    next: 'throughline captures list shows the captures.',
  });
}

async function deliver(io: Io, text: string, out: string | undefined): Promise<ExitCode> {
  if (out === undefined) {
    io.stdout.write(text);
    return 0;
  }
  const written = await writeOut(out, text);
  if (!written.ok) return refused(io, written.fault);
  note(io, `Written to ${out}.`);
  return 0;
}

/** Writes a result where the user wants it, whole or not at all. */
export async function writeOut(file: string, text: string): Promise<Result<void>> {
  try {
    await writeFileAtomic(file, text);
    return ok(undefined);
  } catch (error) {
    return fail('out-not-writable', `--out: ${file} cannot be written.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Check the path and its permissions.',
    });
  }
}
