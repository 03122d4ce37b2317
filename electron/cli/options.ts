import { InvalidArgumentError, Option, type Command } from 'commander';

/** Parsers and options that several commands share. Faults of a parser name the option themselves. */

export function positive(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1) throw new InvalidArgumentError('Give a whole number above 0.');
  return number;
}

export function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number, 0 or more.');
  return Number(text);
}

export function portNumber(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) throw new InvalidArgumentError('Give a port from 0 to 65535.');
  return number;
}

/** Gathers the values of an option that may be given several times. */
export const append = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
];

export const withJson = (command: Command, says = 'print one JSON document'): Command =>
  command.option('--json', says);

export const withHost = (command: Command): Command =>
  command.requiredOption('--as <host>', 'host profile, HOST or HOST@VERSION; cannot be left out');

const takingCommand = new WeakSet<Command>();

/** Lets `-- COMMAND ARGS…` follow. */
export function withTail(command: Command): Command {
  takingCommand.add(command);
  return command;
}

export const eraOption = (): Option =>
  new Option('--era <era>', 'protocol era').choices(['auto', 'legacy', 'modern']);

export const rootOption = (): Option =>
  new Option('--root <path>', 'a folder that the server is told of; may be given several times').argParser(
    append,
  );

/** Adds the ways to name a server, the same everywhere. */
export function withSelector(command: Command): Command {
  return withTail(command)
    .argument('[name]', 'a registered server; or -- COMMAND ARGS…')
    .option('--url <url>', 'a server over Streamable HTTP')
    .option('--header <header>', "'Name: value' for --url; ${VAR} reads the environment", append)
    .addOption(eraOption())
    .option('--config <file>', "a client's configuration file")
    .option('--name <name>', 'which server of FILE; for --url and --, what to call it')
    .addOption(rootOption())
    .option('--yes', 'agree to run what the configuration says');
}

/** May `-- COMMAND ARGS…` follow this command? */
export const takesTail = (command: Command): boolean => takingCommand.has(command);
