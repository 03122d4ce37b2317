import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AliasReport, ClientId, ClientVersion, RuntimeClient } from '../../shared/contract.ts';
import type { Fault } from '../../shared/fault.ts';

/** Which definition of an alias a client goes by: being found out, known, or not to be had. */
export type AliasWork =
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly report: AliasReport }
  | { readonly state: 'failed'; readonly fault: Fault };

/** Work on clients that outlives the view it was asked for in; all by `id@version`. */
export interface ClientWork {
  /** Installations that this window asked for and that are under way. */
  readonly installing: ReadonlySet<string>;
  /** What went wrong with the latest installation or removal. */
  readonly faults: ReadonlyMap<string, Fault>;
  readonly aliases: ReadonlyMap<string, AliasWork>;
}

export interface ClientWorks {
  readonly store: StoreApi<ClientWork>;
  readonly install: (id: ClientId, version: string) => void;
  readonly remove: (id: ClientId, version: string) => void;
  readonly probeAliases: (which: ClientVersion) => void;
  /** Stops what runs under a key: an installation, or a probe of aliases. */
  readonly stop: (key: string) => void;
}

export const clientKey = (id: string, version: string): string => `${id}@${version}`;

export function createClientWorks(client: RuntimeClient): ClientWorks {
  const store = createStore<ClientWork>(() => ({
    installing: new Set(),
    faults: new Map(),
    aliases: new Map(),
  }));
  const running = new Map<string, AbortController>();

  const begin = (key: string): AbortController => {
    running.get(key)?.abort();
    const stop = new AbortController();
    running.set(key, stop);
    return stop;
  };
  const over = (key: string, stop: AbortController): boolean => {
    if (running.get(key) !== stop) return false;
    running.delete(key);
    return true;
  };

  const setInstalling = (key: string, on: boolean): void =>
    store.setState(({ installing }) => {
      const next = new Set(installing);
      if (on) next.add(key);
      else next.delete(key);
      return { installing: next };
    });
  const setFault = (key: string, fault: Fault | undefined): void =>
    store.setState(({ faults }) => {
      const next = new Map(faults);
      if (fault === undefined || fault.code === 'cancelled') next.delete(key);
      else next.set(key, fault);
      return { faults: next };
    });
  const setAliases = (key: string, work: AliasWork | undefined): void =>
    store.setState(({ aliases }) => {
      const next = new Map(aliases);
      if (work === undefined) next.delete(key);
      else next.set(key, work);
      return { aliases: next };
    });

  return {
    store,

    install: (id, version) => {
      const key = clientKey(id, version);
      const stop = begin(key);
      setFault(key, undefined);
      setInstalling(key, true);
      void (async () => {
        const reply = await client.request('clients.install', { id, version }, { signal: stop.signal });
        if (!over(key, stop)) return;
        setInstalling(key, false);
        setFault(key, reply.ok ? undefined : reply.fault);
      })();
    },

    remove: (id, version) => {
      const key = clientKey(id, version);
      void (async () => {
        const reply = await client.request('clients.remove', { id, version });
        setFault(key, reply.ok ? undefined : reply.fault);
      })();
    },

    probeAliases: ({ id, version = '' }) => {
      const key = clientKey(id, version);
      const stop = begin(key);
      setAliases(key, { state: 'running' });
      void (async () => {
        const reply = await client.request('probe.aliases', { id, version }, { signal: stop.signal });
        if (!over(key, stop)) return;
        if (reply.ok) setAliases(key, { state: 'done', report: reply.value });
        else
          setAliases(
            key,
            reply.fault.code === 'cancelled' ? undefined : { state: 'failed', fault: reply.fault },
          );
      })();
    },

    stop: (key) => running.get(key)?.abort(),
  };
}
