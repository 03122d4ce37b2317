import { useEffect, useState } from 'react';
import type { ServerConfig } from '../../../shared/contract.ts';
import type { Fault } from '../../../shared/fault.ts';
import { useApp, useServers } from '../../stores/hooks.ts';

const PAUSE_MS = 250;

interface Found {
  readonly servers: readonly ServerConfig[];
  readonly fault: Fault | undefined;
}

export interface Import {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly found: Found;
  /** Names that are registered already; they cannot be added again. */
  readonly known: ReadonlySet<string>;
  readonly chosen: readonly ServerConfig[];
  readonly choose: (name: string, on: boolean) => void;
}

/** Reads servers out of a pasted configuration, a moment after the last change of it. */
export function useImport(): Import {
  const { client } = useApp();
  const known = new Set(useServers()?.map(({ name }) => name));
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>({ servers: [], fault: undefined });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      if (text.trim() === '') {
        setFound({ servers: [], fault: undefined });
        return;
      }
      const reply = await client.request('servers.parse', { text }, { signal: stop.signal });
      if (stop.signal.aborted) return;
      setFound(
        reply.ok ? { servers: reply.value.servers, fault: undefined } : { servers: [], fault: reply.fault },
      );
    };
    const timer = setTimeout(() => void read(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [client, text]);

  return {
    text,
    setText,
    found,
    known,
    chosen: found.servers.filter(({ name }) => !left.has(name) && !known.has(name)),
    choose: (name, on) => setLeft(on ? left.difference(new Set([name])) : left.union(new Set([name]))),
  };
}
