import { fail, ok, type Result } from '../../../shared/fault.ts';
import { bareEnvironment } from './environment.ts';
import { findIsolation } from './isolation/detect.ts';
import { launchIsolated } from './isolation/launch.ts';
import { launchPlain, type ClientProcess } from './launch.ts';
import type { LocatedClient } from './locate.ts';
import { follow } from './output.ts';
import { createScratch, removeScratch } from './scratch.ts';
import { viewFor } from './view.ts';

/** A version is a short answer, ms. */
const timeoutMs = 20_000;

/** Asks a client for its version, kept away from the user's home as in a run. */
export async function readVersion(client: LocatedClient): Promise<Result<LocatedClient>> {
  const made = await createScratch();
  if (!made.ok) return made;
  const scratch = made.value;
  try {
    const command: ClientProcess = {
      command: client.command,
      args: [...client.args, '--version'],
      cwd: scratch.work,
      env: { ...bareEnvironment(scratch, client.path), ...client.env },
    };
    const isolation = await findIsolation();
    const started =
      isolation.kind === 'namespaces'
        ? await launchIsolated(command, {
            isolation,
            view: await viewFor(scratch, client, []),
            onAsked: () => undefined,
          })
        : await launchPlain(command);
    if (!started.ok) return started;
    const running = started.value;
    const timer = setTimeout(() => running.kill(), timeoutMs);
    const [output, errors] = [running.stdout, running.stderr].map((stream) =>
      follow(
        stream,
        () => undefined,
        () => undefined,
      ),
    );
    await running.ended;
    clearTimeout(timer);
    await Promise.all([output?.done, errors?.done]);
    const version = client.recipe.versionPattern.exec((output?.last() ?? []).join('\n'))?.[1];
    if (version === undefined) {
      return fail('client-version-unreadable', `${client.command} did not say which version it is.`, {
        cause: errors?.last().findLast((line) => line.trim() !== ''),
        next: `Look whether it really is ${client.recipe.title}, or name a version to install.`,
      });
    }
    return ok({ ...client, version });
  } finally {
    await removeScratch(scratch);
  }
}
