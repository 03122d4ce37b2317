import type { ExitCode, Io } from '../io.ts';

export interface JsonOption {
  readonly json?: true;
}

/** One run of the command line. */
export interface Run {
  readonly io: Io;
  /** What stood after `--`. */
  readonly tail: readonly string[] | undefined;
  /** Set by the command that ran. */
  code: ExitCode | undefined;
}

/** The command's exit code is the run's. */
export const ends = async (run: Run, code: Promise<ExitCode>): Promise<void> => void (run.code = await code);
