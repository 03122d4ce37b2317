import type { Command } from 'commander';
import type { ApprovalOptions } from '../commands/approval.ts';
import type { NamesOptions } from '../commands/names.ts';
import type { SchemaOptions } from '../commands/schema.ts';
import { positive, withHost, withJson } from '../options.ts';
import { ends, type Run } from './run.ts';

/** What a host would make of names, a schema, a call; nothing is started. */
export function addHostCommands(program: Command, run: Run): void {
  const { io } = run;
  withHost(withJson(program.command('names')))
    .description('model-visible names of a whole tool set')
    .argument('[file]', 'JSON [{"server","tool"}…]; stdin when left out')
    .option('--limit <bytes>', 'the longest name the host allows', positive)
    .action(async (file: string | undefined, options: NamesOptions) => {
      const { names } = await import('../commands/names.ts');
      await ends(run, names(io, file, options));
    });

  withHost(withJson(program.command('schema')))
    .description('an input schema as the model gets it, and what was lost')
    .argument('[file]', 'a JSON Schema; stdin when left out')
    .action(async (file: string | undefined, options: SchemaOptions) => {
      const { schema } = await import('../commands/schema.ts');
      await ends(run, schema(io, file, options));
    });

  withHost(withJson(program.command('approval')))
    .description('the decision path for one call under one policy')
    .argument('[file]', 'JSON {"annotations"?,"mode"?,"policy"?,…}; stdin when left out')
    .action(async (file: string | undefined, options: ApprovalOptions) => {
      const { approval } = await import('../commands/approval.ts');
      await ends(run, approval(io, file, options));
    });
}
