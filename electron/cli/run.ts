import { CommanderError, type Command } from 'commander';
import { note, type ExitCode, type Io } from './io.ts';
import { plainLine } from './plain.ts';
import { buildProgram } from './program.ts';
import type { Run } from './program/run.ts';

/** Runs one command line (without the program's own name) and returns its exit code. Never rejects for wrong usage. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  // Everything after the first `--` belongs to a server's command line; commander never sees it.
  const split = argv.indexOf('--');
  const own = split === -1 ? argv : argv.slice(0, split);
  const state: Run = { io, tail: split === -1 ? undefined : argv.slice(split + 1), code: undefined };
  const program = buildProgram(state);
  try {
    if (own.length === 0) {
      io.stderr.write(program.helpInformation());
      return 2;
    }
    if (own[0] === '--self-test') {
      const { selfTest } = await import('./commands/self-test.ts');
      return await selfTest(io);
    }
    await program.parseAsync([...own], { from: 'user' });
    return state.code ?? 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    const message = plainLine(error.message.replace(/^error: /, '').replace(/\.?$/, '.'));
    note(
      io,
      `${message.charAt(0).toUpperCase()}${message.slice(1)} Try throughline ${commandOf(own, program)}--help.`,
    );
    return 2;
  }
}

/** The command that was meant, with a space after it; nothing for one that there is not. */
function commandOf(argv: readonly string[], program: Command): string {
  const [word = '', ...rest] = argv;
  const command = program.commands.find((one) => one.name() === word);
  return command === undefined ? '' : `${word} ${commandOf(rest, command)}`;
}
