import { Option, type Command } from 'commander';
import type { ExportOptions } from '../commands/export.ts';
import { withJson } from '../options.ts';
import { ends, type JsonOption, type Run } from './run.ts';

/** What is done with captures. */
export function addCaptureCommands(program: Command, run: Run): void {
  const { io } = run;
  program
    .command('export')
    .description('a capture in another format')
    .argument('<capture>', 'its id in the library, or a file')
    .addOption(
      new Option('--format <format>', 'what to write: the capture itself, or what it says of the client')
        .choices(['json', 'shapes', 'markdown'])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'where to; stdout when left out')
    .action(async (capture: string, options: ExportOptions) => {
      const { exportCapture } = await import('../commands/export.ts');
      await ends(run, exportCapture(io, capture, options));
    });

  withJson(program.command('shapes'))
    .description('what one run showed its model, beside what the profile predicts')
    .argument('<capture>', 'its id in the library, or a file: a capture or a shapes document')
    .action(async (source: string, options: JsonOption) => {
      const { shapes } = await import('../commands/shapes.ts');
      await ends(run, shapes(io, source, options));
    });

  withJson(program.command('diff'))
    .description('what changed between two runs; exit code 1 when something did')
    .argument('<before>', 'a capture or a shapes document: an id in the library, or a file')
    .argument('<after>', 'another one')
    .action(async (before: string, after: string, options: JsonOption) => {
      const { diff } = await import('../commands/shapes.ts');
      await ends(run, diff(io, before, after, options));
    });

  const captures = program.command('captures').description('the captures in the library').helpCommand(false);
  withJson(captures.command('list'))
    .description('newest first')
    .action(async (options: JsonOption) => {
      const { listCaptures } = await import('../commands/captures.ts');
      await ends(run, listCaptures(io, options));
    });
  withJson(captures.command('import'))
    .description('add a capture file')
    .argument('<file>', 'NDJSON, gzipped or not')
    .option('--salvage', 'keep what stands before the first unreadable line')
    .action(async (file: string, options: JsonOption & { salvage?: true }) => {
      const { importCapture } = await import('../commands/captures.ts');
      await ends(run, importCapture(io, file, options));
    });
  captures
    .command('remove')
    .description('move a capture to the trash folder')
    .argument('<capture>', 'its id')
    .action(async (capture: string) => {
      const { removeCapture } = await import('../commands/captures.ts');
      await ends(run, removeCapture(io, capture));
    });
}
