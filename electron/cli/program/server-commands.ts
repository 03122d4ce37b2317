import { Option, type Command } from 'commander';
import type { CallOptions } from '../commands/call.ts';
import type { CompleteOptions } from '../commands/complete.ts';
import type { LintOptions } from '../commands/lint.ts';
import type { ListOptions } from '../commands/list.ts';
import type { PromptOptions } from '../commands/prompt.ts';
import type { ReadOptions } from '../commands/read.ts';
import type { PingOptions } from '../commands/ping.ts';
import { positive, withJson, withSelector } from '../options.ts';
import { ends, type Run } from './run.ts';

/** What is asked of one server: the verbs of MCP, and lint. */
export function addServerCommands(program: Command, run: Run): void {
  const { io } = run;
  withSelector(withJson(program.command('list')))
    .description('what a server lists; with --as, what that host would show its model')
    .option('--as <host>', 'host profile, HOST or HOST@VERSION')
    .option('--model <class>', 'model class of the profile')
    .option('--resources', 'also list resources and resource templates')
    .option('--prompts', 'also list prompts')
    .action(async (name: string | undefined, options: ListOptions) => {
      const { list } = await import('../commands/list.ts');
      await ends(run, list(io, name, options, run.tail));
    });

  withSelector(withJson(program.command('call')).argument('<tool>', "the tool's own name"))
    .description('one call; prints the result and where it breaks its outputSchema')
    .option('--args <json>', 'arguments, a JSON object')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (tool: string, name: string | undefined, options: CallOptions) => {
      const { call } = await import('../commands/call.ts');
      await ends(run, call(io, tool, name, options, run.tail));
    });

  withSelector(withJson(program.command('read')).argument('<uri>', 'address of a resource'))
    .description('read a resource')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (uri: string, name: string | undefined, options: ReadOptions) => {
      const { read } = await import('../commands/read.ts');
      await ends(run, read(io, uri, name, options, run.tail));
    });

  withSelector(withJson(program.command('prompt')).argument('<prompt>', 'name of a prompt'))
    .description('get a prompt, filled in')
    .option('--args <json>', 'arguments, a JSON object of strings')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (prompt: string, name: string | undefined, options: PromptOptions) => {
      const command = await import('../commands/prompt.ts');
      await ends(run, command.prompt(io, prompt, name, options, run.tail));
    });

  withSelector(
    withJson(program.command('complete'))
      .argument('<argument>', 'which argument is completed')
      .argument('<value>', 'what stands there by now; may be empty'),
  )
    .description('what a server suggests for an argument of a prompt or a template')
    .option('--prompt <name>', 'a prompt')
    .option('--template <uri>', 'a resource template')
    .option('--args <json>', 'the other arguments, a JSON object of strings')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (argument: string, value: string, name: string | undefined, options: CompleteOptions) => {
      const { complete } = await import('../commands/complete.ts');
      await ends(run, complete(io, argument, value, name, options, run.tail));
    });

  withSelector(withJson(program.command('ping')))
    .description('whether a server answers, and how fast')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (name: string | undefined, options: PingOptions) => {
      const { ping } = await import('../commands/ping.ts');
      await ends(run, ping(io, name, options, run.tail));
    });

  withSelector(withJson(program.command('lint')))
    .description(
      'what a server’s author should know about how hosts treat the tools; exit code 1 when there is too much',
    )
    .option('--hosts <hosts>', 'HOST or HOST@VERSION, with commas; every host when left out')
    .option('--file <file>', 'a kept result of tools/list instead of a server; - reads stdin')
    .addOption(
      new Option('--format <format>', 'how to print')
        .choices(['text', 'json', 'sarif', 'junit'])
        .default('text'),
    )
    .addOption(
      new Option('--fail-on <severity>', 'the lowest severity that makes the exit code 1')
        .choices(['error', 'warning', 'info'])
        .default('error'),
    )
    .option('--artifact <path>', 'the file that SARIF results are shown in')
    .action(async (name: string | undefined, options: LintOptions) => {
      const { lint } = await import('../commands/lint.ts');
      await ends(run, lint(io, name, options, run.tail));
    });
}
