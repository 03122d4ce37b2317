import type { ServerConfig } from '../../../shared/contract.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { memoryLog } from '../event-log.ts';
import { connectServer } from '../mcp/connect.ts';
import type { RawTool } from '../mcp/types.ts';
import { findProgram } from '../programs.ts';
import { createRecorder } from '../recorder.ts';
import { baseEnvironment, resolveValues } from '../servers/environment.ts';
import type { StdioCommand } from '../tap/index.ts';

/** A server that a real client can be given, and what it lists. */
export interface LearntServer {
  readonly command: StdioCommand & { readonly name: string; readonly cwd?: string };
  readonly tools: readonly RawTool[];
}

/**
 * Asks the server for its tools before the client comes: the run has to know which calls to allow and which names it may
 * record. What is said here is not part of the run's capture.
 */
export async function learnServer(
  config: ServerConfig,
  options: {
    /** Ours: it needs nothing of this machine. */
    readonly bundled: boolean;
    /** Version of this program. */
    readonly version: string;
    readonly signal: AbortSignal;
  },
): Promise<Result<LearntServer>> {
  const { version, signal } = options;
  const command = await commandOf(config, options.bundled);
  if (!command.ok) return command;
  const recorder = createRecorder({
    capture: 'before',
    name: 'before',
    writer: version,
    simulated: false,
    openLog: () => memoryLog(),
  });
  const connected = await connectServer({
    config,
    recorder,
    instance: recorder.gate.instance(recorder.gate.server(config.name), 1),
    version,
    signal,
  });
  if (!connected.ok) return unusable(config, connected.fault);
  const connection = connected.value;
  const listed = await connection.listTools({ signal });
  await connection.close();
  return listed.ok
    ? ok({ command: command.value, tools: listed.value.tools })
    : unusable(config, listed.fault);
}

/** The server's own fault, said as what it means for the probe. */
const unusable = (config: ServerConfig, { code, message, cause, next }: Fault): Result<never> =>
  code === 'cancelled'
    ? { ok: false, fault: fault(code, message) }
    : fail(code, `${config.name} could not be probed: ${message}`, { cause, next });

/** The command with its program found: the client starts it with a PATH of its own. */
async function commandOf(config: ServerConfig, bundled: boolean): Promise<Result<LearntServer['command']>> {
  const { name, transport } = config;
  const { PATH } = bundled ? {} : baseEnvironment(process.env);
  if (transport.kind === 'http') return fail('server-not-stdio', `${name} has no command.`);
  const env = resolveValues(transport.env, process.env, 'variable');
  if (!env.ok) return env;
  const program = await findProgram(transport.command, process.env, transport.cwd);
  if (program === undefined) {
    return fail('command-not-found', `"${transport.command}" was not found.`, {
      next: 'Install it, or give its whole path.',
    });
  }
  return ok({
    name,
    command: program,
    args: transport.args,
    // Its helpers are found where they would be outside; of the rest it gets only what its configuration says.
    env: { ...(PATH === undefined ? {} : { PATH }), ...env.value },
    ...(transport.cwd === undefined ? {} : { cwd: transport.cwd }),
  });
}
