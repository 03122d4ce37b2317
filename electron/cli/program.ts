import { Command, Option } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import type { ApprovalOptions } from './commands/approval.ts';
import type { CallOptions } from './commands/call.ts';
import type { CompleteOptions } from './commands/complete.ts';
import type { CorrelateOptions } from './commands/correlate.ts';
import type { ExportOptions } from './commands/export.ts';
import type { LintOptions } from './commands/lint.ts';
import type { ListOptions } from './commands/list.ts';
import type { PromptOptions } from './commands/prompt.ts';
import type { ProviderCommandOptions } from './commands/provider.ts';
import type { ReadOptions } from './commands/read.ts';
import type { ServeOptions } from './commands/serve.ts';
import type { AddOptions } from './commands/servers.ts';
import type { NamesOptions } from './commands/names.ts';
import type { SchemaOptions } from './commands/schema.ts';
import type { ExitCode, Io } from './io.ts';
import type { PingOptions } from './commands/ping.ts';
import type { ProbeOptions } from './probe-options.ts';
import {
  append,
  eraOption,
  portNumber,
  positive,
  rootOption,
  takesTail,
  withHost,
  withJson,
  withSelector,
  whole,
  withTail,
} from './options.ts';

interface JsonOption {
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

  withSelector(withJson(program.command('list')))
    .description('what a server lists; with --as, what that host would show its model')
    .option('--as <host>', 'host profile, HOST or HOST@VERSION')
    .option('--model <class>', 'model class of the profile')
    .option('--resources', 'also list resources and resource templates')
    .option('--prompts', 'also list prompts')
    .action(async (name: string | undefined, options: ListOptions) => {
      const { list } = await import('./commands/list.ts');
      await ends(list(io, name, options, run.tail));
    });

  withSelector(withJson(program.command('call')).argument('<tool>', "the tool's own name"))
    .description('one call; prints the result and where it breaks its outputSchema')
    .option('--args <json>', 'arguments, a JSON object')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (tool: string, name: string | undefined, options: CallOptions) => {
      const { call } = await import('./commands/call.ts');
      await ends(call(io, tool, name, options, run.tail));
    });

  withSelector(withJson(program.command('read')).argument('<uri>', 'address of a resource'))
    .description('read a resource')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (uri: string, name: string | undefined, options: ReadOptions) => {
      const { read } = await import('./commands/read.ts');
      await ends(read(io, uri, name, options, run.tail));
    });

  withSelector(withJson(program.command('prompt')).argument('<prompt>', 'name of a prompt'))
    .description('get a prompt, filled in')
    .option('--args <json>', 'arguments, a JSON object of strings')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (prompt: string, name: string | undefined, options: PromptOptions) => {
      const command = await import('./commands/prompt.ts');
      await ends(command.prompt(io, prompt, name, options, run.tail));
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
      const { complete } = await import('./commands/complete.ts');
      await ends(complete(io, argument, value, name, options, run.tail));
    });

  withSelector(withJson(program.command('ping')))
    .description('whether a server answers, and how fast')
    .option('--timeout <ms>', 'how long the server may be silent', positive)
    .action(async (name: string | undefined, options: PingOptions) => {
      const { ping } = await import('./commands/ping.ts');
      await ends(ping(io, name, options, run.tail));
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
      const { lint } = await import('./commands/lint.ts');
      await ends(lint(io, name, options, run.tail));
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

  withSelector(withJson(program.command('probe')))
    .description('one isolated run of a client against a fake provider and a server')
    .option(
      '--client <client>',
      'builtin, or a real one: ID[@VERSION], ID@path for the one on PATH',
      'builtin',
    )
    .option(
      '--as <host>',
      'the host that the built-in client plays, HOST or HOST@VERSION; codex when left out',
    )
    .option('--model <class>', 'model class; as shipped when left out')
    .option('--scenario <name>', 'what is played; the first that suits, or one lookup, when left out')
    .option('--withhold-meta', 'record without the ids that the client puts on the MCP wire')
    .addOption(
      new Option('--wire <wire>', 'provider wire of a real client').choices([
        'messages',
        'responses',
        'chat',
        'gemini',
      ]),
    )
    .addOption(
      new Option('--transport <transport>', 'how a real client reaches it').choices(['http', 'websocket']),
    )
    .addOption(
      new Option('--login <login>', 'what a real client logs in with; always made up').choices([
        'api-key',
        'auth-token',
        'chatgpt',
      ]),
    )
    .option('--timeout <ms>', 'how long a real client may take', positive)
    .option('--no-isolation', 'leave a real client on the network of this machine')
    .option('--aliases', 'instead of a run: which definition of an alias Claude Code goes by')
    .option('--keep', 'keep the capture in the library, also with a server of your own')
    .addOption(
      new Option('--approve <how>', 'who answers approvals')
        .choices(['scenario', 'all', 'none', 'ask'])
        .default('scenario'),
    )
    .option('--out <file>', 'write the capture there')
    .action(async (name: string | undefined, options: ProbeOptions) => {
      const { probe } = await import('./commands/probe.ts');
      await ends(probe(io, name, options, run.tail));
    });

  withJson(program.command('correlate'))
    .description('verdicts for a capture, or for bare observations')
    .argument('[file]', 'a capture, gzipped or not, or JSON observations; stdin when left out')
    .option('--wait <ms>', 'how long a call waits for a late close boundary', whole)
    .addOption(
      new Option('--withhold <evidence...>', 'judge without this evidence').choices([
        'meta',
        'structured',
        'lifecycle',
      ]),
    )
    .action(async (file: string | undefined, options: CorrelateOptions) => {
      const { correlate } = await import('./commands/correlate.ts');
      await ends(correlate(io, file, options));
    });

  withJson(program.command('provider'), 'print one JSON document a line')
    .description('the fake model provider alone')
    .option('--script <file>', 'a scenario; a greeting when left out')
    .option('--port <port>', 'port on 127.0.0.1; 0 for any free one', portNumber, 0)
    .option('--as <host>', 'the client that will call', 'codex')
    .action(async (options: ProviderCommandOptions) => {
      const { provider } = await import('./commands/provider.ts');
      await ends(provider(io, options));
    });

  withJson(program.command('serve'))
    .description('the window in a browser')
    .option('--port <port>', 'port on 127.0.0.1; 0 for any free one', portNumber, 0)
    .option('--no-open', 'print the address only')
    .action(async (options: ServeOptions) => {
      const { serve } = await import('./commands/serve.ts');
      await ends(serve(io, options));
    });

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
      const { exportCapture } = await import('./commands/export.ts');
      await ends(exportCapture(io, capture, options));
    });

  withJson(program.command('shapes'))
    .description('what one run showed its model, beside what the profile predicts')
    .argument('<capture>', 'its id in the library, or a file: a capture or a shapes document')
    .action(async (source: string, options: JsonOption) => {
      const { shapes } = await import('./commands/shapes.ts');
      await ends(shapes(io, source, options));
    });

  withJson(program.command('diff'))
    .description('what changed between two runs; exit code 1 when something did')
    .argument('<before>', 'a capture or a shapes document: an id in the library, or a file')
    .argument('<after>', 'another one')
    .action(async (before: string, after: string, options: JsonOption) => {
      const { diff } = await import('./commands/shapes.ts');
      await ends(diff(io, before, after, options));
    });

  const captures = program.command('captures').description('the captures in the library').helpCommand(false);
  withJson(captures.command('list'))
    .description('newest first')
    .action(async (options: JsonOption) => {
      const { listCaptures } = await import('./commands/captures.ts');
      await ends(listCaptures(io, options));
    });
  withJson(captures.command('import'))
    .description('add a capture file')
    .argument('<file>', 'NDJSON, gzipped or not')
    .option('--salvage', 'keep what stands before the first unreadable line')
    .action(async (file: string, options: JsonOption & { salvage?: true }) => {
      const { importCapture } = await import('./commands/captures.ts');
      await ends(importCapture(io, file, options));
    });
  captures
    .command('remove')
    .description('move a capture to the trash folder')
    .argument('<capture>', 'its id')
    .action(async (capture: string) => {
      const { removeCapture } = await import('./commands/captures.ts');
      await ends(removeCapture(io, capture));
    });

  const servers = program.command('servers').description('the registered servers').helpCommand(false);
  withJson(servers.command('list'))
    .description('names and command lines; nothing is started')
    .action(async (options: JsonOption) => {
      const { listServers } = await import('./commands/servers.ts');
      await ends(listServers(io, options));
    });
  withTail(withJson(servers.command('add')))
    .description('register a server: NAME -- COMMAND ARGS…, or NAME --url URL')
    .argument('<name>', 'under which it is known from now on')
    .option('--url <url>', 'a server over Streamable HTTP')
    .option('--header <header>', "'Name: value' or 'Name: ${VARIABLE}' for --url", append)
    .addOption(eraOption())
    .addOption(rootOption())
    .action(async (name: string, options: AddOptions) => {
      const { addServer } = await import('./commands/servers.ts');
      await ends(addServer(io, name, options, run.tail));
    });
  withJson(servers.command('import'))
    .description("register the servers of a client's configuration file")
    .argument('<file>', 'any client’s format')
    .option('--name <name>', 'only this one')
    .action(async (file: string, options: JsonOption & { name?: string }) => {
      const { importServers } = await import('./commands/servers.ts');
      await ends(importServers(io, file, options));
    });
  servers
    .command('remove')
    .description('forget a server')
    .argument('<name>', 'its name')
    .action(async (name: string) => {
      const { removeServer } = await import('./commands/servers.ts');
      await ends(removeServer(io, name));
    });

  const clients = program
    .command('clients')
    .description('client programs that can be probed')
    .helpCommand(false);
  withJson(clients.command('list', { isDefault: true }))
    .description('where each could come from; asks those on PATH for their version')
    .action(async (options: JsonOption) => {
      const { listClients } = await import('./commands/clients.ts');
      await ends(listClients(io, options));
    });
  withJson(clients.command('install'))
    .description('put one version into the cache')
    .argument('<client>', 'ID[@VERSION]')
    .action(async (client: string, options: JsonOption) => {
      const { installClient } = await import('./commands/clients.ts');
      await ends(installClient(io, client, options));
    });
  clients
    .command('remove')
    .description('remove one version from the cache')
    .argument('<client>', 'ID@VERSION')
    .action(async (client: string) => {
      const { removeClient } = await import('./commands/clients.ts');
      await ends(removeClient(io, client));
    });

  withJson(program.command('doctor'))
    .description('what this machine has')
    .action(async (options: JsonOption) => {
      const { doctor } = await import('./commands/doctor.ts');
      await ends(doctor(io, options));
    });

  program.hook('preAction', (_program, command) => {
    if (run.tail === undefined || takesTail(command)) return;
    command.error(`${command.name()} takes no command after --.`, { exitCode: 2, code: 'throughline.tail' });
  });
  return program;
}
