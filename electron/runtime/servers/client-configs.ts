import { ServerConfig, type ConfigValue } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { parseConfigText } from './json-text.ts';

/** Where clients keep their servers: Claude and Cursor, VS Code's mcp.json, VS Code's settings.json. */
const listOf = (root: Record<string, unknown>): Record<string, unknown> | undefined => {
  const nested = isObject(root['mcp']) ? root['mcp']['servers'] : undefined;
  return [root['mcpServers'], root['servers'], nested].find(isObject);
};

/** One reference and nothing else: `${NAME}`, VS Code's `${env:NAME}`. */
const reference = /^\$\{(?:env:)?([A-Za-z_]\w*)\}$/;
const anyReference = /\$\{[^}]*\}/;

const readValue = (raw: unknown): ConfigValue | undefined => {
  if (typeof raw === 'number' || typeof raw === 'boolean') return { kind: 'text', value: String(raw) };
  if (typeof raw !== 'string') return undefined;
  const variable = reference.exec(raw)?.[1];
  if (variable !== undefined) return { kind: 'variable', variable };
  return anyReference.test(raw) ? undefined : { kind: 'text', value: raw };
};

const unreadable = (name: string, what: string, next: string): Result<never> =>
  fail('server-config-invalid', `The server "${name}" cannot be read: ${what}.`, { next });

const readValues = (name: string, raw: unknown, place: string): Result<Record<string, ConfigValue>> => {
  const values: Record<string, ConfigValue> = {};
  if (raw === undefined || raw === null) return ok(values);
  if (!isObject(raw))
    return unreadable(name, `${place} is not an object`, `Write ${place} as {"NAME": "value"}.`);
  for (const [key, inner] of Object.entries(raw)) {
    const value = readValue(inner);
    if (value === undefined) {
      return unreadable(
        name,
        `${place}.${key} is neither a plain value nor a single \${VARIABLE}`,
        'Put the whole value into one variable and refer to it.',
      );
    }
    values[key] = value;
  }
  return ok(values);
};

const textList = (raw: unknown): string[] | undefined =>
  Array.isArray(raw) && raw.every((entry) => typeof entry === 'string') ? raw : undefined;

const readTransport = (name: string, entry: Record<string, unknown>): Result<unknown> => {
  const { command, url } = entry;
  if (typeof command === 'string') {
    const args = entry['args'] === undefined ? [] : textList(entry['args']);
    if (args === undefined)
      return unreadable(name, 'args is not a list of strings', 'Write args as ["…", "…"].');
    const env = readValues(name, entry['env'], 'env');
    if (!env.ok) return env;
    return ok({
      kind: 'stdio',
      command,
      args,
      env: env.value,
      ...(typeof entry['cwd'] === 'string' ? { cwd: entry['cwd'] } : {}),
    });
  }
  const address = url ?? entry['serverUrl'] ?? entry['httpUrl'];
  if (typeof address !== 'string')
    return unreadable(name, 'it has neither a command nor a url', 'Add one of the two.');
  const headers = readValues(name, entry['headers'], 'headers');
  return headers.ok ? ok({ kind: 'http', url: address, headers: headers.value }) : headers;
};

const readEntry = (name: string, raw: unknown): Result<ServerConfig> => {
  if (!isObject(raw))
    return unreadable(name, 'it is not an object', 'Write it as {"command": "…"} or {"url": "…"}.');
  const transport = readTransport(name, raw);
  if (!transport.ok) return transport;
  const config = ServerConfig.safeParse({
    name,
    transport: transport.value,
    ...(raw['disabled'] === true || raw['enabled'] === false ? { enabled: false } : {}),
  });
  if (config.success) return ok(config.data);
  const [first] = config.error.issues;
  return unreadable(
    name,
    first === undefined ? 'unknown reason' : `${first.path.join('.')}: ${first.message}`,
    'Correct the entry.',
  );
};

/**
 * Reads the servers of a client's configuration, whichever it is: a whole file, its list of servers, or one entry of the list.
 * All or nothing, with the name of the entry that cannot be read.
 */
export const readServers = (text: string, what = 'The configuration'): Result<readonly ServerConfig[]> => {
  if (/^\s*\[[A-Za-z_][\w."-]*\]\s*$/m.test(text) && !/^\s*[{[]\s*["{}]/.test(text)) {
    return fail('config-toml', `${what} is TOML, which is not read yet.`, {
      next: 'Give the server on the command line: -- COMMAND ARGS…',
    });
  }
  const trimmed = text.trim();
  // One entry copied out of a file: "name": {…}
  const parsed = parseConfigText(
    /^"[^"\n]*"\s*:/.test(trimmed) ? `{${trimmed.replace(/,$/, '')}}` : text,
    what,
  );
  if (!parsed.ok) return parsed;
  const root = parsed.value;
  if (!isObject(root))
    return fail('config-no-servers', `${what} names no servers.`, {
      next: 'It looks like {"mcpServers": {"name": {"command": "…"}}}.',
    });
  const single = typeof root['command'] === 'string' || typeof root['url'] === 'string';
  const list = listOf(root) ?? (single ? { server: root } : root);
  const entries = Object.entries(list);
  if (entries.length === 0 || (listOf(root) === undefined && !entries.some(([, entry]) => isObject(entry)))) {
    return fail('config-no-servers', `${what} names no servers.`, {
      next: 'It looks like {"mcpServers": {"name": {"command": "…"}}}.',
    });
  }
  const servers: ServerConfig[] = [];
  for (const [name, entry] of entries) {
    const read = readEntry(name, entry);
    if (!read.ok) return read;
    servers.push(read.value);
  }
  return ok(servers);
};
