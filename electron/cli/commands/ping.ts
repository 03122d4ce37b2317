import { withServer } from '../connect.ts';
import { print, type ExitCode, type Io } from '../io.ts';
import { plainLine } from '../plain.ts';
import { printRequest } from '../request.ts';
import { requireSelector, type SelectorOptions } from '../selector.ts';

export interface PingOptions extends SelectorOptions {
  readonly timeout?: number;
  readonly json?: true;
}

/** Whether a server answers at all, and how fast. */
export const ping = (
  io: Io,
  name: string | undefined,
  options: PingOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> =>
  withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const { connection } = connected;
    const outcome = await connection.ping({
      signal: io.signal,
      ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
    });
    return printRequest(io, connected, outcome, options, () => {
      const { serverInfo, protocolVersion, era, transport } = connection;
      print(
        io,
        plainLine(`${serverInfo.name ?? connection.server} ${protocolVersion} (${era}, ${transport})`),
      );
    });
  });
