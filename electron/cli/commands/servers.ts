import {
  ServerConfig,
  type ConfigValue,
  type RuntimeClient,
  type ServerView,
} from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { rootsOf, serversIn } from '../connect.ts';
import { failed, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { withRuntime } from '../runtime.ts';
import { splitHeader, type EraChoice } from '../selector.ts';
import { table } from '../table.ts';

interface JsonOption {
  readonly json?: true;
}

/** The registered servers. Nothing is started. */
export async function listServers(io: Io, options: JsonOption): Promise<ExitCode> {
  return withRuntime(io, async (client) => {
    const rows = await registered(client);
    if (options.json === true) printJson(io, rows);
    else if (rows.length === 0)
      print(io, 'No server is registered. Add one: throughline servers add NAME -- COMMAND');
    else {
      const lines = table([['name', 'starts'], ...rows.map((row) => [row.name, launchOf(row)])]);
      for (const [index, line] of lines.entries()) print(io, index === 0 ? styled(io, 'bold', line) : line);
    }
    return 0;
  });
}

const registered = (client: RuntimeClient): Promise<ServerView[]> =>
  new Promise((resolve) => {
    client.subscribe('servers', {}, resolve, () => resolve([]));
  });

const launchOf = ({ commandLine, config }: ServerView): string =>
  commandLine ?? (config.transport.kind === 'http' ? config.transport.url : config.transport.command);

export interface AddOptions extends JsonOption {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly era?: EraChoice;
  readonly root?: readonly string[];
}

/** Registers a server under a name. It is started only when it is used, and then asked about. */
export async function addServer(
  io: Io,
  name: string,
  options: AddOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const config = configFrom(name, options, tail);
  if (!config.ok) return refused(io, config.fault);
  return addAll(io, [config.value], options);
}

/** Registers the servers of any client's configuration file; the file stays as it is. */
export async function importServers(
  io: Io,
  file: string,
  options: JsonOption & { readonly name?: string },
): Promise<ExitCode> {
  const found = await serversIn(io, file);
  if (!found.ok) return refused(io, found.fault);
  const wanted = found.value.filter((one) => options.name === undefined || one.name === options.name);
  if (wanted.length > 0) return addAll(io, wanted, options);
  const next = `It has: ${found.value.map((one) => one.name).join(', ')}.`;
  const fault = {
    code: 'server-unknown',
    message: `--name: ${file} has no server "${options.name ?? ''}".`,
    next,
  };
  return refused(io, fault);
}

async function addAll(io: Io, configs: readonly ServerConfig[], options: JsonOption): Promise<ExitCode> {
  return withRuntime(io, async (client) => {
    const added: ServerView[] = [];
    for (const config of configs) {
      const view = await client.request('servers.add', { config });
      if (!view.ok) return failed(io, view.fault);
      added.push(view.value);
    }
    if (options.json === true) printJson(io, added);
    else for (const line of table(added.map((row) => [row.name, launchOf(row)]))) print(io, line);
    return 0;
  });
}

export async function removeServer(io: Io, name: string): Promise<ExitCode> {
  return withRuntime(io, async (client) => {
    const removed = await client.request('servers.remove', { name });
    return removed.ok ? 0 : failed(io, removed.fault);
  });
}

function configFrom(
  name: string,
  { url, header, era, root }: AddOptions,
  tail: readonly string[] | undefined,
): Result<ServerConfig> {
  if ((url === undefined) === (tail === undefined)) {
    return fail('selector-missing', 'Say what the server is: either -- COMMAND ARGS… or --url URL.');
  }
  const roots = rootsOf(root);
  const [command, ...args] = tail ?? [];
  if (url === undefined) {
    if (command === undefined) return fail('command-missing', 'There is no COMMAND after --.');
    return check(
      { name, era: era ?? 'auto', ...roots, transport: { kind: 'stdio', command, args, env: {} } },
      '--',
    );
  }
  const headers = storedHeaders(header ?? []);
  if (!headers.ok) return headers;
  return check(
    { name, era: era ?? 'auto', ...roots, transport: { kind: 'http', url, headers: headers.value } },
    '--url',
  );
}

function check(config: unknown, place: string): Result<ServerConfig> {
  const parsed = ServerConfig.safeParse(config);
  if (parsed.success) return ok(parsed.data);
  return fail('server-config-invalid', `${place}: this is no server.`, {
    cause: parsed.error.issues[0]?.message,
  });
}

const secretName = /authorization|cookie|credential|key|password|secret|token/i;

/** What is registered is written to a file, so a header that smells of a secret must be a reference. */
function storedHeaders(lines: readonly string[]): Result<Record<string, ConfigValue>> {
  const headers: Record<string, ConfigValue> = {};
  for (const [index, line] of lines.entries()) {
    const header = splitHeader(line, index);
    if (!header.ok) return header;
    const [name, value] = header.value;
    const variable = /^\$\{([A-Za-z_]\w*)\}$/.exec(value)?.[1];
    if (variable === undefined && (secretName.test(name) || value.includes('${'))) {
      return fail('secret-not-stored', `--header ${name}: the value would be written to a file.`, {
        next: `Put the whole value into a variable and refer to it: '${name}: \${VARIABLE}'.`,
      });
    }
    headers[name] = variable === undefined ? { kind: 'text', value } : { kind: 'variable', variable };
  }
  return ok(headers);
}
