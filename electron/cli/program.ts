import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { takesTail, withJson } from './options.ts';
import { addCaptureCommands } from './program/capture-commands.ts';
import { addHostCommands } from './program/host-commands.ts';
import { addRegistryCommands } from './program/registry-commands.ts';
import { addRunCommands } from './program/run-commands.ts';
import { addServerCommands } from './program/server-commands.ts';
import { ends, type JsonOption, type Run } from './program/run.ts';

/**
 * The surface of the command line. What a command does stands in a file of its own under `commands`, loaded when it runs, so that
 * help and small commands start fast.
 */
export function buildProgram(run: Run): Command {
  const { io } = run;

  const program = new Command('throughline')
    .description(manifest.description)
    .version(manifest.version, '--version', 'print the version')
    .option('--self-test', 'start the parts of the program once and print what works')
    .helpOption('--help', 'print help')
    .helpCommand(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      // One line is written by the caller instead.
      outputError: () => undefined,
    });

  addServerCommands(program, run);
  addHostCommands(program, run);
  addRunCommands(program, run);
  addCaptureCommands(program, run);
  addRegistryCommands(program, run);
  withJson(program.command('doctor'))
    .description('what this machine has')
    .action(async (options: JsonOption) => {
      const { doctor } = await import('./commands/doctor.ts');
      await ends(run, doctor(io, options));
    });

  program.hook('preAction', (_program, command) => {
    if (run.tail === undefined || takesTail(command)) return;
    command.error(`${command.name()} takes no command after --.`, { exitCode: 2, code: 'throughline.tail' });
  });
  return program;
}
