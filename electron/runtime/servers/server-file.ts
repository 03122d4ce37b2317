import { copyFile, constants } from 'node:fs/promises';
import { ServerConfig } from '../../../shared/contract.ts';
import { fail, fault, ok, type Fault, type Result } from '../../../shared/fault.ts';
import { formatJson, isObject } from '../../../shared/json.ts';
import { isErrno, notWritten, readFileIfThere, writeFileAtomic } from '../files.ts';
import { withFileLock } from './file-lock.ts';
import { parseConfigText } from './json-text.ts';

const version = 1;

/** What a servers.json holds: entries as written, so that what we do not understand is never lost. */
export interface ServerFile {
  readonly entries: ReadonlyMap<string, unknown>;
  readonly servers: readonly ServerConfig[];
  /** Entries that cannot be used, each by name. */
  readonly faults: readonly Fault[];
}

const empty: ServerFile = { entries: new Map(), servers: [], faults: [] };

const entryFault = (
  name: string,
  path: string,
  problems: readonly { path: PropertyKey[]; message: string }[],
): Fault => {
  const [first] = problems;
  const where =
    first === undefined || first.path.length === 0 ? '' : ` at "${first.path.map(String).join('.')}"`;
  return fault('server-config-invalid', `The server "${name}" in "${path}" cannot be used${where}.`, {
    cause: first?.message,
    next: 'Correct the entry, or remove it. The other servers are not affected.',
  });
};

/** Reads the text of a servers.json. Only broken JSON is a fault of the whole; a bad entry costs itself alone. */
export const readServerFile = (text: string, path: string): Result<ServerFile> => {
  const parsed = parseConfigText(text, `"${path}"`);
  if (!parsed.ok) return parsed;
  const root = parsed.value;
  const list = isObject(root) ? root['servers'] : undefined;
  if (!isObject(root) || !isObject(list)) {
    return fail('config-broken', `"${path}" has no "servers".`, {
      next: 'It looks like {"version": 1, "servers": {"name": {…}}}. It was not changed.',
    });
  }
  const entries = new Map(Object.entries(list));
  const servers: ServerConfig[] = [];
  const faults: Fault[] = [];
  for (const [name, entry] of entries) {
    const config = ServerConfig.safeParse(isObject(entry) ? { ...entry, name } : entry);
    if (config.success) servers.push(config.data);
    else faults.push(entryFault(name, path, config.error.issues));
  }
  return ok({ entries, servers, faults });
};

/** The text of a servers.json. The name is the key and not repeated. */
export const writeServerFile = (entries: ReadonlyMap<string, unknown>): string =>
  `${formatJson({ version, servers: Object.fromEntries(entries) }, 2)}\n`;

export const toEntry = ({ name: _name, ...entry }: ServerConfig): unknown => entry;

/** Reads the file; no file is an empty one. */
export const loadServerFile = async (path: string): Promise<Result<ServerFile>> => {
  try {
    const text = await readFileIfThere(path);
    return text === undefined ? ok(empty) : readServerFile(text, path);
  } catch (error) {
    return fail('file-unreadable', `"${path}" cannot be read.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Check its rights.',
    });
  }
};

/** Sets a file that cannot be read aside under a new name, so that a change never overwrites it. */
const setAside = async (path: string): Promise<string> => {
  for (let count = 1; ; count += 1) {
    const copy = `${path}.broken-${count}`;
    try {
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    }
  }
};

/**
 * Changes the file: locked, read again, written whole. A broken file is copied aside first and `report` hears where it is.
 * `change` gets the entries as they stand now and may refuse.
 */
export const changeServerFile = (
  path: string,
  report: (notice: Fault) => void,
  change: (entries: Map<string, unknown>) => Result<void>,
): Promise<Result<ServerFile>> =>
  withFileLock(path, async () => {
    const loaded = await loadServerFile(path);
    if (!loaded.ok && loaded.fault.code !== 'config-broken') return loaded;
    const entries = new Map(loaded.ok ? loaded.value.entries : []);
    const changed = change(entries);
    if (!changed.ok) return changed;
    try {
      if (!loaded.ok) {
        const copy = await setAside(path);
        report(
          fault('config-set-aside', `"${path}" could not be read and was copied to "${copy}".`, {
            cause: loaded.fault.message,
            next: 'Correct the copy and move what you need back.',
          }),
        );
      }
      const text = writeServerFile(entries);
      await writeFileAtomic(path, text);
      return readServerFile(text, path);
    } catch (error) {
      return notWritten(path, error);
    }
  });
