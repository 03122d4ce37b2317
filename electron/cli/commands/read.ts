import { withServer } from '../connect.ts';
import { contentsText } from '../content.ts';
import { print, type ExitCode, type Io } from '../io.ts';
import { printRequest } from '../request.ts';
import { requireSelector, type SelectorOptions } from '../selector.ts';

export interface ReadOptions extends SelectorOptions {
  readonly timeout?: number;
  readonly json?: true;
}

/** Reads one resource. */
export const read = (
  io: Io,
  uri: string,
  name: string | undefined,
  options: ReadOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> =>
  withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const outcome = await connected.connection.readResource(uri, {
      signal: io.signal,
      ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
    });
    return printRequest(io, connected, outcome, options, ({ contents }) => {
      for (const entry of Array.isArray(contents) ? contents : []) print(io, contentsText(entry));
    });
  });
