import { Option, type Command } from 'commander';
import type { CorrelateOptions } from '../commands/correlate.ts';
import type { ProviderCommandOptions } from '../commands/provider.ts';
import type { ServeOptions } from '../commands/serve.ts';
import type { ProbeOptions } from '../probe-options.ts';
import { portNumber, positive, withJson, withSelector, whole } from '../options.ts';
import { ends, type Run } from './run.ts';

/** What runs: a probe and its parts, and the window in a browser. */
export function addRunCommands(program: Command, run: Run): void {
  const { io } = run;
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
      const { probe } = await import('../commands/probe.ts');
      await ends(run, probe(io, name, options, run.tail));
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
      const { correlate } = await import('../commands/correlate.ts');
      await ends(run, correlate(io, file, options));
    });

  withJson(program.command('provider'), 'print one JSON document a line')
    .description('the fake model provider alone')
    .option('--script <file>', 'a scenario; a greeting when left out')
    .option('--port <port>', 'port on 127.0.0.1; 0 for any free one', portNumber, 0)
    .option('--as <host>', 'the client that will call', 'codex')
    .action(async (options: ProviderCommandOptions) => {
      const { provider } = await import('../commands/provider.ts');
      await ends(run, provider(io, options));
    });

  withJson(program.command('serve'))
    .description('the window in a browser')
    .option('--port <port>', 'port on 127.0.0.1; 0 for any free one', portNumber, 0)
    .option('--no-open', 'print the address only')
    .action(async (options: ServeOptions) => {
      const { serve } = await import('../commands/serve.ts');
      await ends(run, serve(io, options));
    });
}
