import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RuntimeClient, ServerConfig } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/fault.ts';
import { writeOut } from './commands/export.ts';
import type { ExitCode, Io } from './io.ts';
import { openRuntime, throughContract } from './runtime.ts';

// A server of the user's choice is registered for one run only, so that run gets a home of its own.

export async function inTemporaryHome(work: (home: string) => Promise<ExitCode>): Promise<ExitCode> {
  const home = await mkdtemp(path.join(tmpdir(), 'throughline-probe-'));
  try {
    return await work(home);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/** The user agreed to this command line on the terminal (or by typing it), before the runtime was asked. */
export async function registerForRun(client: RuntimeClient, config: ServerConfig): Promise<Result<void>> {
  const added = await client.request('servers.add', { config });
  if (!added.ok) return added;
  const { commandLine } = added.value;
  if (commandLine === undefined) return ok(undefined);
  const agreed = await client.request('servers.consent', { name: config.name, commandLine });
  return agreed.ok ? ok(undefined) : agreed;
}

/**
 * Keeps the capture of a run where it was asked for. A run in a home of its own loses its library with it; `keep` carries
 * the capture over into the user's.
 */
export async function keepRun(
  io: Io,
  client: RuntimeClient,
  capture: string,
  wanted: { readonly out?: string; readonly keep?: true },
  ownHome: boolean,
): Promise<Result<{ readonly capture: string | null; readonly out?: string }>> {
  const out = wanted.out === undefined ? {} : { out: wanted.out };
  const carry = ownHome && wanted.keep === true;
  const here = { capture: ownHome ? null : capture, ...out };
  if (wanted.out === undefined && !carry) return ok(here);
  const text = await client.request('captures.export', { capture, format: 'json' });
  if (!text.ok) return text;
  if (wanted.out !== undefined) {
    const written = await writeOut(wanted.out, text.value.text);
    if (!written.ok) return written;
  }
  if (!carry) return ok(here);
  const kept = await importCapture(io, text.value);
  return kept.ok ? ok({ capture: kept.value, ...out }) : kept;
}

/** Puts a capture into the user's own library; answers with its id there. */
async function importCapture(
  io: Io,
  { fileName, text }: { readonly fileName: string; readonly text: string },
): Promise<Result<string>> {
  const runtime = await openRuntime(io);
  if (!runtime.ok) return runtime;
  try {
    return await throughContract(runtime.value, async (client) => {
      const imported = await client.request('captures.import', { fileName, text });
      return imported.ok ? ok(imported.value.capture) : imported;
    });
  } finally {
    await runtime.value.close();
  }
}
