import type { Command } from 'commander';
import type { AddOptions } from '../commands/servers.ts';
import { append, eraOption, rootOption, withJson, withTail } from '../options.ts';
import { ends, type JsonOption, type Run } from './run.ts';

/** What is registered or installed: servers, and client programs. */
export function addRegistryCommands(program: Command, run: Run): void {
  const { io } = run;
  const servers = program.command('servers').description('the registered servers').helpCommand(false);
  withJson(servers.command('list'))
    .description('names and command lines; nothing is started')
    .action(async (options: JsonOption) => {
      const { listServers } = await import('../commands/servers.ts');
      await ends(run, listServers(io, options));
    });
  withTail(withJson(servers.command('add')))
    .description('register a server: NAME -- COMMAND ARGS…, or NAME --url URL')
    .argument('<name>', 'under which it is known from now on')
    .option('--url <url>', 'a server over Streamable HTTP')
    .option('--header <header>', "'Name: value' or 'Name: ${VARIABLE}' for --url", append)
    .addOption(eraOption())
    .addOption(rootOption())
    .action(async (name: string, options: AddOptions) => {
      const { addServer } = await import('../commands/servers.ts');
      await ends(run, addServer(io, name, options, run.tail));
    });
  withJson(servers.command('import'))
    .description("register the servers of a client's configuration file")
    .argument('<file>', 'any client’s format')
    .option('--name <name>', 'only this one')
    .action(async (file: string, options: JsonOption & { name?: string }) => {
      const { importServers } = await import('../commands/servers.ts');
      await ends(run, importServers(io, file, options));
    });
  servers
    .command('remove')
    .description('forget a server')
    .argument('<name>', 'its name')
    .action(async (name: string) => {
      const { removeServer } = await import('../commands/servers.ts');
      await ends(run, removeServer(io, name));
    });

  const clients = program
    .command('clients')
    .description('client programs that can be probed')
    .helpCommand(false);
  withJson(clients.command('list', { isDefault: true }))
    .description('where each could come from; asks those on PATH for their version')
    .action(async (options: JsonOption) => {
      const { listClients } = await import('../commands/clients.ts');
      await ends(run, listClients(io, options));
    });
  withJson(clients.command('install'))
    .description('put one version into the cache')
    .argument('<client>', 'ID[@VERSION]')
    .action(async (client: string, options: JsonOption) => {
      const { installClient } = await import('../commands/clients.ts');
      await ends(run, installClient(io, client, options));
    });
  clients
    .command('remove')
    .description('remove one version from the cache')
    .argument('<client>', 'ID@VERSION')
    .action(async (client: string) => {
      const { removeClient } = await import('../commands/clients.ts');
      await ends(run, removeClient(io, client));
    });
}
