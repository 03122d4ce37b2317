import type { AppInfo, RuntimeClient } from '../../shared/contract.ts';
import { fail, faultLine, ok, type Result } from '../../shared/fault.ts';
import { createClient, portPair } from '../../shared/rpc.ts';
import { applicationRoot } from '../runtime/mcp/node-command.ts';
import { homeFolder } from '../runtime/paths.ts';
import { createRuntime, programFolders, type Platform, type Runtime } from '../runtime/runtime.ts';
import { servePort } from '../runtime/serve-port.ts';
import { failed, note, type ExitCode, type Io } from './io.ts';
import { plainLine } from './plain.ts';
import { VERSION } from './version.ts';

/** The runtime in this process; `home` other than the user's keeps what a command does apart from it. */
export async function openRuntime(
  io: Io,
  platform: Platform = { shell: 'cli' },
  home: string = homeFolder({ ...io.env }),
): Promise<Result<Runtime>> {
  const root = applicationRoot();
  if (root === undefined) {
    return fail('program-incomplete', 'The files of the program are not where they should be.', {
      next: 'Install it again.',
    });
  }
  try {
    return ok(await createRuntime({ home, version: VERSION, ...programFolders(root), platform }));
  } catch (error) {
    return fail('home-unusable', `The folder ${home} cannot be used.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Set THROUGHLINE_HOME to a folder that can be written.',
    });
  }
}

/** Talks to a runtime through the contract, as a window does. The client is gone when the work is done. */
export async function throughContract<T>(
  runtime: Runtime,
  work: (client: RuntimeClient) => Promise<T>,
): Promise<T> {
  const [near, far] = portPair();
  servePort(runtime, far);
  try {
    return await work(createClient(near));
  } finally {
    near.close();
  }
}

/** Runs one command's work on a runtime of its own and tears it down afterwards; results are printed before that. */
export async function withRuntime(
  io: Io,
  work: (client: RuntimeClient) => Promise<ExitCode>,
  options: { readonly shell?: AppInfo['shell']; readonly home?: string } = {},
): Promise<ExitCode> {
  const runtime = await openRuntime(io, { shell: options.shell ?? 'cli' }, options.home);
  if (!runtime.ok) return failed(io, runtime.fault);
  try {
    // Not over the port: the work may be over before a stream gets round to it.
    runtime.value.onNotice((notice) => note(io, plainLine(faultLine(notice))));
    return await throughContract(runtime.value, work);
  } finally {
    await runtime.value.close();
  }
}
