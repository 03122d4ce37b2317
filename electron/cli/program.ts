import { Command } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { ApprovalOptions } from './commands/approval.ts';
import type { NamesOptions } from './commands/names.ts';
import type { SchemaOptions } from './commands/schema.ts';
import type { ExitCode, Io } from './io.ts';
import { positive, takesTail, withHost, withJson } from './options.ts';

/** One run of the command line. */
export interface Run {
  readonly io: Io;
  /** What stood after `--`. */
  readonly tail: readonly string[] | undefined;
  /** Set by the command that ran. */
  code: ExitCode | undefined;
}

/**
 * The surface of the command line. What a command does stands in a file of its own and is loaded when it runs, so that
 * help and small commands start fast.
 */
export function buildProgram(run: Run): Command {
  const { io } = run;
  const ends = async (code: Promise<ExitCode>): Promise<void> => void (run.code = await code);

  const program = new Command('throughline')
    .description(manifest.description)
    .version(manifest.version, '--version', 'print the version')
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

  withHost(withJson(program.command('names')))
    .description('model-visible names of a whole tool set')
    .argument('[file]', 'JSON [{"server","tool"}…]; stdin when left out')
    .option('--limit <bytes>', 'the longest name the host allows', positive)
    .action(async (file: string | undefined, options: NamesOptions) => {
      const { names } = await import('./commands/names.ts');
      await ends(names(io, file, options));
    });

  withHost(withJson(program.command('schema')))
    .description('an input schema as the model gets it, and what was lost')
    .argument('[file]', 'a JSON Schema; stdin when left out')
    .action(async (file: string | undefined, options: SchemaOptions) => {
      const { schema } = await import('./commands/schema.ts');
      await ends(schema(io, file, options));
    });

  withHost(withJson(program.command('approval')))
    .description('the decision path for one call under one policy')
    .argument('[file]', 'JSON {"annotations"?,"mode"?,"policy"?,…}; stdin when left out')
    .action(async (file: string | undefined, options: ApprovalOptions) => {
      const { approval } = await import('./commands/approval.ts');
      await ends(approval(io, file, options));
    });

  program.hook('preAction', (_program, command) => {
    if (run.tail === undefined || takesTail(command)) return;
    command.error(`${command.name()} takes no command after --.`, { exitCode: 2, code: 'throughline.tail' });
  });
  return program;
}
