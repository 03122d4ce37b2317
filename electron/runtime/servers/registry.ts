import { join } from 'node:path';
import type { ServerConfig } from '../../../shared/contract.ts';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { openConsents } from './consents.ts';
import { describeLaunch } from './launch.ts';
import { changeServerFile, loadServerFile, toEntry, type ServerFile } from './server-file.ts';
import type { OpenRegistry } from './types.ts';

const unknown = (name: string): Result<never> =>
  fail('server-unknown', `No server is registered as "${name.slice(0, 200)}".`, { next: 'Add it first.' });

/** Opens the registry of a home folder. A broken file is reported and left as it is; everything else goes on. */
export const openRegistry: OpenRegistry = async (home, report) => {
  const path = join(home, 'servers.json');
  const listeners = new Set<() => void>();
  const removed = new Map<string, unknown>();
  const consents = await openConsents(home, report);
  let servers: readonly ServerConfig[] = [];

  const take = (file: ServerFile): void => {
    servers = file.servers;
    for (const listener of listeners) listener();
  };

  const loaded = await loadServerFile(path);
  if (loaded.ok) {
    ({ servers } = loaded.value);
    loaded.value.faults.forEach(report);
  } else report(loaded.fault);

  const change = async (edit: (entries: Map<string, unknown>) => Result<void>): Promise<Result<void>> => {
    const changed = await changeServerFile(path, report, edit);
    if (!changed.ok) return changed;
    take(changed.value);
    return ok(undefined);
  };

  const get = (name: string): ServerConfig | undefined => servers.find((config) => config.name === name);

  const stored = (name: string): Result<ServerConfig> => {
    const config = get(name);
    return config === undefined ? unknown(name) : ok(config);
  };

  return {
    list: () => servers,
    get,
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add: async (config) => {
      const added = await change((entries) => {
        if (entries.has(config.name)) {
          return fail('server-exists', `A server named "${config.name}" is registered already.`, {
            next: 'Choose another name, or change that one.',
          });
        }
        entries.set(config.name, toEntry(config));
        return ok(undefined);
      });
      return added.ok ? stored(config.name) : added;
    },
    update: async (name, config) => {
      const updated = await change((entries) => {
        if (!entries.has(name)) return unknown(name);
        entries.set(name, toEntry(config));
        return ok(undefined);
      });
      return updated.ok ? stored(name) : updated;
    },
    remove: (name) =>
      change((entries) => {
        if (!entries.has(name)) return unknown(name);
        removed.set(name, entries.get(name));
        entries.delete(name);
        return ok(undefined);
      }),
    restore: async (name) => {
      const entry = removed.get(name);
      if (entry === undefined) return unknown(name);
      const restored = await change((entries) => {
        if (entries.has(name)) {
          return fail('server-exists', `A server named "${name}" was registered meanwhile.`, {
            next: 'Remove that one first.',
          });
        }
        entries.set(name, entry);
        return ok(undefined);
      });
      if (!restored.ok) return restored;
      removed.delete(name);
      return stored(name);
    },
    launch: (config) => describeLaunch(config),
    consented: async (config) =>
      config.transport.kind === 'http' || consents.has((await describeLaunch(config)).digest),
    consent: async (name, commandLine) => {
      const config = get(name);
      if (config === undefined) return unknown(name);
      const launch = await describeLaunch(config);
      if (launch.commandLine !== commandLine) {
        return fail('consent-stale', `The command of "${name}" has changed since it was shown.`, {
          next: 'Look at the new command line and decide again.',
        });
      }
      return consents.add(launch.digest);
    },
  };
};
